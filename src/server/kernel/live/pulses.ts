/**
 * Live count updates: sent once to members who are connected at that moment, without a number and not stored. They are
 * notified like topics ("new-post:…"). Each process collects them for a while and asks the room which of its members
 * they concern.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { errorFacts, type Log } from '../log.ts'
import { activeSessions } from './audience.ts'
import type { Listener } from './topic.ts'

/** What a room does with such notifications. */
export interface Pulses {
  /** "new-post" for "new-post:…"; no topic has such a name */
  kinds: readonly string[]
  /** the kind of topic on which each member listens for himself */
  to: string
  /** Returns which of these members it concerns, with the message for each. `notified`: ids by kind. */
  whom(db: Kysely<DB>, notified: Map<string, string[]>, members: string[]): Promise<Map<string, object>>
}

/** The first is sent immediately; those that follow within this time, in ms, are sent together. */
const INTERVAL_MS = 500
/** Ids of one kind per batch. If there are more, the tabs find the rest when they read their counts again. */
const MAX_IDS = 200
const PULSE_NAME = /^([a-z-]+):([0-9a-f-]{36})$/

interface Parts {
  db: Kysely<DB>
  pulses: Pulses
  /** the listeners of this process on their own topics, by member */
  listeners(): Map<string, Iterable<Listener>>
  log: Log
}

export function makePulses({ db, pulses, listeners, log }: Parts) {
  let waiting = new Map<string, Set<string>>()
  let timer: NodeJS.Timeout | null = null
  let isTelling = false
  let toldAt = Number.NEGATIVE_INFINITY
  let ends: number | null = null
  let isClosed = false

  function soon(): void {
    if (timer || isTelling || isClosed || waiting.size === 0) return
    timer = setTimeout(() => void tell(), Math.max(0, toldAt + INTERVAL_MS - performance.now()))
  }

  async function tell(): Promise<void> {
    timer = null
    isTelling = true
    toldAt = performance.now()
    const notified = new Map([...waiting].map(([kind, ids]) => [kind, [...ids]]))
    waiting = new Map()
    try {
      await tellNow(notified)
    } catch (error) {
      // these members get the news when their tabs read the counts again
      if (!isClosed) log.warn(errorFacts(error), 'live count updates could not be sent')
    } finally {
      isTelling = false
      soon()
    }
  }

  async function tellNow(notified: Map<string, string[]>): Promise<void> {
    const members = [...listeners().keys()]
    if (members.length === 0) return
    const recipients = await pulses.whom(db, notified, members)
    if (recipients.size === 0) return
    const gone = await goneSince()
    // the listeners now, after the wait
    const here = listeners()
    for (const [member, data] of recipients) {
      const frame = JSON.stringify({ t: 'pulse', topic: `${pulses.to}:${member}`, data })
      for (const listener of here.get(member) ?? []) if (!gone(listener)) listener.send(frame)
    }
  }

  /** After the room has answered: a listener whose session has ended by now gets nothing. */
  async function goneSince(): Promise<(listener: Listener) => boolean> {
    const { rows } = await sql<{ amount: number }>`select amount from session_ends`.execute(db)
    const { amount } = rows[0]!
    if (amount === ends) return () => false
    const all = [...listeners().values()].flatMap((some) => [...some])
    const alive = await activeSessions(
      db,
      all.map(({ session }) => session),
    )
    ends = amount
    for (const listener of all) if (!alive.has(listener.session)) listener.end()
    return ({ session }) => !alive.has(session)
  }

  return {
    hear(name: string): void {
      const [, kind = '', id = ''] = PULSE_NAME.exec(name) ?? []
      if (!pulses.kinds.includes(kind) || isClosed) return
      const ids = waiting.get(kind) ?? new Set()
      if (ids.size < MAX_IDS) waiting.set(kind, ids.add(id))
      soon()
    },
    close(): void {
      isClosed = true
      if (timer) clearTimeout(timer)
    },
  }
}
