/** A target together with the key: stores and reads sealed objects. */
import type { Config } from '#config'
import type { Patience } from './bucket.ts'
import { TargetFault } from './faults.ts'
import { type BackupTarget, INSTANCE, LEASE } from './objects.ts'
import { type BackupKey, Damaged, readKey, seal, Unopened, Unreadable, unseal } from './seal.ts'
import { openTarget } from './target.ts'

export interface Vault extends Pick<BackupTarget, 'list' | 'entries' | 'remove' | 'fault' | 'description'> {
  /** Returns the bytes that the object takes in the target. */
  put(name: string, bytes: Uint8Array): Promise<number>
  /** Stores an object that is never changed. Throws if there is another one with this name. Returns false if it was there. */
  putOnce(name: string, bytes: Uint8Array): Promise<boolean>
  /** Returns null if there is no such object. Throws if it cannot be opened. */
  get(name: string): Promise<Uint8Array | null>
}

export const openVault = async (backup: NonNullable<Config['backup']>, patience?: Patience): Promise<Vault> =>
  makeVault(openTarget(backup, patience), await readKey(backup.keyFile))

export function makeVault(target: BackupTarget, key: BackupKey): Vault {
  const put = async (name: string, bytes: Uint8Array) => {
    const sealed = await seal(key, name, bytes)
    await target.put(name, sealed)
    return sealed.length
  }
  const read = async (name: string) => {
    try {
      return await target.get(name)
    } catch (error) {
      if (error instanceof TargetFault || isSilence(error) || !(await isAnswering(target, name))) throw error
      throw new Unreadable(`${name} cannot be read from ${target.description}: ${(error as Error).message}`)
    }
  }
  const get = async (name: string) => {
    const sealed = await read(name)
    try {
      return sealed && (await unseal(key, name, sealed))
    } catch (error) {
      if (!(error instanceof Unopened) || !(await opensAnother(target, key, name))) throw error
      throw new Damaged(`${name} is damaged. The key is right: it opens other objects of this backup.`)
    }
  }
  return {
    description: target.description,
    list: target.list,
    entries: target.entries,
    remove: target.remove,
    fault: target.fault,
    put,
    get,
    async putOnce(name, bytes) {
      const stored = await get(name)
      if (!stored) {
        await put(name, bytes)
        return true
      }
      if (Buffer.compare(stored, bytes) === 0) return false
      throw new Error(
        `${name} is in ${target.description} with other content: another instance stores its backups there.`,
      )
    },
  }
}

/** No answer came from the network: it is not known whether the target can read the object. */
const isSilence = (error: unknown) =>
  error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')

/** Whether one of the objects that are in every target can be read, other than this one. */
async function isAnswering(target: BackupTarget, name: string): Promise<boolean> {
  for (const other of [INSTANCE, LEASE].filter((one) => one !== name)) {
    const bytes = await target.get(other).catch(() => null)
    if (bytes) return true
  }
  return false
}

/** Whether the key opens one of the objects that are in every target, other than this one. */
async function opensAnother(target: BackupTarget, key: BackupKey, name: string): Promise<boolean> {
  for (const other of [INSTANCE, LEASE].filter((one) => one !== name)) {
    const opening = target.get(other).then((sealed) => sealed && unseal(key, other, sealed))
    const opened = await opening.catch(() => null)
    if (opened) return true
  }
  return false
}

/** For objects that must be there. */
export async function mustGet(vault: Pick<Vault, 'get' | 'description'>, name: string): Promise<Uint8Array> {
  const bytes = await vault.get(name)
  if (!bytes) throw new Damaged(`${name} is missing in ${vault.description}.`)
  return bytes
}
