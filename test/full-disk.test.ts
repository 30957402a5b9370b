/**
 * Guarantee 52, for images: the disk on which they are stored is full. Uses a real small disk if this machine permits it
 * (Linux, as root); otherwise the test is skipped, because a simulation would show nothing. The same test for an object store
 * is in media/store.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { IMAGES, imageAt, SAY_IMAGE } from '#contract/media-words.ts'
import { makeBrowser, signIn, until } from './client.ts'
import { corners, OWN, sendImage } from './images.ts'
import { makeWorld } from './world.ts'

const disk = join(await mkdtemp(join(tmpdir(), 'fk-disk-')), 'files')
await mkdir(disk, { mode: 0o700 })
const isMounted = mount()
afterAll(async () => {
  if (isMounted) execFileSync('umount', [disk])
  await rm(join(disk, '..'), { recursive: true, force: true })
})

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=0700', 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false // this process may not mount a disk on this machine
  }
}

const world = await makeWorld()
const PASSWORD = 'the quick brown kettle'
const jpeg = () => corners(400, 300).jpeg().toBuffer()
const filler = join(disk, 'filler')
const stored = async () => {
  const all = await readdir(disk, { recursive: true, withFileTypes: true })
  return all.flatMap((entry) => (entry.isFile() && entry.name !== 'filler' ? [entry.name] : [])).sort()
}
/** Writes until not one more byte fits. */
async function fillDisk(): Promise<void> {
  for (const size of [64_000, 4096, 1]) {
    try {
      for (;;) await writeFile(filler, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    }
  }
}

test('52: with the image disk full an upload fails with its message and leaves nothing, all else continues, and uploads work again with free space', async ({
  skip,
}) => {
  skip(!isMounted, 'a small disk can be made by root on Linux alone')
  const { url, filesDir } = await world.serve({ pages: 'stub', env: { FILES_DIR: disk } })
  expect(filesDir).toBe(disk)
  const ana = await world.member({ name: 'ana', password: PASSWORD })
  const anas = await signIn(url, ana)
  const shown = async () => (await makeBrowser(url).get(`/api/v1/members/${ana.username}`)).json.avatar_url as string
  const send = async () => sendImage(url, anas, OWN, await jpeg())
  const names = (address: string) =>
    IMAGES.avatar.widths.map((width) => imageAt(address, width).replace('/files/', '')).sort()

  const { url: first } = await send()
  expect(await stored()).toEqual(names(first!))
  await fillDisk()
  for (let round = 0; round < 3; round++)
    expect(await send()).toMatchObject({ status: 503, message: SAY_IMAGE.failed, retryAfter: '5' })
  // the previous image is intact, on his profile and as a file
  expect(await shown()).toBe(first)
  const picture = await fetch(url + first)
  expect([picture.status, (await picture.arrayBuffer()).byteLength > 100]).toEqual([200, true])
  await until('nothing of the others is known', async () => {
    const rows = await world.db.selectFrom('images').select('name').execute()
    return rows.length === 1
  })
  expect(await stored()).toEqual(names(first!))
  // the cause is logged for the operator, and the sender gets none of it
  expect(world.lines.filter(({ text }) => text === 'an image could not be stored')).toHaveLength(3)
  expect(JSON.stringify(world.lines)).toContain('ENOSPC')

  await rm(filler)
  const { status, url: second } = await send()
  expect(status).toBe(200)
  expect(await shown()).toBe(second)
  await until('only the new one is there', async () => String(await stored()) === String(names(second!)))
})
