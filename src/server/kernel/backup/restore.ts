/**
 * Restores a community into a new data directory: unpacks a base backup, and lets PostgreSQL replay the archived log up to the
 * chosen time.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Files } from '../files/files.ts'
import type { Log } from '../log.ts'
import {
  type Cluster,
  type Embedded,
  give,
  isServerOf,
  lastServer,
  openCluster,
  startEmbedded,
} from '../postgres/postgres.ts'
import { mustBeKeyOf, timelinesOfHolder } from './lease.ts'
import { damageOfLog, type Stored, WITHOUT_REST, whatIsStored } from './log-damage.ts'
import { serveLog } from './log-server.ts'
import { basesFor, ifDamaged, type Manifest, readableBases } from './manifest.ts'
import { IMAGE_FOLDER, imageKeyOf, imageName } from './objects.ts'
import { Damaged } from './seal.ts'
import { inTurn, unlessMissing } from './shipping.ts'
import { basesOf, followedTimeline, numbersOf } from './timelines.ts'
import { unpack } from './unpacking.ts'
import { mustGet, type Vault } from './vault.ts'

export interface RestoreParts {
  vault: Vault
  /** the new data directory, which must not exist or must be empty */
  to: string
  /** null: everything that is in the backup */
  at: Date | null
  /** null: that of the instance that stores its backups here */
  timeline: number | null
  /** restores what came before a file of the log that is damaged or missing, instead of failing there */
  beforeDamage: boolean
  log: Log
  /** sentences about the progress */
  say(sentence: string): void
}

interface Replayed extends RestoreParts {
  timeline: number
  stored: Stored
}

export interface Restored {
  base: Manifest
  /** runs on the new data directory; the caller stops it */
  database: Embedded
  /** false: the backup ends before the chosen time, and everything in it was restored */
  reachedTime: boolean
  /** the sentence about the file of the log before which the restore has ended; null: it has come to its end */
  damage: string | null
}

export async function restore(parts: RestoreParts): Promise<Restored> {
  const { to, at, say } = parts
  const { bases, stored, timeline } = await chooseBases(parts)
  const [newest] = bases
  await mustBeEmpty(to)
  // before there are files: for root, it finds out as which user PostgreSQL can run here
  const cluster = openCluster(to)
  if (cluster.version !== newest.postgres)
    throw new Error(
      `This backup was made by PostgreSQL ${newest.postgres}, and this version of the program has ${cluster.version}. Restore it with version ${newest.program} of the program.`,
    )
  await mustFit(newest, cluster.dataDir)
  const base = await unpackFirst(parts, bases, stored, cluster)
  writeFileSync(join(cluster.dir, 'recovery.signal'), '')
  giveAll(cluster, cluster.dir)
  say(at ? `Replaying the log up to ${at.toISOString()}...` : 'Replaying the log to its end...')
  return { base, ...(await replay({ ...parts, timeline, stored }, cluster)) }
}

