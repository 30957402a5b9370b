/**
 * Many images at the same time: members take turns, so that a few cannot block all others. A process that crashes,
 * hangs or makes no progress is ended, and the next image gets a new one.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { SAY_IMAGE } from '#contract/media-words.ts'
import { corners, flatPng } from '#test/images.ts'
import { PROCESS_FILE } from './decoder.ts'
import { makeEncoder } from './encoder.ts'

const folder = mkdtempSync(join(tmpdir(), 'fk-decoders-'))
afterAll(() => rmSync(folder, { recursive: true }))

const small = await corners(40, 40).png().toBuffer()
const slow = flatPng(4000, 4000)

test('a member who has sent little is served before those who have sent much, however many of theirs wait', async () => {
  const encoder = makeEncoder()
  const order: string[] = []
  const send = (sender: string, bytes: Buffer) =>
    encoder.encode('avatar', bytes, sender).then(() => void order.push(sender))
  await Promise.all(['one', 'two'].map((sender) => send(sender, slow)))
  order.length = 0
  const crowd = Array.from({ length: 8 }, (_, n) => send(n % 2 ? 'one' : 'two', slow))
  await Promise.all([...crowd, send('ana', small), send('ben', small)])
  // one of their images was already running
  expect(order.slice(1, 3)).toEqual(['ana', 'ben'])
  expect(order).toHaveLength(10)
}, 60_000)

test('if too many wait, a member who has sent much is refused, and a member who sends the first image is not', async () => {
  const encoder = makeEncoder({ queue: 2 })
  await encoder.encode('avatar', slow, 'one')
  const send = (sender: string) => encoder.encode('avatar', slow, sender).then((pictures) => pictures.length)
  const answers = await Promise.allSettled([send('one'), send('one'), send('one'), send('ana')])
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.status))).toEqual([
    ...[2, 2, 503, 2],
  ])
  const again = await Promise.allSettled([send('x'), send('y'), send('z'), send('x')])
  expect(again.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { status: 503 } }])
}, 60_000)

describe('37: a process', () => {
  const CROWDED = { status: 503, message: SAY_IMAGE.crowded, data: { retry_after: 60 } }
  const HEAVY = { status: 422, message: SAY_IMAGE.heavy }

  /** Writes a program that replaces the decoder and records its pid when it starts. */
  function program(name: string, does: string) {
    const [file, notes] = [join(folder, `${name}.mjs`), join(folder, `${name}.txt`)]
    writeFileSync(notes, '')
    const note = `import { appendFileSync, readFileSync } from 'node:fs'
const notes = ${JSON.stringify(notes)}
const times = readFileSync(notes, 'utf8').split('\\n').length
appendFileSync(notes, process.pid + '\\n')
const decode = () => import(${JSON.stringify(PROCESS_FILE)})
const stand = () => process.kill(process.pid, 'SIGSTOP')
`
    writeFileSync(file, note + does)
    return { file, started: () => readFileSync(notes, 'utf8').trim().split('\n').filter(Boolean).map(Number) }
  }
  /** A busy machine starts no second process for the same image. */
  const HOUR_MS = 3_600_000
  const isThere = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const allGone = (pids: number[]) => expect.poll(() => pids.filter(isThere)).toEqual([])

  test('is kept for the next image, however long it is idle', async () => {
    const { file, started } = program('kept', 'await decode()')
    const encoder = makeEncoder({ file, starvedAfter: HOUR_MS })
    encoder.warm()
    for (let n = 0; n < 3; n++) expect(await encoder.encode('avatar', small, 'ana')).toHaveLength(2)
    expect(started()).toHaveLength(1)
  })

  test('that has used its time is ended, and the image is refused; the next one is decoded', async () => {
    const go = join(folder, 'go')
    const { file, started } = program(
      'hangs',
      `const { existsSync } = await import('node:fs')
if (existsSync(${JSON.stringify(go)})) await decode(); else process.on('message', () => { for (;;); })`,
    )
    const encoder = makeEncoder({ file, patience: 500 })
    await expect(encoder.encode('avatar', small, 'ana')).rejects.toMatchObject(HEAVY)
    // on a busy machine a second process was started for the same image
    const ended = started()
    writeFileSync(go, '')
    expect(await encoder.encode('avatar', small, 'ben')).toHaveLength(2)
    await allGone(ended)
  })

  test('that crashes fails only its own image; the next one is decoded', async () => {
    const { file, started } = program(
      'breaks',
      "if (times > 1) await decode(); else process.on('message', () => process.exit(3))",
    )
    const encoder = makeEncoder({ file, starvedAfter: HOUR_MS })
    const failed = { status: 503, message: SAY_IMAGE.failed, data: { retry_after: 5 } }
    await expect(encoder.encode('avatar', small, 'ana')).rejects.toMatchObject(failed)
    expect(await encoder.encode('avatar', small, 'ben')).toHaveLength(2)
    expect(started()).toHaveLength(2)
  })

  test('reports its processor time if the system does not', async () => {
    // the library waits for its thread, which is busy
    const busy = "import { pbkdf2 } from 'node:crypto'\nawait decode()\npbkdf2('a', 'b', 1e9, 64, 'sha512', () => {})"
    const { file } = program('busy', busy)
    const encoder = makeEncoder({ file, cpuTime: () => null, patience: 300 })
    await expect(encoder.encode('avatar', small, 'ana')).rejects.toMatchObject(HEAVY)
  })

  test('that makes no progress is replaced, and the next one decodes the image', async () => {
    const { file, started } = program('stands', 'if (times > 1) await decode(); else stand()')
    const encoder = makeEncoder({ file })
    encoder.warm()
    await expect.poll(started).toHaveLength(1)
    expect(await encoder.encode('avatar', small, 'ana')).toHaveLength(2)
    await allGone(started().slice(0, 1))
  })

  test('that makes no progress within the time limit delays nobody any longer, and its image is not reported as invalid', async () => {
    const { file, started } = program('always', "process.on('message', stand)")
    const encoder = makeEncoder({ file, longestTurn: 2000, longestWait: 1500 })
    const answers = ['ana', 'ben'].map((sender) => encoder.encode('avatar', small, sender))
    for (const answer of await Promise.allSettled(answers))
      expect(answer).toMatchObject({ status: 'rejected', reason: CROWDED })
    await allGone(started())
  })
})
