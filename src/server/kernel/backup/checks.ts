/** Looks for damage in a backup, for `npm run backup -- --list`. */
import { createHash } from 'node:crypto'
import { damageOfLog, type Stored } from './log-damage.ts'
import { ifDamaged, type Manifest } from './manifest.ts'
import { BASE_FOLDER, isLogFile, LOG_FOLDER, logFileOf, partName } from './objects.ts'
import { inTurn } from './shipping.ts'
import { mustGet, type Vault } from './vault.ts'

/** The bytes of each object of base backups, by name. */
export async function baseSizes(vault: Vault): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { name, bytes } of vault.entries(BASE_FOLDER)) sizes.set(name, bytes)
  return sizes
}

/** Whether every part is there and together they have their size. Null: it is. */
export function faultOfSizes({ id, parts, stored_bytes }: Manifest, sizes: ReadonlyMap<string, number>): string | null {
  const names = parts.map((_, at) => partName(id, at + 1))
  const missing = names.filter((name) => !sizes.has(name))
  if (missing.length > 0)
    return `${missing.length} of its ${names.length} parts are missing, the first is ${missing[0]}.`
  const bytes = names.reduce((sum, name) => sum + sizes.get(name)!, 0)
  return bytes === stored_bytes ? null : `its parts have ${bytes} bytes, and ${stored_bytes} were stored.`
}

/** Reads every part. Returns a sentence for each that is damaged. */
export async function faultsOfParts(vault: Vault, { id, parts }: Manifest): Promise<string[]> {
  const faults: string[] = []
  for (const [at, hash] of parts.entries()) {
    const name = partName(id, at + 1)
    const found = await mustGet(vault, name).then(
      (bytes) => (createHash('sha256').update(bytes).digest('hex') === hash ? null : `${name} has other content.`),
      ifDamaged,
    )
    if (found) faults.push(found)
  }
  return faults
}

/** Opens every file of the log. Returns a sentence for each that is damaged. */
export async function faultsOfLog(vault: Vault, stored: Stored): Promise<string[]> {
  const names: string[] = []
  for await (const name of vault.list(LOG_FOLDER)) if (isLogFile(logFileOf(name))) names.push(name)
  const faults: string[] = []
  await inTurn(names.sort(), async (name) => {
    const fault = await mustGet(vault, name).then(() => null, ifDamaged)
    if (fault) faults.push(damageOfLog(fault, logFileOf(name), stored))
  })
  return faults
}
