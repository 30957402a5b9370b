import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#config'
import { makeStore } from '#test/store.ts'
import { areInDataDir, type Files, isKey, makeFiles, newName, withoutRemoving } from './files.ts'

const FILES_DIR = join(mkdtempSync(join(tmpdir(), 'fk-files-')), 'files')
const store = await makeStore()
const folder = makeFiles(readConfig({ FILES_DIR }))
const bucket = makeFiles(readConfig(store.env))
afterAll(async () => {
  await store.stop()
  rmSync(join(FILES_DIR, '..'), { recursive: true })
})
beforeEach(() => {
  store.mood = 'well'
})

const bytes = (text: string) => new TextEncoder().encode(text)
const newKey = () => `${newName()}-96.webp`

describe.each<[string, Files]>([
  ['a folder', folder],
  ['a store', bucket],
])('in %s', (_where, files) => {
  test('returns the exact bytes that were stored, until they are removed', async () => {
    const key = newKey()
    const large = Buffer.alloc(700_000, newName())
    expect(await files.get(key)).toBeNull()
    await files.put(key, large, 'image/webp')
    expect(Buffer.compare(Buffer.from((await files.get(key))!), large)).toBe(0)
    expect(await files.get(newKey())).toBeNull()
    await files.remove(key)
    expect(await files.get(key)).toBeNull()
  })

  test('removing a missing file succeeds', async () => {
    await expect(files.remove(newKey())).resolves.toBeUndefined()
  })

  test('35: never asks for a key that this program did not make', async () => {
    const name = newName()
    const odd = [
      ...['', '.', '..', '../secret', '/etc/passwd', `../${name}-96.webp`, `${name}-96.webp/../x`, `${name}-96.webp\0`],
      ...[
        `${name.toUpperCase()}-96.webp`,
        `${name}.webp`,
        `${name}-96.webp.`,
        `%2e%2e%2f${name}-96.webp`,
        `${name}-..`,
      ],
      ...[`${name}-96.webp?acl`, `a${name}-96.webp`, `${name}-96.webp\n`, 'constructor'],
    ]
    for (const key of odd) {
      expect(isKey(key), key).toBe(false)
      await expect(files.get(key), key).rejects.toThrow('This is no key of ours')
      await expect(files.put(key, bytes('x'), 'image/webp'), key).rejects.toThrow('This is no key of ours')
      await expect(files.remove(key), key).rejects.toThrow('This is no key of ours')
    }
  })

  test('77: a private store is accepted', async () => {
    expect(await files.mustBePrivate()).toBe(true)
  })
})

describe('a folder', () => {
  const modeOf = (path: string) => statSync(path).mode & 0o777

  test('is readable by its owner only, and so is every file in it', async () => {
    const key = newKey()
    await folder.put(key, bytes('mine'), 'image/webp')
    const inside = join(FILES_DIR, key.slice(0, 2))
    expect([FILES_DIR, inside, join(inside, key)].map(modeOf)).toEqual([0o700, 0o700, 0o600])
  })

  test('77: a folder that others may read is refused with a sentence', async () => {
    const open = join(FILES_DIR, '../open')
    mkdirSync(open, { mode: 0o755 })
    await expect(makeFiles(readConfig({ FILES_DIR: open })).mustBePrivate()).rejects.toThrow(/^FILES_DIR=.* is open to/)
  })

  test('never shows half a file: an interrupted write is left aside, and is deleted when it is old', async () => {
    const aside = join(FILES_DIR, 'aside')
    const [old, young] = [join(aside, newName()), join(aside, newName())]
    for (const file of [old, young]) writeFileSync(file, 'half')
    utimesSync(old, Date.now() / 1000 - 7200, Date.now() / 1000 - 7200)
    await folder.tidy()
    expect(readdirSync(aside)).toEqual([young.slice(aside.length + 1)])
    rmSync(young)
  })

  test('a folder that cannot be written to keeps nothing of a failed write', async () => {
    const blocked = join(FILES_DIR, '../blocked')
    writeFileSync(blocked, 'a file where the folder should be')
    await expect(
      makeFiles(readConfig({ FILES_DIR: blocked })).put(newKey(), bytes('x'), 'image/webp'),
    ).rejects.toThrow()
    const key = newKey()
    // a folder with the file's name: the file cannot be moved to its place
    mkdirSync(join(FILES_DIR, key.slice(0, 2), key), { recursive: true })
    await expect(folder.put(key, bytes('x'), 'image/webp')).rejects.toThrow()
    expect(readdirSync(join(FILES_DIR, 'aside'))).toEqual([])
  })
})

