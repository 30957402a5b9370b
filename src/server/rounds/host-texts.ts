/** What the host of a round reads out, and words to begin a letter with. The number of the round chooses. */

/** A question comes again after all others. */
const QUESTIONS = [
  'What made you laugh lately?',
  'What have you learned lately?',
  'What went better than you thought it would?',
  'When were you glad lately to be a father?',
  'Which quarter of an hour did you like best lately?',
  'What is a good evening for you?',
  'Which chore do you secretly like?',
  'What would you like to do a little more often?',
  'Which song do you know by heart?',
  'What do you do differently now than a year ago?',
  'What is the hardest hour of your day?',
  'What helps you calm down?',
  'Which rule do you take less strictly now, and is it better?',
  'What would you do with a free hour?',
  'What do you cook when you are tired?',
  'What would you like to do with your kids one day?',
  'Whom could you thank this week?',
  'What small thing could you do this week?',
  'How did you sleep, and what would give you one more hour?',
  'What are you looking forward to in the next four weeks?',
  'What do you do on a day when nothing works?',
  'Which place near you is best with children?',
  'Who was good to have around lately?',
  'What are you good at that few people know?',
  'What is one thing you would like to do a little less of this month?',
  'What did you play last, and who won?',
] as const

const CLOSING_LINES = [
  'Thank you for being here. Take one thing with you.',
  'That was it for this round. Look after yourselves until the next round.',
  'Before we go: one word each. How are you now?',
  'Thank you all. If you need someone before the next round, write here.',
  'Good that you came. Do one small thing today.',
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
    `Hi ${name}, how are you? A word is enough.`,
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
