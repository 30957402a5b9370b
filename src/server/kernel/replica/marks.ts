/**
 * Write marks: the position in the write-ahead log (LSN) after the last write of a member, and after the last write that hides
 * something from everyone. They are on the primary, so they hold for all processes, devices and access tokens.
 */
import type { Database } from '../postgres/postgres.ts'

/** The slot of writes that everyone must see. */
const EVERYONE = -1
/** Members share slots. A shared slot costs some reads on the primary, and the table never grows beyond this. */
const SLOTS = 16_384

/** What a read must contain: everything up to `lsn`, in the history that `epoch` names. */
export interface Floor {
  epoch: string
  lsn: number
}

// the log position is taken after the commit of what was written; the mark itself writes no log
const MARK = `insert into write_marks as m (slot, lsn) values ($1, pg_current_wal_insert_lsn())
  on conflict (slot) do update set lsn = greatest(m.lsn, excluded.lsn)`
// without the row there is no epoch, and everyone reads from the primary
const MARK_EVERYONE = 'update write_marks set lsn = greatest(lsn, pg_current_wal_insert_lsn()) where slot = $1'
const FLOOR = `select e.epoch, (at - '0/0')::bigint as lsn, (pg_walfile_name_offset(at)).file_offset as offset
  from write_marks e left join write_marks m on m.slot = $2, greatest(e.lsn, m.lsn) as at where e.slot = $1`

interface Found extends Floor {
  /** of `lsn`, in its segment of the log */
  offset: number
}

export interface Marks {
  /** Call it after the commit, and before the answer. Null: the write may have hidden something from others. */
  write(member: string | null): Promise<void>
  /** Returns null if nothing is known, after a crash or a promotion. */
  floorOf(member: string): Promise<Floor | null>
}

export const makeMarks = ({ pool, reading }: Pick<Database, 'pool' | 'reading'>): Marks => ({
  async write(member) {
    if (member === null) await pool.query(MARK_EVERYONE, [EVERYONE])
    else await pool.query(MARK, [slotOf(member)])
  },
  async floorOf(member) {
    const values = [EVERYONE, slotOf(member)]
    const rows =
      (await reading.read<Found>('fk_write_floor', FLOOR, values)) ?? (await pool.query<Found>(FLOOR, values)).rows
    const [found] = rows
    return found ? { epoch: found.epoch, lsn: endOfRecord(found.lsn, found.offset) } : null
  },
})

/** FNV-1a. */
function slotOf(member: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < member.length; at++) hash = Math.imul(hash ^ member.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % SLOTS
}

const PAGE_BYTES = 8192
const PAGE_HEADER_BYTES = 24
/** of the first page of a segment */
const SEGMENT_HEADER_BYTES = 40

/**
 * If the last record ends with its page, PostgreSQL reports the next insert position behind the header of the next page. A
 * replica reports the end of the record, which is the end of the page. `offset` is that of `lsn` in its segment.
 */
export function endOfRecord(lsn: number, offset: number): number {
  if (offset === SEGMENT_HEADER_BYTES) return lsn - SEGMENT_HEADER_BYTES
  return lsn % PAGE_BYTES === PAGE_HEADER_BYTES ? lsn - PAGE_HEADER_BYTES : lsn
}
