/** A restore that is broken off twice, by a signal and by the failure that follows it, ends its server before it says so. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeRestore } from './restore.ts'

const hasProc = existsSync('/proc/self/cwd')

/** Like PostgreSQL, it removes its pid file first, and ends a moment later. */
const SERVER = `
process.on('SIGQUIT', () => {
  require('node:fs').rmSync('postmaster.pid')
  setTimeout(() => process.exit(), 700)
})
setInterval(() => {}, 1000)
require('node:fs').writeFileSync('ready', '')`

test.skipIf(!hasProc)('the second removal waits until the server of the first has ended', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fk-removing-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const to = join(folder, 'restored')
  const cluster = join(to, 'postgres')
  mkdirSync(cluster, { recursive: true })
  const server = spawn(process.execPath, ['-e', SERVER], { cwd: cluster, stdio: 'ignore' })
  onTestFinished(() => void server.kill('SIGKILL'))
  writeFileSync(join(cluster, 'postmaster.pid'), `${server.pid}\n`)
  await expect.poll(() => existsSync(join(cluster, 'ready'))).toBe(true)

  const first = removeRestore(to)
  await expect.poll(() => existsSync(join(`${to}.fatherkin-removed`, 'postgres/postmaster.pid'))).toBe(false)
  await Promise.race([first, removeRestore(to)])
  // the directory of a process that has ended cannot be read
  expect(() => readlinkSync(`/proc/${server.pid}/cwd`)).toThrow()
  expect(existsSync(`${to}.fatherkin-removed`)).toBe(false)
})