describe('a store', () => {
  test('gets each object with its exact type', async () => {
    const key = newKey()
    await bucket.put(key, bytes('picture'), 'image/webp')
    store.mood = 'open'
    const answer = await fetch(`${store.env.S3_ENDPOINT}/${store.env.S3_BUCKET}/${key}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await store.keys()).toContain(key)
  })

  test('77: a bucket that everybody may read is refused with a sentence, and so is one that rejects our credentials', async () => {
    store.mood = 'open'
    await expect(bucket.mustBePrivate()).rejects.toThrow(/^Everybody may read the bucket images/)
    store.mood = 'well'
    const strange = makeFiles(
      readConfig({ ...store.env, S3_ACCESS_KEY_ID: 'stranger', S3_SECRET_ACCESS_KEY: 'swordfish' }),
    )
    const failure = await strange.mustBePrivate().catch((error: Error) => error)
    expect(String(failure)).toMatch(/does not take what we write \(403\)/)
    expect(String(failure)).not.toContain('swordfish')
    expect((await store.keys()).filter((key) => key.includes('probe'))).toEqual([])
  })

  test('57: a failing or missing store does not prevent the start; every other call fails with an error', async () => {
    const gone = makeFiles(readConfig({ ...store.env, S3_ENDPOINT: 'http://127.0.0.1:1' }))
    store.mood = 'ill'
    for (const files of [bucket, gone]) {
      expect(await files.mustBePrivate()).toBe(false)
      await expect(files.get(newKey())).rejects.toThrow()
      await expect(files.put(newKey(), bytes('x'), 'image/webp')).rejects.toThrow()
      await expect(files.remove(newKey())).rejects.toThrow()
    }
  })

  test('57: a store that closes the connection during the check does not prevent the start, and nothing is stored', async () => {
    store.mood = 'shy'
    expect(await bucket.mustBePrivate()).toBe(false)
    expect((await store.keys()).filter((key) => key.includes('probe'))).toEqual([])
  })

  test('57: a store that does not respond is not waited for, even if memory is collected meanwhile', async () => {
    store.mood = 'hangs'
    // a signal that only the garbage-collected part of a request listens to is silently lost
    setFlagsFromString('--expose-gc')
    const collecting = setInterval(runInNewContext('gc') as () => void, 500)
    await expect(bucket.get(newKey())).rejects.toThrow(/timeout|abort/i)
    clearInterval(collecting)
  })
})

test('an instance that may be a copy stores and reads, and removes nothing', async () => {
  const [key, careful] = [newKey(), withoutRemoving(folder)]
  await careful.put(key, bytes('an image'), 'image/webp')
  await careful.remove(key)
  await careful.tidy()
  expect(await folder.get(key)).toEqual(Buffer.from('an image'))
})

test('only files in the data directory are surely of one instance', () => {
  expect(areInDataDir(readConfig({ DATA_DIR: '/srv/dads' }))).toBe(true)
  expect(areInDataDir(readConfig({ DATA_DIR: '/srv/dads', FILES_DIR: '/srv/images' }))).toBe(false)
  expect(areInDataDir(readConfig({ DATA_DIR: '/srv/dads', ...store.env }))).toBe(false)
})
