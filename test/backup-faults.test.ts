/** A base backup that its target does not take: the command says why, and nothing else. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lastEvent, makeKey } from '#server/kernel/backup/backup.ts'
import { makeInstance } from './backups.ts'
import { mayMount } from './mounting.ts'

test.skipIf(!mayMount())(
  'a full target is one sentence of the command, and of the note for the doctor',
  {
    timeout: 120_000,
  },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fk-full-'))
    const [target, keyFile] = [join(folder, 'target'), join(folder, 'key')]
    mkdirSync(target)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'fk-test', target])
    onTestFinished(() => {
      execFileSync('umount', ['-l', target])
      rmSync(folder, { recursive: true, force: true })
    })
    makeKey(keyFile)
    const { backUp, program } = makeInstance(keyFile, { BACKUP_TO: target })
    const running = await program.start()
    running.process.kill('SIGTERM')
    await running.ended
    const { code, text } = await backUp('--fast')
    const full = `The disk of BACKUP_TO=${target} is full (0 MB free). Make room; what waits is stored by itself.`
    expect({ code, text: text.trim() }).toEqual({ code: 1, text: full })
    expect(lastEvent(program.dataDir, 'base-failure')).toMatchObject({ code: 'ENOSPC', sentence: full })
  },
)
