/** The outbox: a file for each mail, deleted after a week. */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#config'
import { makeMail } from './mail.ts'

const HOUR_MS = 3600 * 1000

test('mails of more than a week ago are deleted once an hour, and not looked for after each mail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  onTestFinished(() => void vi.restoreAllMocks())
  const outboxDir = join(folder, 'mail')
  await mkdir(outboxDir)
  const addFile = async (name: string, days: number) => {
    const at = new Date(Date.now() - days * 24 * HOUR_MS)
    await writeFile(join(outboxDir, name), '')
    await utimes(join(outboxDir, name), at, at)
  }
  const mail = makeMail({ ...readConfig({ DATA_DIR: folder }), outboxDir })
  const deliver = () =>
    mail.deliver({ kind: 'note', to: 'dad@example.org', subject: 'A note', paragraphs: ['Hello.'], reason: 'A test.' })
  await addFile('old.eml', 8)
  await addFile('recent.eml', 6)
  await deliver()
  expect(await readdir(outboxDir)).not.toContain('old.eml')
  expect(await readdir(outboxDir)).toContain('recent.eml')
  await addFile('old.eml', 8)
  await deliver()
  expect(await readdir(outboxDir)).toContain('old.eml')
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + HOUR_MS)
  await deliver()
  expect(await readdir(outboxDir)).not.toContain('old.eml')
  expect((await readdir(outboxDir)).filter((name) => name.includes('-note-'))).toHaveLength(3)
})
