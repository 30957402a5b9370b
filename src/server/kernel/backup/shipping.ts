/**
 * Continuous part of the backup: stores each finished file of the write-ahead log, and each new image, as soon as it is there.
 * Until then they wait in DATA_DIR/backup: nothing is lost while the target is away, and nothing when the program is killed.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Files } from '../files/files.ts'
import { errorFacts, type Log } from '../log.ts'
import { failureOf, TargetFault } from './faults.ts'
import { BackupRefused, heldBy, mustHold } from './lease.ts'
import { INSTANCE, imageName, isBackupHistory, isLogFile, logName, segmentNumber } from './objects.ts'
import { backupFolder, lastEvent, noteEvent } from './state.ts'
import type { Vault } from './vault.ts'

const PAUSE_MS = 1000
/** How long a stop waits for a target that does not respond. What is left is stored after the next start. */
const LAST_MS = 10_000
/** After a failure: the target is away, and each attempt compresses and encrypts again. */
const PAUSE_AFTER_FAILURE_MS = 10_000
/** Files that are under way at the same time. A segment has 16 MB. */
const AT_ONCE = 3

const logFolder = (dataDir: string) => join(backupFolder(dataDir), 'log')
const imageFolder = (dataDir: string) => join(backupFolder(dataDir), 'images')

export interface Shipping {
  /** the last attempt has failed */
  isTargetAway(): boolean
  /** Stores what is still waiting; gives up after some seconds if the target is away. */
  stop(): Promise<void>
}

export interface ShippingParts {
  dataDir: string
  /** the system identifier of the database, once: two instances must not share a target */
  system?: string | undefined
  vault: Vault
  files: Pick<Files, 'get'>
  log: Log
}

export function startShipping(parts: ShippingParts): Shipping {
  const { dataDir, log } = parts
  const ending = new AbortController()
  let [failed, isKnown, wasRefused] = [false, false, false]
  const attempt = async () => {
    try {
      await shipAll(isKnown ? { ...parts, system: undefined } : parts)
      isKnown = true
      if (failed)
        log.info({}, wasRefused ? 'this instance stores its backups again' : 'the target of the backups answers again')
      failed = false
      if (lastEvent(dataDir, 'store-failure')) noteEvent(dataDir, 'store-failure', null)
    } catch (error) {
      const isClear = error instanceof BackupRefused || error instanceof TargetFault
      const sentence = isClear ? error.message : 'what is written does not reach the backup; it is tried again'
      if (!failed) log.error(isClear ? {} : errorFacts(error), sentence)
      failed = true
      wasRefused = error instanceof BackupRefused
      noteFailure(parts, error)
    }
  }
  const running = (async () => {
    while (!ending.signal.aborted) {
      await attempt()
      await sleep(failed ? PAUSE_AFTER_FAILURE_MS : PAUSE_MS, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()
  return {
    isTargetAway: () => failed,
    async stop() {
      ending.abort()
      const last = running.then(attempt)
      await Promise.race([last, sleep(LAST_MS, undefined, { ref: false })])
    },
  }
}

/** For the doctor, which may run as another user than the program. That another instance holds the target, he sees by himself. */
function noteFailure({ dataDir, vault, log }: ShippingParts, error: unknown): void {
  if (error instanceof BackupRefused) return
  try {
    noteEvent(dataDir, 'store-failure', {
      at: new Date().toISOString(),
      target: vault.description,
      ...failureOf(error, vault.description),
    })
  } catch (failure) {
    log.error(errorFacts(failure), 'why the backup failed could not be noted in DATA_DIR')
  }
}

/** Stores everything that waits. Throws at the first failure; what has not been stored still waits then. */
export async function shipAll({ dataDir, system, files, ...parts }: ShippingParts): Promise<void> {
  const vault = heldBy(dataDir, parts.vault)
  const waiting = (await namesIn(logFolder(dataDir))).filter((name) => isLogFile(name) || isBackupHistory(name)).sort()
  // before the log, and listed after it: no log in the backup mentions an image that is not there
  const images = await namesIn(imageFolder(dataDir))
  if (system || waiting.length > 0 || images.length > 0) await mustHold(vault, dataDir)
  if (system) await vault.putOnce(INSTANCE, Buffer.from(system))
  await inTurn(images, async (key) => {
    const bytes = await files.get(key)
    // removed again by its member meanwhile
    if (bytes) await vault.put(imageName(key), bytes)
    await rm(join(imageFolder(dataDir), key), { force: true })
  })
  const stored: string[] = []
  let noted = 0
  await inTurn(waiting, async (name) => {
    const path = join(logFolder(dataDir), name)
    // null: `npm run backup` has stored it at the same moment
    const bytes = isLogFile(name) ? await readFile(path).catch(unlessMissing) : null
    if (bytes) await vault.putOnce(logName(name), bytes)
    stored.push(name)
    // in this order, whichever of them is stored first; until it is noted, a file stays, and is stored again after a failure
    while (stored.includes(waiting[noted]!)) {
      const next = waiting[noted++]!
      noteShipped(dataDir, next, vault.description)
      await rm(join(logFolder(dataDir), next), { force: true })
    }
  })
}

/** After a gap in the log nothing later can be restored from the base backups before it, so a new one is due. */
function noteShipped(dataDir: string, file: string, target: string): void {
  if (file.length !== 24) return
  const last = lastEvent(dataDir, 'log')?.file
  if (last && !follows(last, file)) noteEvent(dataDir, 'base', null)
  noteEvent(dataDir, 'log', {
    at: new Date().toISOString(),
    target,
    file: last && last.slice(8) > file.slice(8) && last.slice(0, 8) >= file.slice(0, 8) ? last : file,
  })
}

/** Segments are numbered over all timelines; a file that is stored again is no gap. */
export const follows = (last: string, file: string): boolean => segmentNumber(file) <= segmentNumber(last) + 1n

/** A few at a time, in this order. */
export async function inTurn<T>(all: readonly T[], handle: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(handle))
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(unlessMissing)) ?? []

/** For a file or a folder that need not exist. */
export function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Notes each new file, so that the process that owns the database stores it. Does nothing where there are no backups. */
export function withFilesNoted(files: Files, dataDir: string): Files {
  return {
    ...files,
    async put(key, bytes, type) {
      await files.put(key, bytes, type)
      // the folder of the log exists where the embedded database archives
      if (!existsSync(logFolder(dataDir))) return
      mkdirSync(imageFolder(dataDir), { recursive: true, mode: 0o700 })
      writeFileSync(join(imageFolder(dataDir), key), '')
    },
  }
}

/** Files that wait for the program, and those that PostgreSQL has not copied yet: a full disk keeps it from that. */
export async function waitingLog(dataDir: string): Promise<{ files: number; oldestMs: number }> {
  const timesIn = async (folder: string, isWaiting: (name: string) => boolean) => {
    const names = (await namesIn(folder)).filter(isWaiting)
    return Promise.all(names.map(async (name) => (await stat(join(folder, name)).catch(unlessMissing))?.mtimeMs))
  }
  const times = [
    ...(await timesIn(logFolder(dataDir), isLogFile)),
    ...(await timesIn(join(dataDir, 'postgres/pg_wal/archive_status'), (name) => name.endsWith('.ready'))),
  ].filter((time) => time !== undefined)
  return { files: times.length, oldestMs: times.length ? Date.now() - Math.min(...times) : 0 }
}
