import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { TABLES } from '../bench/performance-tables.ts'
import { root } from './bounded.ts'
import { type Part, partsOf, partsOn15 } from './guarantees/parts.ts'
import { hashOf, openProofs, writeBetween } from './proof.ts'
import { makeReach } from './reach.ts'

const folder = mkdtempSync(join(tmpdir(), 'fk-proof-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function house(name: string, files: Record<string, string>): string {
  const place = join(folder, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), text)
  }
  return place
}

const FILES = {
  'test/a.test.ts': `import { b } from '../src/b.ts'\nb()`,
  'src/b.ts': `import { c } from './c.ts'\nexport const b = () => new Worker(new URL('./thread.ts', import.meta.url), c)`,
  'src/c.ts': 'export const c = 1',
  'src/thread.ts': `import { readdirSync } from 'node:fs'\nreaddirSync(new URL('../db/migrations/', import.meta.url))`,
  'src/stranger.ts': `import './b.ts'`,
  'db/migrations/001-first.sql': 'select 1',
}

describe('the dependencies of a file', () => {
  test('are its imports and the files it names, and their dependencies', () => {
    expect(makeReach(house('reach', FILES))(['test/a.test.ts'])).toEqual([
      'db/migrations/001-first.sql',
      'src/b.ts',
      'src/c.ts',
      'src/thread.ts',
      'test/a.test.ts',
    ])
  })

  test('for the real tests: a test with a world depends on the server and the migrations, and on no page', () => {
    const reach = makeReach()
    const reached = reach(['test/races.test.ts'])
    expect(reached).toContain('src/server/votes/votes.ts')
    expect(reached).toContain('src/server/account/estimate.ts')
    expect(reached).toContain('db/migrations/002-members-profiles.sql')
    expect(reached.filter((path) => path.startsWith('src/web/'))).toEqual([])
    const started = reach(['test/crash.test.ts'])
    expect(started).toContain('src/main.ts')
    expect(started.filter((path) => path.startsWith('src/web/'))).toEqual([])
  })
})

test('a guarantee depends on the pages if its test needs built ones, and on a browser if it starts one', () => {
  const names = ['test/http', 'test/leaving', 'test/hostile', 'test/pods.test', 'test/crash', 'kernel/budget']
  const parts = partsOf(names)
  expect(parts.length).toBe(names.length)
  const called = (kept: Part[]) => kept.map(({ file }) => file).sort()
  const ofPages = ['test/hostile.test.ts', 'test/http.test.ts', 'test/leaving.test.ts']
  expect(called(parts.filter((part) => part.looksAtPages))).toEqual(ofPages)
  expect(called(parts.filter((part) => part.needsBrowser))).toEqual(['test/hostile.test.ts'])
})

