/** The demo is a program of its own, in a folder of its own. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeProgram } from './program.ts'

const program = makeProgram({ FATHERKIN_DEMO: '1' })
afterAll(() => program.remove())

test('the demo does not move into a folder that holds something else', async () => {
  mkdirSync(program.dataDir)
  writeFileSync(join(program.dataDir, 'secret'), 'of a real community')
  const begun = program.spawned()
  expect(await begun.ended).toBe(1)
  expect(begun.output()).toContain('holds something else than a demo town. Choose another with DATA_DIR=')
  expect(readdirSync(program.dataDir)).toEqual(['secret'])
})
