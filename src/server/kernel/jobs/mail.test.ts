/** The outbox: a file for each mail, deleted after a week. And which address a mail server is given. */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
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

test('a mail server is given the address as it was signed up; what it refuses for good fails the job', async () => {
  const given: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, answer) => {
      given.push(address.replaceAll('"', ''))
      answer(address.startsWith('no') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null)
    },
    onData: (stream, _session, answer) => void stream.resume().once('end', () => answer()),
  })
  await new Promise<void>((go) => void server.listen(0, '127.0.0.1', go))
  onTestFinished(() => new Promise<void>((go) => void server.close(go)))
  const { port } = server.server.address() as AddressInfo
  const mail = makeMail(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }))
  const send = (to: string) =>
    mail.deliver({ kind: 'note', to, subject: 'A note', paragraphs: ['Hi.'], reason: 'Test.' })
  const odd = ["o'brien@x.org", '=?utf-8?q?x?=@x.org', '=?utf-8?b?YUB5Lm9yZz4=?=@x.org', '!#$%*/=?^_`{|}~@x.org']
  for (const to of odd) await send(to)
  expect(given).toEqual(odd)
  await expect(send('no@x.org')).rejects.toMatchObject({ responseCode: 550 })
})
