/** The manifest of a base backup and the choice of one for a time. Pure, but for reading. */
import { z } from 'zod'
import { BASE_FOLDER, baseIdOfManifest, manifestName } from './objects.ts'
import { Damaged } from './seal.ts'
import { mustGet, type Vault } from './vault.ts'

const Manifest = z.object({
  format: z.literal(1),
  /** "20261126T101500Z" */
  id: z.string(),
  /** by the clock of the database, ISO 8601 */
  started_at: z.string(),
  /** a restore can reach this time or a later one */
  ended_at: z.string(),
  /** the segment of the log in which the backup starts, 24 hexadecimal digits */
  start_segment: z.string(),
  /** the position in the log at which the backup starts, as PostgreSQL writes it */
  start_lsn: z.string(),
  timeline: z.number().int(),
  /** tells instances apart */
  system: z.string(),
  /** major version of PostgreSQL */
  postgres: z.number().int(),
  /** version of the program */
  program: z.string(),
  /** bytes of the files, and of the objects in the target */
  raw_bytes: z.number(),
  stored_bytes: z.number(),
  /** SHA-256 of the content of each part, in order, hexadecimal */
  parts: z.array(z.string()),
  images: z.number().int(),
})
export type Manifest = z.infer<typeof Manifest>

export const writeManifest = (manifest: Manifest) => Buffer.from(JSON.stringify(manifest))

async function readManifest(vault: Vault, id: string): Promise<Manifest> {
  return Manifest.parse(JSON.parse(Buffer.from(await mustGet(vault, manifestName(id))).toString()))
}

/** Ids of all complete base backups, the oldest first. Without its manifest, which is stored last, one is incomplete. */
async function baseIds(vault: Vault): Promise<string[]> {
  const ids: string[] = []
  for await (const name of vault.list(BASE_FOLDER)) {
    const id = baseIdOfManifest(name)
    if (id) ids.push(id)
  }
  return ids.sort()
}

/** All complete base backups, the oldest first. Throws if a manifest is damaged. */
export const listBases = async (vault: Vault): Promise<Manifest[]> =>
  Promise.all((await baseIds(vault)).map((id) => readManifest(vault, id)))

/** The base backups whose manifests can be read, and sentences about the others. */
export async function readableBases(vault: Vault): Promise<{ bases: Manifest[]; faults: string[] }> {
  const [bases, faults]: [Manifest[], string[]] = [[], []]
  for (const id of await baseIds(vault)) {
    const read = await readManifest(vault, id).catch(ifDamaged)
    if (typeof read === 'string') faults.push(read)
    else bases.push(read)
  }
  return { bases, faults }
}

/** Returns the sentence about a damaged object. Throws any other error. */
export function ifDamaged(error: unknown): string {
  if (error instanceof Damaged) return error.message
  throw error
}

/** The base backups that had ended at this time, the newest first. `at` null: all. */
export const basesFor = (bases: Manifest[], at: Date | null): Manifest[] =>
  bases.filter(({ ended_at }) => !at || new Date(ended_at) <= at).reverse()

/** Segments are numbered over all timelines, so the first eight digits do not count. */
export const isBefore = (file: string, segment: string) => file.length === 24 && file.slice(8) < segment.slice(8)
