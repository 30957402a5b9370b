import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RELEASED } from '#db/released.ts'
import { root } from './bounded.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!)

test('the changelog has what is not released yet, then each version with its day, the newest first', () => {
  expect(headings[0]).toBe('Unreleased')
  const versions = headings.slice(1).map((heading) => /^(\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/.exec(heading)?.[1])
  expect(versions).toEqual(RELEASED.map(({ version }) => version).reverse())
})

test('package.json, its lock file and the list of released versions agree on the last version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const lock = JSON.parse(read('package-lock.json')) as { version: string }
  expect([version, lock.version]).toEqual([RELEASED.at(-1)!.version, RELEASED.at(-1)!.version])
})

test('each released version names its newest migration, which exists', () => {
  const names = RELEASED.map(({ migration }) => migration)
  expect([...names].sort()).toEqual(names)
  for (const name of names) expect(read(`db/migrations/${name}.sql`)).not.toBe('')
})

test('the page for operators says how to get each released version, with its newest migration', () => {
  const rows = [
    ...read('docs/releases.md').matchAll(/^\| (\d+\.\d+\.\d+) \| `([0-9a-f]{8,40}|v\d+\.\d+\.\d+)` \| `([\w-]+)` \|/gm),
  ]
  const released = RELEASED.map(({ version, migration }) => [version, migration])
  expect(rows.map(([, version, , migration]) => [version, migration])).toEqual(released.toReversed())
})
