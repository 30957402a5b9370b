/**
 * Readers of the stream of facts (docs/decisions/036). A reader reacts to facts in the transaction that moves its
 * cursor, in the order of the transactions that wrote them: to each fact once. No fact is skipped, however late it
 * commits.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Live } from '../live/live.ts'
import { errorFacts, type Log } from '../log.ts'
import { inSavepoint, isOutage } from '../postgres/postgres.ts'
import { wakeUpName } from './facts.ts'
import { makeAlarm } from './interruptible-pause.ts'

export interface Fact<Kind extends string = string> {
  id: number
  kind: Kind
  /** null if there is none, or if the actor is hidden */
  actor_id: string | null
  data: Record<string, unknown>
  created_at: Date
}

export interface Reader<Kind extends string = string> {
  /** the name of its row in `readers`: small letters and underscores */
  name: string
  kinds: readonly Kind[]
  /** It is woken after the commit of such a fact, and does not wait for its next regular read. */
  isPrompt?: true
  /**
   * Facts per transaction, if `BATCH_SIZE` would be too many: each fact of this reader causes many rows. It rests after each full
   * batch for as long as the batch took, so that it does not slow down everybody else.
   */
  batchSize?: number
  /** Called with the facts of its kinds, oldest first, in the transaction that moves the cursor. */
  react(db: Kysely<DB>, facts: Fact<Kind>[]): Promise<void>
}

/** A reader that reacts to facts of this kind, perhaps among others. */
export interface ReactsTo<Kind extends string> {
  name: string
  react: (db: Kysely<DB>, facts: Fact<Kind>[]) => Promise<void>
}

/** The maximum number of facts per transaction. It is short, because readers wait for every older transaction. */
const BATCH_SIZE = 500
const PAUSE_MS = 500
/** The longest pause after failures, in ms: readers catch up at most five seconds after a failure ends. */
const MAX_PAUSE_MS = 5000
/** The longest rest of a reader with a batch size of its own, in ms. */
const MAX_REST_MS = 200
/** One or two failures may be a busy moment. From this number on, each doubling of it is logged as a warning. */
const WARN_AFTER_FAILURES = 4
/** After so many failures of a batch its facts are read one by one. A single fact is tried as often. */
const MAX_BATCH_FAILURES = 3
/** After so many failures (half a minute) a fact is parked even if the failure is a database outage or a timeout. */
const MAX_FAILURES_BEFORE_PARKING = 10

/** Reads one batch. Returns how many facts, of all kinds, the cursor moved past. */
export const readBatch = async (db: Kysely<DB>, reader: Reader): Promise<number> =>
  (await isBehind(db, reader)) ? reading(db, reader, sizeOf(reader), reader.react) : 0

const sizeOf = ({ batchSize = BATCH_SIZE }: Reader) => batchSize

/** Returns whether there are facts after the cursor, with a statement that writes nothing: mostly there are none. */
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

/**
 * Reads in batches, and after failures fact by fact, so that a fact which always fails is parked and blocks no other.
 */
function batches({ db, log }: Parts, reader: Reader): () => Promise<number> {
  let failures = 0
  // how many facts are still read one by one
  let alone = 0
  return async () => {
    try {
      const isPatient = failures < MAX_FAILURES_BEFORE_PARKING
      const began = performance.now()
      const did = alone > 0 ? await readOne({ db, log }, reader, isPatient) : await readBatch(db, reader)
      failures = 0
      if (alone > 0) {
        alone = did === 0 ? 0 : alone - 1
        return did
      }
      // a batch that is not full leaves the next facts to the next regular read
      if (did < sizeOf(reader)) return 0
      if (reader.batchSize) await pause(Math.min(MAX_REST_MS, performance.now() - began))
      return did
    } catch (error) {
      failures++
      if (failures >= MAX_BATCH_FAILURES) alone = BATCH_SIZE
      throw error
    }
  }
}

/** While `isPatient`, an outage or a busy database does not count as a failure of the fact. */
const readOne = ({ db, log }: Parts, reader: Reader, isPatient: boolean): Promise<number> =>
  reading(db, reader, 1, async (tx, facts) => {
    const [fact] = facts as [Fact]
    for (let attempt = 1; ; attempt++) {
      const failure = await inSavepoint(tx, () => reader.react(tx, facts))
      if (!failure) return
      if (isPatient && isOutage(failure.error)) throw failure.error
      if (attempt < MAX_BATCH_FAILURES && !isOutage(failure.error)) continue
      log.warn(
        { ...errorFacts(failure.error), reader: reader.name, fact: fact.id },
        'a fact is parked: it always fails',
      )
      await sql`insert into parked_facts (reader, fact_id, failure)
        values (${reader.name}, ${fact.id}::bigint, ${nameOf(failure.error)}) on conflict do nothing`.execute(tx)
      return
    }
  })

/** Returns the kind of an error and its code, without the values that its message may contain. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { code?: unknown }
  return `${error.name} ${code ?? ''}`.trim().slice(0, 300)
}

/**
 * Reads until the readers have read every fact, for seeds and tests. A fact is readable only after all transactions
 * that began before it have ended, so this may have to wait for them.
 */
export async function readAllFacts(db: Kysely<DB>, readers: readonly Reader[]): Promise<void> {
  for (const reader of readers)
    for (;;) {
      while ((await readBatch(db, reader)) > 0);
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
 * Runs each reader twice a second until stopped, and prompt ones also when a fact of theirs is recorded in any process.
 * While the database is unavailable they keep retrying.
 */
export function runReaders(
  { live, ...parts }: Parts & { live: Pick<Live, 'onNotify'> },
  readers: readonly Reader[],
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const keep = (reader: Reader) => {
    const alarm = makeAlarm()
    if (reader.isPrompt) for (const kind of reader.kinds) live.onNotify(wakeUpName(kind), alarm.wake)
    const work = batches(parts, reader)
    return runRepeatedly(`reader ${reader.name}`, parts.log, stopping.signal, work, MAX_PAUSE_MS, alarm)
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
 * Calls `work` until stopped: again immediately if it did something, otherwise after a pause. After each failure in a
 * row the pause doubles, up to `longest` ms.
 */
export async function runRepeatedly(
  what: string,
  log: Log,
  signal: AbortSignal,
  work: () => Promise<number>,
  longest = MAX_PAUSE_MS,
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

const isNews = (failures: number) => failures >= WARN_AFTER_FAILURES && Number.isInteger(Math.log2(failures))
