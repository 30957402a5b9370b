/**
 * What the member wishes for each thing he has voted on, until the server has said the same.
 * One request per thing is under way at a time; while it is, only the latest wish is kept. It outlives the button that
 * began it: a vote given on the way to another page still arrives, and the other page shows it.
 */

export interface Ballot<Wish extends string, Answer> {
  /** unique over everything that can be voted on */
  key: string
  send: (wish: Wish) => Promise<Answer>
  /** every answer, also one that a newer wish has overtaken: it is what the server holds. `last`: nothing newer is wished */
  onAnswer: (answer: Answer, last: boolean) => void
  /** the last wish could not be granted; what the server holds shows again */
  onFault: (error: unknown) => void
}

const wishes = new Map<string, string>()
const underWay = new Set<string>()
const listeners = new Set<() => void>()

export const wishOf = (key: string): string | undefined => wishes.get(key)

export function onWishes(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const tell = () => {
  for (const listener of listeners) listener()
}

export async function wish<Wish extends string, Answer>(ballot: Ballot<Wish, Answer>, wished: Wish): Promise<void> {
  const { key } = ballot
  wishes.set(key, wished)
  tell()
  if (underWay.has(key)) return
  underWay.add(key)
  try {
    let sent: Wish | undefined
    while (sent !== wishes.get(key)) {
      sent = wishes.get(key) as Wish
      try {
        const answer = await ballot.send(sent)
        ballot.onAnswer(answer, sent === wishes.get(key))
        await told()
      } catch (error) {
        if (sent === wishes.get(key)) ballot.onFault(error)
      }
    }
  } finally {
    underWay.delete(key)
    wishes.delete(key)
    tell()
  }
}

/** The query cache tells its readers a moment later; a wish that is forgotten before would show the old state in between. */
const told = () => new Promise((resolve) => setTimeout(resolve))
