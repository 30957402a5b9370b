/** The images in a backup. Each is stored once; every base backup has the list of those that it needs. */
import type { Files } from '../files/files.ts'
import type { Manifest } from './manifest.ts'
import { IMAGE_FOLDER, imageKeyOf, imageName, imagesOfBaseName } from './objects.ts'
import { inTurn } from './shipping.ts'
import { mustGet, type Vault } from './vault.ts'

/** The images in the lists of these base backups. */
export async function imagesOf(vault: Vault, bases: Manifest[]): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const { id } of bases) {
    const text = Buffer.from(await mustGet(vault, imagesOfBaseName(id))).toString()
    for (const key of text.split('\n')) if (key) keys.add(key)
  }
  return keys
}

/**
 * Stores the images that are not in the target yet, and returns the list for a new base backup: the images in use, and those
 * that came and went since the last one. The latter are needed to restore a time before they went.
 */
export async function storeImages(
  vault: Vault,
  files: Pick<Files, 'get'>,
  inUse: AsyncIterable<string>,
  bases: Manifest[],
): Promise<string[]> {
  // listed first: an image that is stored meanwhile must not count as gone
  const stored = new Set<string>()
  for await (const name of vault.list(IMAGE_FOLDER)) stored.add(imageKeyOf(name))
  const keys = new Set<string>()
  const missing: string[] = []
  for await (const key of inUse) {
    keys.add(key)
    if (!stored.has(key)) missing.push(key)
  }
  await inTurn(missing, async (key) => {
    const bytes = await files.get(key)
    // removed by its member meanwhile
    if (bytes) await vault.put(imageName(key), bytes)
  })
  const known = await imagesOf(vault, bases)
  for (const key of stored) if (!known.has(key)) keys.add(key)
  return [...keys]
}
