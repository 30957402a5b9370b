/** The types of live updates: a room's topics, their events, and listeners. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** What a room defines for its topics, "pod:…" for the kind "pod". */
export interface TopicKind {
  /** Check the listeners before each send: losing access does not change the topic's `audience`. */
  isAskedAgain?: true
  /** Returns those of these members who may receive the topic now. */
  mayHear(db: Kysely<DB>, id: string, members: string[]): Promise<string[]>
  /**
   * Returns the content of these events for all listeners, by the event's number; without what has been deleted since.
   */
  show(db: Kysely<DB>, id: string, events: TopicEvent[]): Promise<Map<number, unknown>>
  /**
   * Returns by event number the members who get only the number of the event, because they are blocked from its actor.
   */
  hides?(db: Kysely<DB>, id: string, events: TopicEvent[], members: string[]): Promise<Map<number, Set<string>>>
}

export interface TopicEvent {
  seq: number
  kind: string
  subject: string | null
}

/** A listener: the connection of a tab. */
export interface Listener {
  member: string
  session: string
  /** sends one frame, as text */
  send(frame: string): void
  /** called when so many missed events have been sent to it */
  caughtUp(topic: string, events: number): void
  /** ends the connection: its session has ended */
  end(): void
}
