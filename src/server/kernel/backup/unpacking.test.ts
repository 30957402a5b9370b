/** A part that is damaged ends the unpacking, wherever in a file it begins. test/backup-lease.test.ts shows whole restores. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import tar from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import type { Manifest } from './manifest.ts'
import { partName } from './objects.ts'
import { Damaged } from './seal.ts'
import { unpack } from './unpacking.ts'

const root = mkdtempSync(join(tmpdir(), 'fk-unpacking-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let count = 0
const newFolder = () => join(root, String(++count))

const CONTENT = Buffer.alloc(200_000, 'fatherkin ')
async function archive(): Promise<Buffer> {
  const pack = tar.pack()
  pack.entry({ name: 'postgres', type: 'directory' })
  for (let at = 0; at < 6; at++) pack.entry({ name: `postgres/file-${at}` }, CONTENT)
  pack.entry({ name: 'postgres/empty' }, '')
  pack.finalize()
  return buffer(pack)
}

const whole = await archive()
function partsOf(size: number): Buffer[] {
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.subarray(at * size, (at + 1) * size))
}

/** A base backup in parts of this size, of which one cannot be opened. It arrives after some turns of the event loop. */
function baseOf(size: number, damaged: number | null, turns: number) {
  const parts = partsOf(size)
  const names = parts.map((_, at) => partName('base', at + 1))
  const vault = {
    description: 'a target',
    async get(name: string) {
      const at = names.indexOf(name)
      for (let n = 0; n < turns; n++) await turn()
      if (at === damaged) throw new Damaged(`${name} is damaged.`)
      return parts[at]!
    },
  }
  const hashes = parts.map((part) => createHash('sha256').update(part).digest('hex'))
  return { vault, base: { id: 'base', parts: hashes } as Manifest, parts }
}

const SIZES = [70_001, 200_000, 204_800, 409_600]

test('a whole base backup is unpacked, in parts of any size', async () => {
  for (const size of SIZES) {
    const to = newFolder()
    const { vault, base } = baseOf(size, null, 1)
    await unpack(vault, base, to)
    expect(readFileSync(join(to, 'postgres/file-5')).equals(CONTENT)).toBe(true)
  }
})

test('a damaged part ends it with its sentence, whatever is being written at that moment', async () => {
  for (const size of SIZES)
    for (const turns of [0, 1, 3, 10])
      for (let damaged = 0; damaged < partsOf(size).length; damaged++) {
        const { vault, base } = baseOf(size, damaged, turns)
        const where = `part ${damaged} of ${size} bytes, after ${turns} turns`
        await expect(unpack(vault, base, newFolder()), where).rejects.toThrow(/is damaged/)
      }
})

test('a folder that cannot be written ends it with that error', async () => {
  const to = newFolder()
  writeFileSync(to, 'a file')
  const { vault, base } = baseOf(70_001, null, 1)
  await expect(unpack(vault, base, to)).rejects.toMatchObject({ code: 'ENOTDIR' })
})
