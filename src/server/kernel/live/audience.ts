/** Checks which listeners may receive a topic: the topic's room decides, and the session must not have ended. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { errorFacts, type Log } from '../log.ts'
import type { Listener, TopicKind } from './topic.ts'

/** Interval of the check for ended sessions, in ms. A session that any process ends stops receiving within a second. */
const SESSION_CHECK_MS = 500
/** Interval of the check for expired sessions, in ms: an expired session stops receiving within a minute. */
const EXPIRY_CHECK_MS = 60_000

interface TopicOfKind {
  kind: TopicKind
  id: string
}

interface Allowed {
  may: Set<Listener>
  /** sessions that have not ended */
  alive: Set<string>
}

/** Returns which of these listeners may receive the topic `id` of this kind now. */
export async function allowedListeners(
  db: Kysely<DB>,
  { kind, id }: TopicOfKind,
  listeners: Listener[],
): Promise<Allowed> {
  if (listeners.length === 0) return { may: new Set(), alive: new Set() }
  const members = await kind.mayHear(db, id, [...new Set(listeners.map(({ member }) => member))])
  const mayHear = new Set(members)
  const alive = await activeSessions(
    db,
    listeners.map(({ session }) => session),
  )
  return { may: new Set(listeners.filter(({ member, session }) => mayHear.has(member) && alive.has(session))), alive }
}

/** Returns those of these sessions that have not ended. */
export async function activeSessions(db: Kysely<DB>, sessions: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from session where id = any(${[...new Set(sessions)]}::uuid[]) and "expiresAt" > now()`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

interface Watched {
  db: Kysely<DB>
  listeners(): Listener[]
  log: Log
}

/** Ends every listener whose session has ended, also if he listens to no topic. */
export function watchSessions({ db, listeners: here, log }: Watched) {
  let ends: number | null = null
  let checkedAt = 0
  let isChecking = false
  let isStopped = false

  async function check(): Promise<void> {
    const { rows } = await sql<{ amount: number }>`select amount from session_ends`.execute(db)
    const now = rows[0]!.amount
    // a session that expires does not change `ends`, so expiry has a check of its own
    if (now === ends && performance.now() - checkedAt < EXPIRY_CHECK_MS) return
    checkedAt = performance.now()
    const listeners = here()
    const sessions = listeners.map(({ session }) => session)
    const alive = await activeSessions(db, sessions)
    ends = now
    for (const listener of listeners) if (!alive.has(listener.session)) listener.end()
  }

  const timer = setInterval(() => {
    if (isChecking || here().length === 0) return
    isChecking = true
    check()
      .catch((error: unknown) => {
        if (!isStopped) log.warn(errorFacts(error), 'sessions of listeners could not be read')
      })
      .finally(() => {
        isChecking = false
      })
  }, SESSION_CHECK_MS)
  return {
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}
