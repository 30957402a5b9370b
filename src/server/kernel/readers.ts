/**
 * Readers of the stream of facts (docs/decisions/036). A reader reacts to facts in the transaction that moves its cursor, in
 * the order of the transactions that wrote them: each fact once, and none is skipped, however late it commits.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { FactKind } from './facts.ts'
import { errorFacts, type Log } from './log.ts'

export interface Fact {
  id: number
  kind: FactKind
  actor_id: string | null
  data: Record<string, unknown>
  created_at: Date
}

export interface Reader {
  /** of its row in `readers`: small letters and underscores */
  name: string
  kinds: FactKind[]
  /** Called with the facts of its kinds, oldest first, in the transaction that moves the cursor. */
  react(db: Kysely<DB>, facts: Fact[]): Promise<void>
}

/** A short transaction, so that no reader holds back what is swept. */
const AT_ONCE = 500
const PAUSE_MS = 500
/** A busy moment is no news; by then it is some seconds. */
const NEWS_AFTER = 4

/** Reads once; answers how many facts it moved past, of all kinds. */
export async function readSome(db: Kysely<DB>, { name, kinds, react }: Reader): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Fact & { xid: string }>`
      select xid::text, id, kind, actor_id, data, created_at from read_facts(${name}, ${AT_ONCE})`.execute(tx)
    const last = rows.at(-1)
    if (!last) return 0
    const mine = rows.filter(({ kind }) => kinds.includes(kind))
    if (mine.length > 0) await react(tx, mine)
    await sql`select move_reader(${name}, ${last.xid}::xid8, ${last.id}::bigint)`.execute(tx)
    return rows.length
  })
}

/**
 * Until they have read every fact that is written: for seeds, and for tests. Facts are readable only when all transactions
 * that began before them have ended, so it may have to wait for these.
 */
export async function readAll(db: Kysely<DB>, readers: Reader[]): Promise<void> {
  for (const reader of readers)
    for (;;) {
      while ((await readSome(db, reader)) > 0);
      const { rows } = await sql<{ left: boolean }>`
        select exists (select from facts f, readers r where r.name = ${reader.name} and (f.xid, f.id) > (r.xid, r.fact_id)) as left`.execute(
        db,
      )
      if (!rows[0]!.left) break
      await pause(10)
    }
}

interface Parts {
  db: Kysely<DB>
  log: Log
}

/** Each reader twice a second until stopped. While the database is away they go on trying, and say so once. */
export function keepReaders({ db, log }: Parts, readers: Reader[]): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const done = Promise.all(
    readers.map((reader) => keepDoing(`reader ${reader.name}`, log, stopping.signal, () => readSome(db, reader))),
  )
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}

/** Calls `work` until stopped: at once again when it did something, else after a pause. A failure is tried again. */
export async function keepDoing(
  what: string,
  log: Log,
  signal: AbortSignal,
  work: () => Promise<number>,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let did = 0
    try {
      did = await work()
      failures = 0
    } catch (error) {
      failures++
      log[failures === NEWS_AFTER ? 'warn' : 'debug']({ ...errorFacts(error), what }, 'this is tried again')
    }
    if (did === 0) await resting(signal)
  }
}

const resting = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, PAUSE_MS)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
