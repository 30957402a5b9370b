/**
 * Which data directory stores its backups in a target. An object in the target names it. A restored or copied directory is another
 * one, so it neither stores nor removes anything there, until an operator says that it takes over.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Config } from '#config'
import type { Log } from '../log.ts'
import { TargetFault } from './faults.ts'
import { keyWarnings } from './key-place.ts'
import { ifDamaged } from './manifest.ts'
import { INSTANCE, LEASE } from './objects.ts'
import { Damaged, Unreadable } from './seal.ts'
import { lastEvent, noteEvent } from './state.ts'
import { timelinesIn } from './timelines.ts'
import { openVault, type Vault } from './vault.ts'

const Lease = z.object({
  /** see holderOf */
  holder: z.string(),
  /** for sentences */
  folder: z.string(),
  /** for sentences: the same path on two machines is two instances; leases of older versions have none */
  host: z.string().optional(),
  at: z.string(),
  /** see timelinesIn; leases of older versions have none */
  timelines: z.array(z.number().int()).optional(),
})
export type Lease = z.infer<typeof Lease>

/** An operator has to decide. The message says what. */
export class BackupRefused extends Error {}

const fileIn = (dataDir: string) => join(dataDir, 'backup-holder')

/**
 * Returns what tells this data directory from every other one: its path, and a file in it that a restore does not bring. A copy of
 * the directory has the same content in another file, which the number of the file shows. Null: there is no such file yet.
 */
function holderOf(dataDir: string): string | null {
  if (!existsSync(fileIn(dataDir))) return null
  const { ino } = statSync(fileIn(dataDir), { bigint: true })
  const words = [readFileSync(fileIn(dataDir), 'utf8').trim(), realpathSync(dataDir), String(ino)]
  return createHash('sha256').update(words.join('\n')).digest('hex')
}

function mustHaveHolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(fileIn(dataDir)))
    writeFileSync(fileIn(dataDir), `${randomBytes(16).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  return holderOf(dataDir)!
}

/** Returns null if there is no lease. Throws BackupRefused if the target was sealed with another key. */
export async function readLease(vault: Vault): Promise<Lease | null> {
  await mustBeKeyOf(vault)
  return leaseIn(vault)
}

async function leaseIn(vault: Vault): Promise<Lease | null> {
  const bytes = await vault.get(LEASE)
  return bytes && Lease.parse(JSON.parse(Buffer.from(bytes).toString()))
}

/** Returns null if nothing says which instance it is. A damaged lease hinders no restore. */
export async function timelinesOfHolder(vault: Vault): Promise<number[] | null> {
  const lease = await readLease(vault).catch(ifDamaged)
  return typeof lease === 'string' ? null : (lease?.timelines ?? null)
}

/** Both are small and in every target. One of them may be damaged. */
export async function mustBeKeyOf(vault: Vault): Promise<void> {
  const found = [await opens(vault, INSTANCE), await opens(vault, LEASE)]
  if (found.includes(false) && !found.includes(true))
    throw new BackupRefused(
      `BACKUP_KEY_FILE is another key than that of the backup in ${vault.description}. Find the copy; a new key cannot read this backup. To begin another backup, choose another BACKUP_TO.`,
    )
}

/** Returns null if there is no such object, or if it cannot be read. */
async function opens(vault: Vault, name: string): Promise<boolean | null> {
  try {
    return (await vault.get(name)) && true
  } catch (error) {
    if (error instanceof Unreadable) return null
    if (error instanceof Damaged) return false
    throw error
  }
}

/**
 * Throws BackupRefused if another data directory holds the target. The first one to come holds a new target; and one from before
 * there were leases is held by the directory that has stored something in it.
 */
export async function mustHold(vault: Vault, dataDir: string): Promise<void> {
  const refusal = await refusalOf(vault, dataDir)
  if (refusal) throw new BackupRefused(refusal)
  const lease = await readLease(vault)
  if (!lease) await putLease(vault, dataDir)
  else if (!isDeepStrictEqual(lease.timelines, timelinesIn(dataDir))) await putLease(vault, dataDir, lease.at)
}

/**
 * The same target, for what this data directory stores and removes there. It looks for the lease before each object: a base backup and
 * log that has waited take minutes, and an operator may let another instance take over meanwhile.
 */
export function heldBy(dataDir: string, vault: Vault): Vault {
  const mustStillHold = async () => {
    const lease = await leaseIn(vault)
    if (!lease || lease.holder !== holderOf(dataDir)) await mustHold(vault, dataDir)
  }
  return {
    ...vault,
    async put(name, bytes) {
      await mustStillHold()
      return vault.put(name, bytes)
    },
    async putOnce(name, bytes) {
      await mustStillHold()
      return vault.putOnce(name, bytes)
    },
    async remove(name) {
      await mustStillHold()
      await vault.remove(name)
    },
  }
}

/** Returns why this data directory must not store anything there; null: it may. Changes nothing in the target. */
export async function refusalOf(vault: Vault, dataDir: string): Promise<string | null> {
  const lease = await readLease(vault)
  if (lease && lease.holder === holderOf(dataDir)) return null
  if (lease && isSamePlace(lease, dataDir))
    return `${vault.description} is held since ${lease.at} by another directory that was in the place of ${dataDir} before this one: this one is a restored or copied one. It stores no backups, and removes none. ${takeOverWords(dataDir)}`
  if (lease) return sentenceOf(vault, dataDir, `is held since ${lease.at} by ${placeOf(lease)}`)
  const hasStored = lastEvent(dataDir, 'log') !== null || lastEvent(dataDir, 'base') !== null
  if (hasStored || (await vault.get(INSTANCE)) === null) return null
  return sentenceOf(vault, dataDir, 'has the backup of an instance that stored nothing from this folder')
}

/** "the instance in /var/lib/fatherkin on the machine old" */
export const placeOf = ({ folder, host }: Pick<Lease, 'folder' | 'host'>): string =>
  `the instance in ${folder}${host ? ` on the machine ${host}` : ''}`

/** A restored directory that was moved to the place of the original has its path, too. */
export const isSamePlace = ({ folder, host }: Pick<Lease, 'folder' | 'host'>, dataDir: string): boolean =>
  folder === realpathSync(dataDir) && host === hostname()

const sentenceOf = ({ description }: Vault, dataDir: string, why: string) =>
  `${description} ${why}: another instance stores its backups there. This one, ${placeOf({ folder: dataDir, host: hostname() })}, stores no backups now, and removes none. ${takeOverWords(dataDir)}`

const takeOverWords = (dataDir: string) =>
  `If this one shall take the place of the other one, or was moved here, stop the other one, and say it: DATA_DIR=${dataDir} npm run backup -- --take-over. Then start this one again.`

/**
 * Returns the lease of the other instance that was replaced; null: there was none. A new base backup is due then: from those that the other instance has
 * stored meanwhile, nothing of this one can be restored.
 */
export async function takeOver(vault: Vault, dataDir: string): Promise<Lease | null> {
  const before = await readLease(vault).catch((error) => {
    // a damaged one is replaced
    if (error instanceof Damaged) return null
    throw error
  })
  const own = holderOf(dataDir)
  await putLease(vault, dataDir)
  if (before?.holder === own) return null
  if (lastEvent(dataDir, 'base')) noteEvent(dataDir, 'base', null)
  return before
}

async function putLease(vault: Vault, dataDir: string, at = new Date().toISOString()): Promise<void> {
  const lease: Lease = {
    holder: mustHaveHolder(dataDir),
    folder: realpathSync(dataDir),
    host: hostname(),
    at,
    timelines: timelinesIn(dataDir),
  }
  await vault.put(LEASE, Buffer.from(JSON.stringify(lease)))
}

/** A start does not wait for a target that is away. */
const SHORT_PATIENCE = { timeoutMs: 5000, tries: 1 }

/**
 * For the start of the program. Returns false if another instance stores its backups in the target, or if it has another key: this
 * one then runs without storing anything there. If the target does not respond, what is written waits for it.
 */
export async function mayStore(backup: NonNullable<Config['backup']>, dataDir: string, log: Log): Promise<boolean> {
  const vault = await openVault(backup, SHORT_PATIENCE)
  for (const warning of keyWarnings(backup.keyFile, dataDir)) log.warn({}, warning)
  try {
    await mustHold(vault, dataDir)
  } catch (error) {
    // what is written waits for the target
    if (error instanceof TargetFault) log.error({}, error.message)
    if (!(error instanceof BackupRefused)) return true
    log.error({}, error.message)
    return false
  }
  return true
}
