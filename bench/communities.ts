/** The communities that parts share. Each is filled once and kept until all parts that need it have been measured. */
import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOf } from '../test/proof.ts'
import { filesIn, makeReach } from '../test/reach.ts'
import { BADGES } from './badges.ts'
import { filledFolder, isFilled, type Size } from './community.ts'
import { LOCAL_BIG, LOCAL_SMALL } from './local.ts'
import { PLACES } from './places.ts'

/** posts and comments of the large community */
export interface Sizes {
  posts: number
  comments: number
}

export type CommunityName = 'places' | 'local' | 'badges' | 'small' | 'large'

/** Ignored by git. It contains a folder for each version of the code that fills communities. */
export const DATA = fileURLToPath(new URL('./data', import.meta.url))

export const SMALL: Sizes = { posts: 10_000, comments: 50_000 }

export const folderOf = ({ posts, comments }: Sizes): string => `${posts}-${comments}`

/** Folder → what it contains. */
function foldersOf(name: CommunityName, sizes: Sizes): Record<string, Size> {
  if (name === 'places') return { places: PLACES }
  if (name === 'local') return { 'local-small': LOCAL_SMALL, 'local-big': LOCAL_BIG }
  if (name === 'badges') return { badges: BADGES }
  return name === 'small' ? { small: SMALL } : { [folderOf(sizes)]: sizes }
}

/** The folder of the communities that these sources have filled. */
export function dataFolder(): string {
  return join(DATA, hashOf([...makeReach()(['bench/bulk/bulk.ts']), ...filesIn(['db/migrations/*', 'db/functions/*'])]))
}

export const isCommunityFilled = (data: string, name: CommunityName, sizes: Sizes): boolean =>
  Object.entries(foldersOf(name, sizes)).every(([folder, size]) => isFilled(join(data, folder), size))

export async function fillCommunity(data: string, name: CommunityName, sizes: Sizes): Promise<void> {
  for (const [folder, size] of Object.entries(foldersOf(name, sizes))) await filledFolder(join(data, folder), size)
}

/** Deletes what an interrupted fill has left: it cannot be used. */
export function removeUnfilled(data: string, name: CommunityName, sizes: Sizes): void {
  for (const [folder, size] of Object.entries(foldersOf(name, sizes)))
    if (!isFilled(join(data, folder), size)) removeFolder(join(data, folder))
  removeEmpty(data)
}

export function removeCommunity(data: string, name: CommunityName, sizes: Sizes): void {
  for (const folder of Object.keys(foldersOf(name, sizes))) removeFolder(join(data, folder))
  removeEmpty(data)
}

/** Communities that other versions of the sources have filled. */
export function removeStale(data: string): void {
  for (const name of namesIn(DATA))
    if (/^[0-9a-f]{16}$/.test(name) && join(DATA, name) !== data) removeFolder(join(DATA, name))
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

function removeEmpty(data: string): void {
  for (const folder of [data, DATA]) if (namesIn(folder).length === 0) removeEmptyFolder(folder)
}

function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}