export const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`

/** Unpacks the first base backup that is whole. The log reaches back to each of them. */
async function unpackFirst(
  { vault, say }: RestoreParts,
  bases: Bases,
  stored: Stored,
  cluster: Cluster,
): Promise<Manifest> {
  const faults: string[] = []
  for (const [at, base] of bases.entries()) {
    say(`Unpacking the base backup of ${base.started_at} (${megabytes(base.raw_bytes)})...`)
    const fault = await unpack(vault, base, cluster.dataDir).then(() => null, ifDamaged)
    if (fault === null) return base
    faults.push(fault)
    if (at < bases.length - 1) say(`It is damaged: ${fault} The base backup before it is taken.`)
    for (const name of await readdir(cluster.dataDir)) await rm(join(cluster.dataDir, name), { recursive: true })
  }
  const later = stored.bases.find(({ ended_at }) => ended_at > bases[0].ended_at)
  const next = later ? ` The earliest time that can be restored is ${later.ended_at}.` : ''
  throw new Damaged(`${faults[0]} No other base backup reaches back to that time.${next}`)
}

/** At least one, the newest first. */
type Bases = [Manifest, ...Manifest[]]

async function chooseBases({
  vault,
  at,
  timeline: chosen,
  say,
}: RestoreParts): Promise<{ bases: Bases; stored: Stored; timeline: number }> {
  await mustBeKeyOf(vault)
  const { bases: all, faults } = await readableBases(vault)
  const stored = await whatIsStored(vault, all)
  const { histories } = stored
  if (all.length === 0 && faults.length > 0) throw new Damaged(faults.at(-1))
  for (const fault of faults) say(`A base backup is damaged, and others are used: ${fault}`)
  const timeline = chosen ?? followedTimeline(await timelinesOfHolder(vault), histories, all)
  const numbers = numbersOf(histories, all)
  if (all.length > 0 && !numbers.includes(timeline))
    throw new Error(`There is no timeline ${timeline} in ${vault.description}. It has: ${numbers.join(', ')}.`)
  mustHaveHistory(timeline, stored)
  if (numbers.length > 1)
    say(`The backup has the timelines ${numbers.join(', ')}; the restore follows timeline ${timeline}.`)
  const bases = basesOf(timeline, histories, all)
  const [first] = bases
  if (!first) throw new Error(`There is no base backup in ${vault.description}.`)
  const [newest, ...older] = basesFor(bases, at)
  if (!newest) throw new Error(`The oldest time that can be restored is ${first.ended_at}.`)
  return { bases: [newest, ...older], stored, timeline }
}

/** Without it PostgreSQL would follow another timeline in silence. */
function mustHaveHistory(timeline: number, { histories, historyFaults, bases }: Stored): void {
  const fault = historyFaults.get(timeline)
  if (!fault) return
  const others = numbersOf(histories, bases).filter((number) => !historyFaults.has(number))
  throw new Damaged(
    `${fault} Without it, timeline ${timeline} cannot be restored. To restore another one, add --timeline with its number: ${others.join(', ')}.`,
  )
}

async function mustBeEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch(unlessMissing)
  if (found?.length) throw new Error(`${folder} is not empty. A restore needs a new folder.`)
}

/** The log that is replayed needs space, too. */
const SPARE_BYTES = 1e9

async function mustFit({ raw_bytes }: Manifest, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = raw_bytes * 1.1 + SPARE_BYTES
  if (bavail * bsize < needed)
    throw new Error(`The restore needs ${megabytes(needed)} in ${folder}, and ${megabytes(bavail * bsize)} are free.`)
}

/** By the path of the folder. */
const removals = new Map<string, Promise<void>>()

/**
 * Ends the server of a restore that was broken off, and removes the folder. Also for one that was killed: its server may still
 * be running. A signal and the failure that follows it both ask for this: the second caller waits for the first removal, because
 * a server that is ending has no pid file any more, and its folder must stay until it has ended.
 */
export function removeRestore(to: string): Promise<void> {
  const running = removals.get(to)
  if (running) return running
  const removal = endAndRemove(to).finally(() => removals.delete(to))
  removals.set(to, removal)
  return removal
}

async function endAndRemove(to: string): Promise<void> {
  // under its new name nothing starts there again, and what still writes to the old one fails. Nobody else uses this name
  const gone = `${to}.fatherkin-removed`
  await rename(to, gone).catch(unlessMissing)
  const dir = join(gone, 'postgres')
  const pid = lastServer({ dir })?.pid
  if (pid && isServerOf(dir, pid)) process.kill(pid, 'SIGQUIT')
  while (pid && isServerOf(dir, pid)) await sleep(20)
  await rm(gone, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/** PostgreSQL's words if the log ends before the time that it should replay up to. */
const TOO_SHORT = /recovery ended before configured recovery target was reached/

async function replay(parts: Replayed, cluster: Cluster): Promise<Omit<Restored, 'base'>> {
  const { at } = parts
  try {
    return { ...(await startReplaying(parts, cluster, at)), reachedTime: true }
  } catch (error) {
    if (!at || !TOO_SHORT.test((error as Error).message)) throw error
    // everything that can be restored is older than the chosen time
    return { ...(await startReplaying(parts, cluster, null)), reachedTime: false }
  }
}

/** "2026-11-26 10:15:00.000+00": this setting does not know the form with T and Z. */
const settingOf = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '+00')

async function startReplaying(parts: Replayed, cluster: Cluster, at: Date | null) {
  const { vault, timeline, beforeDamage, stored, log } = parts
  const spool = join(cluster.dataDir, 'restoring')
  await mkdir(spool, { recursive: true, mode: 0o700 })
  give(cluster, spool)
  const server = await serveLog({
    ...{ vault, stored, spool, give: (file: string) => give(cluster, file), timeline, endsAtDamage: beforeDamage, log },
  })
  const damage = () => {
    const failure = server.failure()
    return failure?.error instanceof Damaged ? damageOfLog(failure.error.message, failure.file, stored) : null
  }
  try {
    const database = await startEmbedded({
      dataDir: cluster.dataDir,
      log,
      settings: {
        restore_command: server.command,
        recovery_target_timeline: String(timeline),
        recovery_target_action: 'promote',
        ...(at && { recovery_target_time: settingOf(at) }),
        // connections are accepted when everything has been replayed
        hot_standby: 'off',
      },
    })
    return { database, damage: damage() }
  } catch (error) {
    if (TOO_SHORT.test((error as Error).message)) throw error
    const sentence = damage()
    if (sentence) throw new Damaged(`${sentence} ${WITHOUT_REST}`)
    throw server.failure()?.error ?? error
  } finally {
    await server.stop()
    await rm(spool, { recursive: true, force: true })
  }
}

/** To the user that PostgreSQL runs as, with everything below it. */
function giveAll(cluster: Cluster, folder: string): void {
  give(cluster, folder)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    give(cluster, join(entry.parentPath, entry.name))
}

/** Restores the images that the restored database has. Returns the keys of those that are not in the backup, or damaged there. */
export async function restoreImages(
  vault: Vault,
  files: Pick<Files, 'get' | 'put'>,
  inUse: AsyncIterable<string>,
): Promise<string[]> {
  const keys: string[] = []
  for await (const key of inUse) keys.push(key)
  const missing: string[] = []
  await inTurn(keys, async (key) => {
    // a bucket has outlived the database
    if (await files.get(key)) return
    const bytes = await vault.get(imageName(key)).catch(ifDamaged)
    if (bytes && typeof bytes !== 'string') await files.put(key, bytes, 'image/webp')
    else missing.push(key)
  })
  return missing
}

/** Looks for the images that the restored database has, and restores none. Opens some of them. Returns the missing keys. */
export async function checkImages(vault: Vault, inUse: AsyncIterable<string>): Promise<string[]> {
  const stored = new Set<string>()
  for await (const name of vault.list(IMAGE_FOLDER)) stored.add(imageKeyOf(name))
  const [missing, present]: [string[], string[]] = [[], []]
  for await (const key of inUse) (stored.has(key) ? present : missing).push(key)
  const every = Math.max(1, Math.floor(present.length / OPENED_IMAGES))
  await inTurn(
    present.filter((_, at) => at % every === 0),
    async (key) => void (await mustGet(vault, imageName(key))),
  )
  return missing
}
const OPENED_IMAGES = 100
