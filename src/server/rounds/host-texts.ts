/** What the host of a round reads out, and words to begin a letter with. The number of the round chooses. */

/** A question comes again after all others. */
const QUESTIONS = [
  'What made you laugh at home lately?',
  'What did your child teach you lately?',
  'What went better than you thought it would?',
  'What made you proud of your child lately?',
  'Which quarter of an hour did you like best lately?',
  'What does a good evening look like in your home?',
  'Which chore do you secretly like?',
  'What do you do just like the people who raised you?',
  'What do you do quite unlike the people who raised you?',
  'What would you tell yourself of a year ago?',
  'What is the hardest hour of your day?',
  'What helps you calm down?',
  'Which rule do you take less strictly now, and is it better?',
  'When did you last have an hour for yourself?',
  'What did you cook that everybody ate?',
  'What would you like to do with your child when there is time?',
  'Whom could you thank this week?',
  'What small thing could you do this week?',
  'How did you sleep, and what would give you one more hour?',
  'What are you looking forward to in the next four weeks?',
  'What do you do on a day when nothing works?',
  'Which place near you is best with children?',
  'Who made a good team with you lately?',
  'What would your children say you are good at?',
  'What is one thing you would like to do a little less of this month?',
  'What did you play last, and who won?',
] as const

const CLOSING_LINES = [
  'Thank you for being here. Take one thing with you that somebody else said.',
  'That was it for this round. Look after yourselves until the next round.',
  'Before we go: one word each. How are you now?',
  'Thank you all. If you need someone before the next round, write here.',
  'Good to have heard you. Go and do the small thing first.',
  'That is enough for today. Nobody has to have it all sorted out.',
] as const

/** `number` counts the rounds of the pod from 1. */
const inTurn = <Text>(texts: readonly Text[], number: number): Text => texts[(number - 1) % texts.length]!

export const openingQuestion = (number: number): string => inTurn(QUESTIONS, number)
export const closingLine = (number: number): string => inTurn(CLOSING_LINES, number)
export const QUESTION_COUNT = QUESTIONS.length

/** Each round another member speaks first; nobody is ranked. */
export function orderOfSpeaking(names: readonly string[], number: number): string[] {
  if (names.length === 0) return []
  const first = (number - 1) % names.length
  return [...names.slice(first), ...names.slice(0, first)]
}

/** Written to a man whom one knows: without his family name. */
export function beginningsFor(fullName: string): string[] {
  const name = fullName.trim().split(/\s+/)[0]!
  return [
    `Hi ${name}, you came to mind today. How are you?`,
    `Hi ${name}, how are things with you? No need to answer at length.`,
    `${name}, fancy a short call or a walk this week? I'd like that.`,
  ]
}

/** In the mails to a host. */
export const hostSentences = (number: number) => [
  'This round is yours to host. It takes a few minutes: check in, and put this question to the others.',
  openingQuestion(number),
  'If it does not suit you this time, one tap on the page lets another man host.',
]
