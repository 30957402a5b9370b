/**
 * `npm run restore -- --at TIME --to DIR`: restores the community of BACKUP_TO into a new data directory, as it was at this time.
 * Without `--at`: everything that is in the backup. `-- --prove` restores into a scratch folder, recounts, and removes it.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Config, readConfig } from './config.ts'
import {
  backupFolder,
  checkImages,
  failureOf,
  giveWay,
  noteEvent,
  openVault,
  placingLines,
  removeRestore,
  restore,
  restoreImages,
} from './server/kernel/backup/backup.ts'
import { areInDataDir, makeFiles } from './server/kernel/files/files.ts'
import { makeLog } from './server/kernel/log.ts'
import { type Database, openDatabase } from './server/kernel/postgres/postgres.ts'
import { imageKeysInUse } from './server/media/media.ts'
import { recount } from './server/recounts/recounts.ts'

const USAGE =
  'Usage: npm run restore -- --to DIR [--at 2026-11-26T10:15:00Z] [--timeline N] [--before-damage], or npm run restore -- --prove'
const log = makeLog('error')

try {
  const { values } = parseArgs({
    options: {
      ...{ at: { type: 'string' }, to: { type: 'string' }, timeline: { type: 'string' }, prove: { type: 'boolean' } },
      'before-damage': { type: 'boolean', default: false },
    },
  })
  const config = readConfig(process.env)
  if (values.prove) await prove(config)
  else if (values.to) {
    const to = resolve(values.to)
    const { faults } = await restoreTo(
      config,
      { to, at: timeOf(values.at), timeline: numberOf(values.timeline), beforeDamage: values['before-damage'] },
      false,
    )
    for (const fault of faults) console.log(fault)
    console.log(`Look at it, on this machine only: npm start -- --look ${to}`)
    for (const line of placingLines(to, config.dataDir)) console.log(line)
    // it can be used, and somebody must look at it
    if (faults.length > 0) process.exitCode = 1
  } else throw new Error(USAGE)
} catch (error) {
  console.error(failureOf(error, 'The target of BACKUP_TO').sentence)
  process.exitCode = 1
}

/** A time without a zone would be another one on another machine. */
function timeOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text)
  if (!hasZone || Number.isNaN(Date.parse(text)))
    throw new Error(
      `--at must be a time with its zone, such as 2026-11-26T10:15:00Z or 2026-11-26T11:15:00+01:00; it is "${text}".`,
    )
  return new Date(text)
}

function numberOf(timeline: string | undefined): number | null {
  if (timeline === undefined) return null
  if (/^[1-9]\d{0,8}$/.test(timeline)) return Number(timeline)
  throw new Error(`--timeline must be a number; it is "${timeline}".`)
}

interface Restoring {
  to: string
  at: Date | null
  timeline: number | null
  beforeDamage: boolean
}

interface Outcome {
  /** the time of the last transaction that was restored, ISO 8601 */
  reached: string | null
  seconds: number
  /** sentences about what is not as it should be */
  faults: string[]
}

/** `isProof`: images are looked for, and not copied. */
async function restoreTo(config: Config, { to, at, ...chosen }: Restoring, isProof: boolean): Promise<Outcome> {
  if (!config.backup)
    throw new Error('Say where the backup is: BACKUP_TO=FOLDER or s3://bucket/prefix, and BACKUP_KEY_FILE=FILE.')
  const vault = await openVault(config.backup)
  endWith(to)
  const began = Date.now()
  const isNew = !existsSync(to)
  const restoring = restore({ ...chosen, vault, to, at, log, say: console.log })
  const {
    database: server,
    reachedTime,
    damage,
  } = await restoring.catch(async (error) => {
    // it was empty or did not exist, so what is in it is ours
    if (isNew) await removeRestore(to)
    throw error
  })
  // from here on the words of the members are there, and stay, whatever else fails
  try {
    const database = openDatabase(server.url, 2, log, { statement_timeout: 0, query_timeout: 0 })
    const inUse = imageKeysInUse(database.db)
    const missing = isProof ? await checkImages(vault, inUse) : await restoreImages(vault, filesOf(config, to), inUse)
    const { reached, faults } = await examine(database)
    await database.close()
    if (missing.length > 0) faults.push(`${missing.length} images are missing, the first is ${missing[0]}.`)
    if (damage) faults.push(damage, ...(at && !reachedTime ? [`It does not reach ${at.toISOString()}.`] : []))
    else if (!reachedTime) console.log('The backup ends before that time: everything in it was restored.')
    const seconds = Math.round((Date.now() - began) / 1000)
    console.log(`Restored into ${to} in ${seconds} seconds, up to ${reached ?? 'the time of the base backup'}.`)
    return { reached, seconds, faults }
  } finally {
    await server.stop()
  }
}

/** Where the restored instance looks for images, if it is started with the same variables. */
function filesOf(config: Config, to: string) {
  return makeFiles({ filesDir: areInDataDir(config) ? join(to, 'files') : config.filesDir, s3: config.s3 })
}

/** PostgreSQL would go on without this process. What is not complete is removed, if it was not there before. */
function endWith(to: string): void {
  if (existsSync(to)) return
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void removeRestore(to).finally(() => process.exit(1)))
}

/** Compares every count with its rows. */
async function examine({ db }: Database): Promise<Pick<Outcome, 'reached' | 'faults'>> {
  const counts = await recount(db)
  const faults = counts.flatMap(({ name, wrong }) =>
    wrong > 0 ? [`The count of ${name} is wrong ${wrong} times.`] : [],
  )
  const { rows } = await sql<{ reached: Date | null }>`select pg_last_xact_replay_timestamp() as reached`.execute(db)
  const rowsOf = (name: string) => counts.find((one) => one.name === name)?.rows
  console.log(
    `Recounted: ${rowsOf('posts of members')} members, ${rowsOf('comments of posts')} posts, ${counts.length} kinds of counts.`,
  )
  return { reached: rows[0]?.reached?.toISOString() ?? null, faults }
}

/** Restores the newest state into a scratch folder beside the instance, and notes that it could be restored. */
async function prove(config: Config): Promise<void> {
  giveWay()
  const folder = await scratchFolder(config)
  try {
    const { reached, seconds, faults } = await restoreTo(
      config,
      { to: folder, at: null, timeline: null, beforeDamage: false },
      true,
    )
    if (faults.length > 0) throw new Error(faults.join(' '))
    console.log('It is proved that the backup can be restored. The restored copy is removed again.')
    noteEvent(config.dataDir, 'proof', { at: new Date().toISOString(), reached: reached ?? '', seconds })
    noteEvent(config.dataDir, 'proof-failure', null)
  } catch (error) {
    const { sentence } = failureOf(error, 'The target of BACKUP_TO')
    noteEvent(config.dataDir, 'proof-failure', { at: new Date().toISOString(), sentence })
    throw error
  } finally {
    await removeRestore(folder)
  }
}

/** There is one proof at a time, so an older folder is that of one that was killed. */
async function scratchFolder({ dataDir }: Config): Promise<string> {
  const folder = join(backupFolder(dataDir), 'proof')
  await removeRestore(folder)
  return folder
}
