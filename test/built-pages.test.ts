/** The folders of built pages: a new build keeps what a running service serves, and removes what nobody uses. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './bounded.ts'

test('a build keeps the pages of the build before for a day, and removes older ones that nobody uses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fk-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  const dist = join(folder, 'dist')
  const [served, old, recent] = ['a', 'b', 'c'].map((letter) => letter.repeat(16)) as [string, string, string]
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000)
  for (const name of [served, old, recent]) mkdirSync(join(dist, name), { recursive: true })
  for (const name of [served, old]) utimesSync(join(dist, name), threeDaysAgo, threeDaysAgo)
  symlinkSync(served, join(dist, 'current'))

  const mark = `const { markPages } = await import('./scripts/pages.mjs'); markPages()`
  execFileSync(process.execPath, ['--input-type=module', '-e', mark], { cwd: folder })
  expect(readdirSync(dist).sort()).toEqual([served, recent, 'current'])
  expect(readlinkSync(join(dist, 'current'))).toMatch(/^[0-9a-f]{16}$/)
  expect(readlinkSync(join(dist, 'current'))).not.toBe(served)
})
