/**
 * Optimistic updates of votes: the state that the member wants for each item, until the server has confirmed it.
 * One request per item is pending at a time; meanwhile only the latest desired state is kept. It outlives the button that
 * started it: a vote given just before navigation still arrives, and the next page shows it.
 */

export interface Ballot<State extends string, Answer> {
  /** unique over everything that can be voted on */
  key: string
  send: (state: State) => Promise<Answer>
  /** called with every answer, also an outdated one, because it is what the server has stored. `last`: no newer request follows */
  onAnswer: (answer: Answer, last: boolean) => void
  /** the last request failed, so the stored state is shown again */
  onFault: (error: unknown) => void
}

const desired = new Map<string, string>()
const pending = new Set<string>()
const listeners = new Set<() => void>()

export const desiredOf = (key: string): string | undefined => desired.get(key)

export function onDesired(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const notify = () => {
  for (const listener of listeners) listener()
}

export async function setDesired<State extends string, Answer>(
  ballot: Ballot<State, Answer>,
  state: State,
): Promise<void> {
  const { key } = ballot
  desired.set(key, state)
  notify()
  if (pending.has(key)) return
  pending.add(key)
  try {
    let sent: State | undefined
    while (sent !== desired.get(key)) {
      sent = desired.get(key) as State
      try {
        const answer = await ballot.send(sent)
        ballot.onAnswer(answer, sent === desired.get(key))
        await cacheUpdated()
      } catch (error) {
        if (sent === desired.get(key)) ballot.onFault(error)
      }
    }
  } finally {
    pending.delete(key)
    desired.delete(key)
    notify()
  }
}

/** The query cache notifies its components in a later task; if the desired state were deleted before, the old one would flash. */
const cacheUpdated = () => new Promise((resolve) => setTimeout(resolve))
