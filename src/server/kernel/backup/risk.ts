/**
 * What would be lost if the machine were lost now: compares the newest write of the server with the newest file of the log that
 * the target holds. The doctor and the metrics use the same comparison.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { segmentNumber } from './objects.ts'
import { type BackupEvent, lastEvent } from './state.ts'
import { parseLsn } from './timelines.ts'

/** Where the server is. */
export interface Position {
  /** the end of the log */
  lsn: bigint
  /** Changes with each transaction that ends and has written; an idle server writes to its log without one. */
  snapshot: string
}

/** The snapshot is taken before the position is read, so the log up to the position has all transactions that it shows. */
export const POSITION = 'select pg_current_snapshot()::text as snapshot, pg_current_wal_insert_lsn()::text as lsn'
export const positionOf = ({ snapshot, lsn }: { snapshot: string; lsn: string }): Position => ({
  snapshot,
  lsn: parseLsn(lsn),
})

/** For programs that have no connection of their own for this. */
export async function readPosition(db: Kysely<DB>): Promise<Position> {
  const { rows } = await sql<{ snapshot: string; lsn: string }>`
    select pg_current_snapshot()::text as snapshot, pg_current_wal_insert_lsn()::text as lsn`.execute(db)
  return positionOf(rows[0]!)
}

const SEGMENT_BYTES = 16n * 1024n * 1024n
export const segmentOf = ({ lsn }: Pick<Position, 'lsn'>) => lsn / SEGMENT_BYTES

/** A new file begins with so many bytes, which are no write. */
const HEADER_BYTES = 40n

/** True if the log up to this position is in this file or before it. */
export const isIn = (file: string | undefined, lsn: bigint): boolean =>
  file !== undefined && lsn <= (segmentNumber(file) + 1n) * SEGMENT_BYTES + HEADER_BYTES

/**
 * For how many seconds the oldest write that is not in the target has been there; 0: everything is in the target; null: no program has
 * looked from this directory yet. `now`: where the server is; null: it does not respond, so the last note counts.
 */
export function secondsAtRisk(dataDir: string, now: Position | null, time = Date.now()): number | null {
  const note = lastEvent(dataDir, 'position')
  return note && riskOf(note, lastEvent(dataDir, 'log')?.file, now, time)
}

const secondsSince = (at: string, time: number) => Math.max(0, (time - Date.parse(at)) / 1000)

/** Pure. `file` is the newest one in the target. */
export function riskOf(
  note: BackupEvent<'position'>,
  file: string | undefined,
  now: Position | null,
  time: number,
): number {
  if (note.since && !isIn(file, BigInt(note.lsn))) return secondsSince(note.since, time)
  if (!now || now.snapshot === note.snapshot || isIn(file, now.lsn)) return 0
  return secondsSince(note.at, time)
}
