/** What `npm run backup -- --list` says: base backups, timelines, who holds the backup, and damage. */
import { baseSizes, faultOfSizes, faultsOfLog, faultsOfParts } from './checks.ts'
import { mustBeKeyOf, placeOf, readLease, timelinesOfHolder } from './lease.ts'
import { faultsOfMissing, whatIsStored } from './log-damage.ts'
import { ifDamaged, type Manifest, readableBases } from './manifest.ts'
import { megabytes } from './restore.ts'
import { describeTimelines, followedTimeline } from './timelines.ts'
import type { Vault } from './vault.ts'

export interface Report {
  lines: string[]
  /** what is damaged or missing */
  faults: string[]
  /** the oldest time that can be restored: the end of the first base backup in which no damage was seen; null: none */
  since: string | null
}

/** `isFull`: reads every part of every base backup, and every file of the log. */
export async function reportOn(vault: Vault, isFull: boolean): Promise<Report> {
  await mustBeKeyOf(vault)
  const { bases, faults } = await readableBases(vault)
  const sizes = await baseSizes(vault)
  const lines: string[] = []
  const whole: Manifest[] = []
  for (const base of bases) {
    const found = [faultOfSizes(base, sizes), ...(isFull ? await faultsOfParts(vault, base) : [])].filter(
      (fault) => fault !== null,
    )
    lines.push(lineOf(base, found.length > 0))
    if (found.length === 0) whole.push(base)
    faults.push(...found.map((fault) => `The base backup ${base.id} is damaged: ${fault}`))
  }
  const stored = await whatIsStored(vault, whole)
  faults.push(...stored.historyFaults.values(), ...faultsOfMissing(stored, vault.description))
  if (isFull) faults.push(...(await faultsOfLog(vault, stored)))
  const { histories } = stored
  const followed = followedTimeline(await timelinesOfHolder(vault), histories, bases)
  lines.push('', ...describeTimelines(followed, histories, bases), '', await holderLine(vault))
  return { lines, faults, since: whole[0]?.ended_at ?? null }
}

const lineOf = ({ id, started_at, stored_bytes, images, timeline }: Manifest, isDamaged: boolean) =>
  `${id}  of ${started_at}, ${megabytes(stored_bytes)}, ${images} images, timeline ${timeline}${isDamaged ? ', DAMAGED' : ''}`

async function holderLine(vault: Vault): Promise<string> {
  const lease = await readLease(vault).catch(ifDamaged)
  if (typeof lease === 'string') return lease
  return lease
    ? `This backup belongs to ${placeOf(lease)}, which stores its backups here since ${lease.at}.`
    : 'No instance has said yet that it stores its backups here.'
}
