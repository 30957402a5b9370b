/** What the host of a round reads out, and words to begin a letter with. The number of the round chooses. */

/** A question comes again after all others. */
const QUESTIONS = [
  'What made you laugh at home this week?',
  'What did your child teach you lately?',
  'What went better than you thought it would?',
  'When were you last really proud of your child?',
  'What was the best quarter of an hour with your children?',
  'What does an evening look like when it goes well at yours?',
  'Which chore do you secretly like?',
  'What do you do just like your own father?',
  'What do you do quite differently from your own father?',
  'What would you tell yourself a year ago?',
  'What is the hardest hour of your day?',
  'What helped you to calm down the last time you were angry?',
  'Which rule at home have you given up on, and was that right?',
  'When did you last have an hour for yourself?',
  'What did you cook that everybody ate?',
  'What does your child want to do with you again and again?',
  'Whom could you thank this week?',
  'What did you put off, and what would be its first small step?',
  'How did you sleep, and what would give you one more hour?',
  'What are you looking forward to in the next four weeks?',
  'What do you do when nothing works any more?',
  'Which place near you is best with children?',
  'What did you and your partner, or the other parent, do well together lately?',
  'What would your children say you are good at?',
  'What is one thing you would like to stop doing this month?',
  'What did you play last, and who won?',
] as const

const CLOSING_LINES = [
  'Thank you for being here. Take one thing with you that somebody else said.',
  'That was it for this round. Look after yourselves, and give your children a hug from us.',
  'Before we go: one word each. How do you leave?',
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
    `Hi ${name}, no reason, just checking how things are at yours. Need anything?`,
    `${name}, fancy a short call or a walk this week? I'd like that.`,
  ]
}
