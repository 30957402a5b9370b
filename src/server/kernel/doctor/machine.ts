/** The disk and the clock. */
import { statfs } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { amount, type Finding, good, look, wrong } from './finding.ts'

const GIGABYTE = 1e9
/** Below these the disk is nearly full: PostgreSQL stops when it cannot write its log. In bytes, and as a share. */
const DISK = { wrong: 1 * GIGABYTE, look: 5 * GIGABYTE, share: 0.1 }

interface Space {
  bavail: number
  blocks: number
  bsize: number
}

/** `statsOf` reads the space of the disk that holds a folder. */
export async function checkDisk(
  folder: string,
  statsOf: (folder: string) => Promise<Space> = statfs,
): Promise<Finding> {
  const { bavail, blocks, bsize } = await statsOf(folder)
  const free = bavail * bsize
  const words = `${(free / GIGABYTE).toFixed(1)} GB of the disk of DATA_DIR are free`
  if (free < DISK.wrong)
    return wrong(
      `Only ${words}. When it is full, the database stops, and nothing that members write is stored: make room now.`,
    )
  return free < DISK.look || free < blocks * bsize * DISK.share
    ? look(`${words}. Make room, or get a larger disk, before it is full: the database then stops.`)
    : good(`${words}.`)
}

/** In ms. Sessions and signed links use the program's clock, and rounds and events that of the database. */
const MAX_CLOCK_DIFFERENCE_MS = 5000

export async function checkClock(db: Kysely<DB>, now = () => Date.now()): Promise<Finding> {
  const before = now()
  const { rows } = await sql<{
    at: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
  const middle = (before + now()) / 2
  const apart = Math.abs(rows[0]!.at - middle)
  if (apart <= MAX_CLOCK_DIFFERENCE_MS) return good('The clocks of the program and of the database agree.')
  return wrong(
    `The clocks of the program and of the database differ by ${amount(Math.round(apart / 1000), 'second')}: links in mails end too early or too late, and rounds open at the wrong time. Set both by NTP (timedatectl set-ntp true).`,
  )
}
