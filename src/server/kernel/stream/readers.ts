/**
 * Readers of the stream of facts (docs/decisions/036). A reader reacts to facts in the transaction that moves its cursor, in
 * the order of the transactions that wrote them: each fact once, and none is skipped, however late it commits.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Live } from '../live/live.ts'
import { errorFacts, type Log } from '../log.ts'
import { attempted, isOutage } from '../postgres/postgres.ts'
import { makeAlarm } from './alarm.ts'
import { wakeOf } from './facts.ts'

export interface Fact<Kind extends string = string> {
  id: number
  kind: Kind
  /** null: nobody, or a hidden actor */
  actor_id: string | null
  data: Record<string, unknown>
  created_at: Date
}

export interface Reader<Kind extends string = string> {
  /** of its row in `readers`: small letters and underscores */
  name: string
  kinds: readonly Kind[]
  /** It is woken after the commit of such a fact, and need not wait for its next look. */
  isPrompt?: true
  /** Called with the facts of its kinds, oldest first, in the transaction that moves the cursor. */
  react(db: Kysely<DB>, facts: Fact<Kind>[]): Promise<void>
}

/** A reader that reacts to facts of this kind, perhaps among others. */
export interface ReactsTo<Kind extends string> {
  name: string
  react: (db: Kysely<DB>, facts: Fact<Kind>[]) => Promise<void>
}

/** So many facts in one transaction. It is short: readers wait for every transaction that is older than a fact. */
const AT_ONCE = 500
const PAUSE_MS = 500
/** Readers are current within five seconds, also after failures. */
const LONGEST_PAUSE_MS = 5000
/** One failure or two may be a busy moment. From here on each doubling of the number is a warning. */
const WARNED_FROM = 4
/** After so many failures of a batch its facts are taken one by one, and one that fails is tried so often. */
const TRIES = 3
/** After so many failures, that is half a minute, a fact is parked also when the database itself refuses, or takes too long. */
const PATIENCE = 10

/** Reads once; answers how many facts it moved past, of all kinds. */
export const readSome = async (db: Kysely<DB>, reader: Reader): Promise<number> =>
  (await isBehind(db, reader)) ? reading(db, reader, AT_ONCE, reader.react) : 0

/** Whether there is a fact to move past, of any kind, by a statement that writes nothing: most looks find none. */
async function isBehind(db: Kysely<DB>, { name }: Reader): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select not exists (select from readers r where r.name = ${name}) or exists (
      select from facts f where f.xid < pg_snapshot_xmin(pg_current_snapshot())
        and (f.xid, f.id) > (select r.xid, r.fact_id from readers r where r.name = ${name})) as is`.execute(db)
  return rows[0]!.is
}

async function reading(
  db: Kysely<DB>,
  { name, kinds }: Pick<Reader, 'name' | 'kinds'>,
  most: number,
  react: Reader['react'],
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Fact & { xid: string }>`
      select xid::text, id, kind, actor_id, data, created_at from read_facts(${name}, ${most}::int)`.execute(tx)
    const last = rows.at(-1)
    if (!last) return 0
    const mine = rows.filter(({ kind }) => kinds.includes(kind))
    if (mine.length > 0) await react(tx, mine)
    await sql`select move_reader(${name}, ${last.xid}::xid8, ${last.id}::bigint)`.execute(tx)
    return rows.length
  })
}

/** Reads in batches; after failures fact by fact, so that one which always fails is parked and keeps no other waiting. */
function batches({ db, log }: Parts, reader: Reader): () => Promise<number> {
  let failures = 0
  // so many facts are still taken one by one
  let alone = 0
  return async () => {
    try {
      const isPatient = failures < PATIENCE
      const did = alone > 0 ? await readOne({ db, log }, reader, isPatient) : await readSome(db, reader)
      failures = 0
      if (alone > 0) {
        alone = did === 0 ? 0 : alone - 1
        return did
      }
      // what was written meanwhile waits for the next look, and is read with what comes until then
      return did < AT_ONCE ? 0 : did
    } catch (error) {
      failures++
      if (failures >= TRIES) alone = AT_ONCE
      throw error
    }
  }
}

/** While it is patient, what the database refuses because it is busy or away is no fault of the fact. */
const readOne = ({ db, log }: Parts, reader: Reader, isPatient: boolean): Promise<number> =>
  reading(db, reader, 1, async (tx, facts) => {
    const [fact] = facts as [Fact]
    for (let attempt = 1; ; attempt++) {
      const failure = await attempted(tx, () => reader.react(tx, facts))
      if (!failure) return
      if (isPatient && isOutage(failure.error)) throw failure.error
      if (attempt < TRIES && !isOutage(failure.error)) continue
      log.warn(
        { ...errorFacts(failure.error), reader: reader.name, fact: fact.id },
        'a fact is parked: it always fails',
      )
      await sql`insert into parked_facts (reader, fact_id, failure)
        values (${reader.name}, ${fact.id}::bigint, ${nameOf(failure.error)}) on conflict do nothing`.execute(tx)
      return
    }
  })

/** The kind of an error and its code, without the values that its message may hold. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { code?: unknown }
  return `${error.name} ${code ?? ''}`.trim().slice(0, 300)
}

/**
 * Until they have read every fact that is written: for seeds, and for tests. Facts are readable only when all transactions
 * that began before them have ended, so it may have to wait for these.
 */
export async function readAll(db: Kysely<DB>, readers: readonly Reader[]): Promise<void> {
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

/**
 * Each reader twice a second until stopped, and prompt ones also when a fact of theirs is recorded, in this process or in
 * another. While the database is away they go on trying.
 */
export function keepReaders(
  { live, ...parts }: Parts & { live: Pick<Live, 'heed'> },
  readers: readonly Reader[],
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const keep = (reader: Reader) => {
    const alarm = makeAlarm()
    if (reader.isPrompt) for (const kind of reader.kinds) live.heed(wakeOf(kind), alarm.wake)
    const work = batches(parts, reader)
    return keepDoing(`reader ${reader.name}`, parts.log, stopping.signal, work, LONGEST_PAUSE_MS, alarm)
  }
  const done = Promise.all(readers.map(keep))
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}

/**
 * Calls `work` until stopped: at once again when it did something, else after a pause. A failure is tried again, each time
 * after a pause twice as long, up to `longest` ms.
 */
export async function keepDoing(
  what: string,
  log: Log,
  signal: AbortSignal,
  work: () => Promise<number>,
  longest = LONGEST_PAUSE_MS,
  alarm = makeAlarm(),
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let did = 0
    try {
      did = await work()
      failures = 0
    } catch (error) {
      failures++
      log[isNews(failures) ? 'warn' : 'debug']({ ...errorFacts(error), what, failures }, 'this is tried again')
    }
    if (did === 0) await alarm.rest(Math.min(longest, PAUSE_MS * 2 ** Math.max(0, failures - 1)), signal)
  }
}

const isNews = (failures: number) => failures >= WARNED_FROM && Number.isInteger(Math.log2(failures))
