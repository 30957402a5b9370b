/** Removes from the target what the rule of days no longer needs. */

import { imagesOf } from './images.ts'
import { timelinesOfHolder } from './lease.ts'
import { type Stored, whatIsStored } from './log-damage.ts'
import { isBefore, listBases, type Manifest } from './manifest.ts'
import { BASE_FOLDER, imageName, LOG_FOLDER, logFileOf, manifestName } from './objects.ts'
import { basesOf, followedTimeline } from './timelines.ts'
import type { Vault } from './vault.ts'

const DAY_MS = 86_400_000

/**
 * Keeps what is needed to restore any second of the last `days` days, the oldest first: the base backups of these days and the one
 * before them, of each timeline that has a base backup of these days and of `followed`. So the oldest is at most a day older than
 * the rule says, if there is one each day.
 */
export function keptBases(
  { bases, histories }: Pick<Stored, 'bases' | 'histories'>,
  days: number,
  now: Date,
  followed: number,
): Manifest[] {
  const from = now.getTime() - days * DAY_MS
  const isOld = ({ ended_at }: Manifest) => new Date(ended_at).getTime() <= from
  const young = bases.filter((base) => !isOld(base))
  const timelines = new Set([followed, ...young.map(({ timeline }) => timeline)])
  // of a timeline whose history cannot be read, the last old one of all is kept
  const lines = [bases, ...[...timelines].map((timeline) => basesOf(timeline, histories, bases))]
  const kept = new Set([...young, ...lines.map((line) => line.findLast(isOld))])
  return bases.filter((base) => kept.has(base))
}

/** Returns how many objects were removed. The newest base backup always stays. */
export async function prune(vault: Vault, days: number, now: Date): Promise<number> {
  const bases = await listBases(vault)
  const stored = await whatIsStored(vault, bases)
  const followed = followedTimeline(await timelinesOfHolder(vault), stored.histories, bases)
  const kept = keptBases(stored, days, now, followed)
  const newest = kept.at(-1)
  if (!newest) return 0
  const goners = [
    // before the base backups: only these say which images went
    ...(await goneImages(
      vault,
      bases.filter((base) => !kept.includes(base)),
      kept,
    )),
    ...(await goneBases(vault, bases, kept)),
    ...(await goneLog(vault, kept)),
  ]
  for (const name of goners) await vault.remove(name)
  return goners.length
}

/** Also the parts of base backups that were never completed, but not those of one that is being taken. */
async function goneBases(vault: Vault, bases: Manifest[], kept: Manifest[]): Promise<string[]> {
  const [ids, newest] = [new Set(kept.map(({ id }) => id)), bases.at(-1)!.id]
  const names: string[] = []
  for await (const name of vault.list(BASE_FOLDER)) {
    const id = name.slice(BASE_FOLDER.length).split('/')[0]!
    if (!ids.has(id) && id < newest) names.push(name)
  }
  // the manifest first: a base backup that lost parts must not count as complete
  const isManifest = (name: string) => bases.some(({ id }) => manifestName(id) === name)
  return names.sort((one, other) => Number(isManifest(other)) - Number(isManifest(one)))
}

/**
 * The log before all kept base backups. After a restore to an earlier time, a newer base backup may start before an older one.
 * Histories of timelines are small, and needed for as long as there are backups.
 */
async function goneLog(vault: Vault, kept: Manifest[]): Promise<string[]> {
  const first = kept.reduce(
    (one, { start_segment }) => (isBefore(start_segment, one) ? start_segment : one),
    kept[0]!.start_segment,
  )
  const names: string[] = []
  for await (const name of vault.list(LOG_FOLDER)) if (isBefore(logFileOf(name), first)) names.push(name)
  return names
}

/** Images that only base backups that go have in their lists. */
async function goneImages(vault: Vault, gone: Manifest[], kept: Manifest[]): Promise<string[]> {
  const used = await imagesOf(vault, kept)
  return [...(await imagesOf(vault, gone))].filter((key) => !used.has(key)).map(imageName)
}
