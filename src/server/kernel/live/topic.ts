/** What live is made of: topics of rooms, what is told of them, and who listens. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** What a room says of its topics, "pod:…" for the kind "pod". */
export interface TopicKind {
  /** Who may hear is asked again before anything is told: whoever may no longer does not change the topic's `audience`. */
  isAskedAgain?: true
  /** Those of these members who may hear it now. */
  mayHear(db: Kysely<DB>, id: string, members: string[]): Promise<string[]>
  /** What these events show to all who hear them, by the event's number; without what has been deleted since. */
  show(db: Kysely<DB>, id: string, events: TopicEvent[]): Promise<Map<number, unknown>>
  /** To whom of these members an event tells nothing but its number, by that number: they are apart from whose deed it is. */
  hides?(db: Kysely<DB>, id: string, events: TopicEvent[], members: string[]): Promise<Map<number, Set<string>>>
}

export interface TopicEvent {
  seq: number
  kind: string
  subject: string | null
}

/** One who listens: a tab's connection. */
export interface Listener {
  member: string
  session: string
  /** one frame, as text */
  send(frame: string): void
  /** so many events that he had missed have been sent to him */
  caughtUp(topic: string, events: number): void
  /** he may listen to nothing any more: his session has ended */
  end(): void
}
