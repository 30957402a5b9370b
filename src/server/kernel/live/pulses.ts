/**
 * Pulses: what is told to whoever is there at this moment, once, without a number and without a memory. They are rung like
 * topics are, "new-post:…"; each process asks the room, once for all that came in a while, whom of its own members it concerns.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { errorFacts, type Log } from '../log.ts'
import { aliveOf } from './audience.ts'
import type { Listener } from './topic.ts'

/** What a room makes of such rings. */
export interface Pulses {
  /** "new-post" for rings "new-post:…"; no topic is called like that */
  kinds: readonly string[]
  /** the kind of the topics by which a member listens for himself */
  to: string
  /** Of these members those whom it concerns now, and what each of them is told. `rung`: ids by their kind. */
  whom(db: Kysely<DB>, rung: Map<string, string[]>, members: string[]): Promise<Map<string, object>>
}

/** The first is told at once; those that come in the time after it are told together. */
const APART_MS = 500
/** Of one kind and in one go; on a busier evening the tabs find the rest when they count anew. */
const MOST = 200
const NAME = /^([a-z-]+):([0-9a-f-]{36})$/

interface Parts {
  db: Kysely<DB>
  pulses: Pulses
  /** those of this process who listen to their own topic, by member */
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
    timer = setTimeout(() => void tell(), Math.max(0, toldAt + APART_MS - performance.now()))
  }

  async function tell(): Promise<void> {
    timer = null
    isTelling = true
    toldAt = performance.now()
    const rung = new Map([...waiting].map(([kind, ids]) => [kind, [...ids]]))
    waiting = new Map()
    try {
      await tellNow(rung)
    } catch (error) {
      // whom it concerned finds it when his tab counts anew
      if (!isClosed) log.warn(errorFacts(error), 'what has just come could not be told')
    } finally {
      isTelling = false
      soon()
    }
  }

  async function tellNow(rung: Map<string, string[]>): Promise<void> {
    const members = [...listeners().keys()]
    if (members.length === 0) return
    const told = await pulses.whom(db, rung, members)
    if (told.size === 0) return
    const gone = await goneSince()
    // as they are by now
    const here = listeners()
    for (const [member, data] of told) {
      const frame = JSON.stringify({ t: 'pulse', topic: `${pulses.to}:${member}`, data })
      for (const listener of here.get(member) ?? []) if (!gone(listener)) listener.send(frame)
    }
  }

  /** After it was found out whom it concerns: whose session was ended before hears nothing of it. */
  async function goneSince(): Promise<(listener: Listener) => boolean> {
    const { rows } = await sql<{ amount: number }>`select amount from session_ends`.execute(db)
    const { amount } = rows[0]!
    if (amount === ends) return () => false
    const all = [...listeners().values()].flatMap((some) => [...some])
    const alive = await aliveOf(
      db,
      all.map(({ session }) => session),
    )
    ends = amount
    for (const listener of all) if (!alive.has(listener.session)) listener.end()
    return ({ session }) => !alive.has(session)
  }

  return {
    hear(name: string): void {
      const [, kind = '', id = ''] = NAME.exec(name) ?? []
      if (!pulses.kinds.includes(kind) || isClosed) return
      const ids = waiting.get(kind) ?? new Set()
      if (ids.size < MOST) waiting.set(kind, ids.add(id))
      soon()
    },
    close(): void {
      isClosed = true
      if (timer) clearTimeout(timer)
    },
  }
}
