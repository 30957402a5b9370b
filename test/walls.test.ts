import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sourcesOf } from './changed.ts'
import { breaches, edgesOf, SIGNS } from './walls.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

// this parses every source, which takes seconds of a free core
test('the sources have no breach of the import walls', { timeout: 120_000 }, () => {
  const sources = sourcesOf(root)
  expect(breaches(sources)).toEqual([])
  // a check that reads nothing would find nothing
  const ours = [...sources.keys()].filter((path) => !/^test\/|\.test\./.test(path))
  expect(ours.length).toBeGreaterThan(60)
  expect(edgesOf(sources).length).toBeGreaterThan(300)
  for (const floor of ['contract', 'server', 'web']) {
    expect(ours.filter((path) => path.startsWith(`src/${floor}/`)).length).toBeGreaterThan(8)
  }
})

test('the prefixes of imports are those of package.json', () => {
  expect(JSON.parse(readFileSync(`${root}/package.json`, 'utf8')).imports).toEqual(SIGNS)
})

describe('a breach is reported', () => {
  /** A small correct program; each test adds one breach. */
  const sound = {
    'src/main.ts': `import { router } from './server/api.ts'\nimport './config.ts'\nexport default router`,
    'src/config.ts': `import { resolve } from 'node:path'\nexport const folder = resolve('.')`,
    'src/contract/votes.ts': `import * as z from 'zod'\nexport const Vote = z.string()`,
    'src/contract/words.ts': 'export const MAX = 1',
    'src/server/api.ts': `import { cast } from './votes/votes.ts'\nimport { makeAuth } from './account/auth.ts'\nexport const router = { cast, makeAuth }`,
    'src/server/kernel/ctx.ts': `export const a = 1`,
    'src/server/account/auth.ts': `export const makeAuth = 1`,
    'src/server/posts/posts.ts': `export { visible } from './rules.ts'`,
    'src/server/posts/rules.ts': 'export const visible = true',
    'src/server/votes/votes.ts': `import { Vote } from '#contract/votes.ts'\nimport '../posts/posts.ts'\nimport '../kernel/ctx.ts'\nexport const cast = Vote`,
    'src/contract/url-words.ts': `export const URLS = {\n  feed: { path: '/feed' },\n}`,
    'src/web/routes.ts': `import { URLS } from '#contract/url-words.ts'\nexport const routes = URLS`,
    'src/web/server.ts': '',
    'src/web/router.tsx': `import './shell/shell.tsx'`,
    'src/web/pages/feed.tsx': `import { VoteControl } from '../votes/votes.tsx'\nimport css from '../votes/votes.css?url'\nexport default <VoteControl css={css} />`,
    'src/web/shell/shell.tsx': 'export const a = 1',
    'src/web/ui/button.tsx': 'export const b = 1',
    'src/web/kernel/api.ts': 'export const c = 1',
    'src/web/votes/votes.tsx': `import { MAX } from '#contract/words.ts'\nimport type { Vote } from '#contract/votes.ts'\nimport { wish } from './wishes.ts'\nimport '../ui/button.tsx'\nimport '../kernel/api.ts'\nexport const VoteControl = (p: { css: string; vote: Vote }) => <i>{MAX}{wish}</i>`,
    'src/web/votes/wishes.ts': 'export const wish = 1',
  }
  const breachesWith = (changes: Record<string, string>) => {
    const parts = new Map<string, string>(Object.entries(sound))
    for (const [path, line] of Object.entries(changes)) parts.set(path, `${line}\n${parts.get(path) ?? ''}`)
    return breaches(parts)
  }

  test('the sources themselves have none', () => expect(breachesWith({})).toEqual([]))

  const cases: [string, Record<string, string>, RegExp][] = [
    [
      'the contract imports the server',
      { 'src/contract/votes.ts': `import '#server/kernel/ctx.ts'` },
      /contract must not import/,
    ],
    ['the contract imports a package', { 'src/contract/votes.ts': `import 'kysely'` }, /contract must not import/],
    [
      'the web imports the server',
      { 'src/web/votes/votes.tsx': `import '#server/votes/votes.ts'` },
      /must not import the server/,
    ],
    [
      'the web imports a type of the server',
      { 'src/web/votes/votes.tsx': `import type { X } from '#server/votes/votes.ts'` },
      /must not import the server/,
    ],
    [
      'the web uses typeof import()',
      { 'src/web/votes/votes.tsx': `type X = typeof import('#server/votes/votes.ts')` },
      /must not import the server/,
    ],
    [
      'the web uses import().Type',
      { 'src/web/votes/votes.tsx': `type X = import('#server/votes/votes.ts').X` },
      /must not import the server/,
    ],
    [
      'the web imports the server dynamically',
      { 'src/web/votes/votes.tsx': `const x = () => import('#server/votes/votes.ts')` },
      /must not import the server/,
    ],
    [
      'the web re-exports the server',
      { 'src/web/votes/wishes.ts': `export * from '#server/votes/votes.ts'` },
      /must not import the server/,
    ],
    [
      'the web re-exports one name',
      { 'src/web/votes/wishes.ts': `export { cast } from '#server/votes/votes.ts'` },
      /must not import the server/,
    ],
    [
      'the web imports the configuration',
      { 'src/web/votes/wishes.ts': `import '#config'` },
      /must not import the server/,
    ],
    [
      'the web imports the types of the rows',
      { 'src/web/votes/wishes.ts': `import type { DB } from '#db/types.ts'`, 'db/types.ts': '' },
      /must not import the server/,
    ],
    [
      'the web imports the parser',
      { 'src/web/votes/wishes.ts': `import { Vote } from '#contract/votes.ts'` },
      /would load the parser/,
    ],
    [
      'the server imports the web',
      { 'src/server/votes/votes.ts': `import '#web/ui/button.tsx'` },
      /must not import the web/,
    ],
    [
      'a floor is imported by a relative path',
      { 'src/server/api.ts': `import '../contract/votes.ts'` },
      /import another floor by/,
    ],
    [
      'a room imports past a public module',
      { 'src/server/votes/votes.ts': `import '../posts/rules.ts'` },
      /imported by their public modules/,
    ],
    [
      'a room of the web imports past a public module',
      { 'src/web/posts/posts.tsx': `import '../votes/wishes.ts'` },
      /imported by their public modules/,
    ],
    [
      'a page imports past a public module',
      { 'src/web/pages/feed.tsx': `import '../votes/wishes.ts'` },
      /imported by their public modules/,
    ],
    [
      'the shell imports past a public module',
      { 'src/web/shell/shell.tsx': `import '../votes/wishes.ts'` },
      /imported by their public modules/,
    ],
    [
      'a module above the rooms imports past a public module',
      { 'src/server/api.ts': `import './posts/rules.ts'` },
      /imported by their public modules/,
    ],
    [
      'a room imports a file that only modules above may import',
      { 'src/server/votes/votes.ts': `import '../account/auth.ts'` },
      /imported by their public modules/,
    ],
    [
      'a folder of the kernel is imported past its public module',
      {
        'src/server/votes/votes.ts': `import '../kernel/live/hub.ts'`,
        'src/server/kernel/live/live.ts': `export { hub } from './hub.ts'`,
        'src/server/kernel/live/hub.ts': 'export const hub = 1',
        'src/server/kernel/ctx.ts': `import './live/live.ts'`,
      },
      /imported by its public module/,
    ],
    [
      'the kernel imports a room',
      { 'src/server/kernel/ctx.ts': `import '../posts/posts.ts'` },
      /kernel must not import a room/,
    ],
    ['ui imports a room', { 'src/web/ui/button.tsx': `import '../votes/votes.tsx'` }, /ui must not import a room/],
    ['a room imports a page', { 'src/web/votes/votes.tsx': `import '../pages/feed.tsx'` }, /must not import a page/],
    [
      'a room imports the shell',
      { 'src/web/votes/votes.tsx': `import '../shell/shell.tsx'` },
      /must not import the shell/,
    ],
    [
      'a room imports a module above the rooms',
      { 'src/server/votes/votes.ts': `import '../api.ts'` },
      /modules that assemble them/,
    ],
    [
      'the configuration imports a room',
      { 'src/config.ts': `import './contract/words.ts'` },
      /configuration must not import/,
    ],
    [
      'a part of the configuration imports a room',
      { 'src/config-values.ts': `import './contract/words.ts'` },
      /configuration must not import/,
    ],
    [
      'a room imports a part of the configuration',
      { 'src/config-values.ts': '', 'src/server/votes/wishes.ts': `import '../../config-values.ts'` },
      /parts of the configuration are imported by it alone/,
    ],
    [
      'a relative path climbs two folders',
      { 'src/server/votes/votes.ts': `import '../../config.ts'` },
      /instead of \.\.\/\.\.\//,
    ],
    [
      'code imports a test',
      { 'src/server/votes/votes.ts': `import '#test/world.ts'`, 'test/world.ts': '' },
      /only tests may import tests/,
    ],
    [
      'two modules in a circle',
      { 'src/web/votes/wishes.ts': `import type { VoteControl } from './votes.tsx'` },
      /circle: src\/web\/votes\/votes\.tsx ↔ src\/web\/votes\/wishes\.ts/,
    ],
    [
      'a module that imports itself',
      { 'src/contract/words.ts': `import './words.ts'` },
      /circle: src\/contract\/words\.ts/,
    ],
    [
      'two rooms in a circle through other modules',
      {
        'src/server/posts/rules.ts': `import '../badges/badges.ts'`,
        'src/server/badges/badges.ts': 'export const a = 1',
        'src/server/badges/more.ts': `import '../posts/posts.ts'`,
        'src/server/api.ts': `import './badges/badges.ts'`,
      },
      /circle: room server\/badges ↔ room server\/posts/,
    ],
    ['an orphan', { 'src/server/votes/old.ts': 'export const x = 1' }, /votes\/old\.ts: no module imports it/],
    [
      'a page without a URL',
      { 'src/web/pages/old.tsx': 'export const x = 1' },
      /pages\/old\.tsx: no module imports it/,
    ],
    ['a missing module', { 'src/server/api.ts': `import './gone.ts'` }, /does not exist/],
    [
      'a folder named helpers',
      { 'src/server/helpers/helpers.ts': '', 'src/server/api.ts': `import './helpers/helpers.ts'` },
      /does not say what is inside/,
    ],
    [
      'a file named utils',
      { 'src/server/votes/utils.ts': '', 'src/server/votes/votes.ts': `import './utils.ts'` },
      /does not say what is inside/,
    ],
  ]
  test.each(cases)('when %s', (_name, changes, sentence) => {
    expect(breachesWith(changes).join('\n')).toMatch(sentence)
  })

  test('a computed import path is refused', () => {
    expect(() => breachesWith({ 'src/web/votes/wishes.ts': 'const x = (name: string) => import(name)' })).toThrow(
      /cannot be checked/,
    )
  })

  test('a file that cannot be parsed is reported', () => {
    expect(() => breachesWith({ 'src/web/votes/wishes.ts': 'import {' })).toThrow(/cannot be parsed/)
  })
})
