/** Uploads on a machine that is busy with other work: they take longer, but all of them are stored. */
import { type ChildProcess, spawn } from 'node:child_process'
import sharp from 'sharp'
import { expect } from 'vitest'
import { guarantee } from '#test/guarantees/guarantee.ts'
import { OWN, sendImage } from '#test/images.ts'
import { signInDirectly } from '#test/sessions.ts'
import { makeWorld } from '#test/world.ts'

const MB = 1024 ** 2
const MAX_SPINNERS = 16

guarantee(
  '37',
  'concurrent uploads of 5 MB all succeed beside as many busy processes (at most sixteen)',
  { short: 4, full: 20 },
  async (uploads) => {
    const world = await makeWorld()
    const { url } = await world.serve({ pages: 'stub' })
    const people = await Promise.all(Array.from({ length: uploads }, (_, n) => world.member({ name: `sender${n}` })))
    const browsers = await Promise.all(people.map((person) => signInDirectly(world, url, person)))
    const photograph = await fiveMegabytes()
    const spinners = Array.from({ length: Math.min(uploads, MAX_SPINNERS) }, spin)
    try {
      const answers = await Promise.all(browsers.map((browser) => sendImage(url, browser, OWN, photograph)))
      expect(answers.map(({ status, message }) => message ?? status)).toEqual(answers.map(() => 200))
    } finally {
      for (const one of spinners) one.kill('SIGKILL')
    }
  },
)

const spin = (): ChildProcess => spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' })

/** A photograph as a phone takes it, filled up to five megabytes with bytes after its end. */
async function fiveMegabytes(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const
  const picture = sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#888', noise } })
  const bytes = await picture.jpeg({ quality: 80 }).toBuffer()
  expect(bytes.length).toBeGreaterThan(3 * MB)
  expect(bytes.length).toBeLessThanOrEqual(5 * MB)
  return new Uint8Array(Buffer.concat([bytes, Buffer.alloc(5 * MB)], 5 * MB))
}
