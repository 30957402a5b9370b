/** The demo is a program of its own, in a folder of its own. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { until } from './client.ts'
import { makeProgram } from './program.ts'

const program = makeProgram({ FATHERKIN_DEMO: '1' })
afterAll(() => program.remove())

test('the demo does not start in a folder that contains something else', async () => {
  mkdirSync(program.dataDir)
  writeFileSync(join(program.dataDir, 'secret'), 'of a real community')
  const begun = program.spawned()
  expect(await begun.ended).toBe(1)
  expect(begun.output()).toContain('holds something else than a demo town. Choose another with DATA_DIR=')
  expect(readdirSync(program.dataDir)).toEqual(['secret'])
})

// longer than its two waits together
test('asked for a fresh demo, it deletes the town before', { timeout: 150_000 }, async () => {
  rmSync(program.dataDir, { recursive: true })
  mkdirSync(join(program.dataDir, 'outbox'), { recursive: true })
  const left = ['demo-town', 'logins.json', 'outbox/old.eml'].map((name) => join(program.dataDir, name))
  for (const file of left) writeFileSync(file, '[]')
  const begun = program.spawned('0', ['--fresh'])
  await until('the town moves in', () => begun.output().includes('moves in') || begun.process.exitCode !== null, 60_000)
  // prints how long it takes, and reports its progress
  expect(begun.output()).toContain('the demo town moves in: ten seconds, a minute on a slow or busy machine')
  const isTold = () => /the demo town is moving in: /.test(begun.output())
  await until('it reports its progress', () => isTold() || begun.process.exitCode !== null, 60_000)
  expect(isTold()).toBe(true)
  expect(left.map((file) => existsSync(file))).toEqual([true, false, false])
  // the town is created by thousands of small transactions, and none of them waits for the disk
  const client = new pg.Client({ connectionString: readFileSync(join(program.dataDir, 'database.url'), 'utf8').trim() })
  await client.connect()
  expect((await client.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'off' }])
  await client.end()
})