describe('a stored result', () => {
  const opened = (name: string) => {
    const said: string[] = []
    const place = join(folder, name)
    return {
      said,
      place,
      file: join(place, 'trial.json'),
      open: () => openProofs<string>('trial', { folder: place, say: (line) => said.push(line) }),
    }
  }
  const hashOfHouse = (place: string) => hashOf(makeReach(place)(['test/a.test.ts']), place)

  test('is found by another call as long as no file has changed, whatever the files’ times', () => {
    const { open } = opened('same')
    const place = house('same-house', FILES)
    const { commit } = open().remember('a', hashOfHouse(place), 'holds')
    utimesSync(join(place, 'src/c.ts'), 1, 1)
    expect(open().recall('a', hashOfHouse(place))).toMatchObject({ result: 'holds', commit })
    expect(open().recall('another', hashOfHouse(place))).toBeNull()
  })

  test.each(Object.keys(FILES))('is not found if one byte of %s has changed, unless nothing depends on it', (path) => {
    const { open } = opened('changed')
    const place = house('changed-house', FILES)
    open().remember('a', hashOfHouse(place), 'holds')
    writeFileSync(join(place, path), `${readFileSync(join(place, path), 'utf8')} `)
    expect(open().recall('a', hashOfHouse(place)) === null).toBe(path !== 'src/stranger.ts')
  })

  test('is not found if a file that it read is deleted', () => {
    const place = house('gone-house', FILES)
    const paths = makeReach(place)(['test/a.test.ts'])
    const before = hashOf(paths, place)
    rmSync(join(place, 'src/c.ts'))
    expect(hashOf(paths, place)).not.toBe(before)
  })

  test('is deleted by its name, and the others stay', () => {
    const { open } = opened('forgotten')
    open().remember('a', '1', 'holds')
    open().remember('b', '1', 'holds')
    open().forget(['a', 'never there'])
    expect(open().recall('a', '1')).toBeNull()
    expect(open().recall('b', '1')).not.toBeNull()
  })

  test.each(['{"a": {"hash": "1"', '[]', 'null', '{"a": 1}', ''])(
    'is ignored if its file is invalid (%j), with one message; the next part writes a valid file',
    (text) => {
      const { place, file, open, said } = opened('broken')
      mkdirSync(place, { recursive: true })
      writeFileSync(file, text)
      const proofs = open()
      expect(proofs.recall('a', '1')).toBeNull()
      proofs.remember('a', '1', 'holds')
      expect(said).toEqual([`${file} cannot be read; what it remembered has to be shown again.`])
      expect(open().recall('a', '1')?.result).toBe('holds')
    },
  )

  test('is complete after two calls at the same time, and no other file is left', async () => {
    const { place, open } = opened('beside')
    const write = (name: string) =>
      promisify(execFile)(process.execPath, [
        '--input-type=module-typescript',
        '--eval',
        `import { openProofs } from ${JSON.stringify(new URL('./proof.ts', import.meta.url).href)}
         const proofs = openProofs('trial', { folder: ${JSON.stringify(place)} })
         for (let n = 0; n < 50; n++) proofs.remember('${name} ' + n, '1', 'holds')`,
      ])
    await Promise.all([write('one'), write('two')])
    const proofs = open()
    for (const name of ['one', 'two'])
      for (let n = 0; n < 50; n++) expect(proofs.recall(`${name} ${n}`, '1'), `${name} ${n}`).not.toBeNull()
    expect(readdirSync(place)).toEqual(['trial.json'])
  })

  test('can be written although another process was killed while it wrote', () => {
    const { place, open } = opened('killed')
    const lock = join(place, 'trial.json.lock')
    mkdirSync(lock, { recursive: true })
    const long = Date.now() / 1000 - 60
    utimesSync(lock, long, long)
    open().remember('a', '1', 'holds')
    expect(readdirSync(place)).toEqual(['trial.json'])
  })
})

describe('a table of a document', () => {
  const document = join(folder, 'document.md')
  const text = 'Before.\n<!-- figures: written by the run -->\nold\n<!-- end of figures -->\nAfter.\n'

  test('is replaced between its comments, and nothing else is', () => {
    writeFileSync(document, text)
    writeBetween(document, 'figures', '| new |\n')
    expect(readFileSync(document, 'utf8')).toBe(text.replace('old', '| new |'))
  })

  test('has its place in the documents', () => {
    const placesOf = (name: string) =>
      [
        ...readFileSync(join(root, `docs/${name}.md`), 'utf8').matchAll(
          /<!-- ([^:]+): written by the run -->[\s\S]+?<!-- end of \1 -->/g,
        ),
      ].map(([, place]) => place)
    expect(placesOf('performance')).toEqual(Object.keys(TABLES))
    expect(placesOf('guarantees')).toEqual(['last full run'])
  })

  test('is refused if a comment is missing', () => {
    writeFileSync(document, text)
    expect(() => writeBetween(document, 'others', '| new |')).toThrow(/has no comments/)
    expect(readFileSync(document, 'utf8')).toBe(text)
  })
})

test('the parts on PostgreSQL 15 contain each test of the rooms once', () => {
  const parts = partsOn15([])
  const files = parts.flatMap(({ on15 = [] }) => on15)
  expect(files).toEqual([...new Set(files)])
  for (const file of ['src/server/votes/votes.test.ts', 'test/matrix.test.ts']) expect(files).toContain(file)
  expect(new Set(parts.map((part) => part.hash())).size).toBe(1)
  expect(partsOn15(['crash'])).toEqual([])
})
