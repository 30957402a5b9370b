import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MUTANTS } from './list/index.ts'
import { titlesIn } from './sources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
const WHERE_TITLES_STAND = ['test/e2e/*.spec.ts', 'src/web/**/*.test.{ts,tsx}', 'test/screens/*.test.tsx']

test('there are at least eighty mutants, each with a name of its own', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(80)
  expect(MUTANTS.map(({ name }) => name).filter((name) => !/^[a-z0-9-]+$/.test(name))).toEqual([])
  const twice = [...Map.groupBy(MUTANTS, ({ name }) => name)].filter(([, same]) => same.length > 1)
  expect(twice.map(([name]) => name)).toEqual([])
})

test('the text that each replaces is in its file exactly once, and the replacement differs', () => {
  const wrong = MUTANTS.flatMap(({ name, file, from, to }) => {
    const times = existsSync(`${root}/${file}`) ? read(file).split(from).length - 1 : 0
    return times === 1 && from !== to && /^(src|db)\//.test(file) ? [] : [`${name}: ${times} times in ${file}`]
  })
  expect(wrong).toEqual([])
})

test('each breaks a promise that is stated in a sentence', () => {
  expect(MUTANTS.filter(({ promise }) => !/^[A-Z0-9].{20,}\.$/.test(promise)).map(({ name }) => name)).toEqual([])
})

test('the tests that each names exist', () => {
  const titles = globSync(WHERE_TITLES_STAND, { cwd: root }).map(read).map(titlesIn).join('\n')
  const wrong = MUTANTS.filter(({ tests: { rooms = [], web } }) => {
    if (rooms.length === 0 && !web) return true
    return rooms.some((file) => !existsSync(`${root}/${file}`)) || (web && !web.test(titles))
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})
