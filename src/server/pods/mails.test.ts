/** A name that was stored before the rule for names is one line in the mails and cannot add text to them. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { backSentence } from '#contract/room-words.ts'
import { makeMail, textOf } from '../kernel/jobs/jobs.ts'
import { handedOverMail, requestAnsweredMail, takenOutMail } from './mails.ts'

const pod = { name: 'Gym\r\n\r\nNew\u2028sign-in.\u202e\u0085Check it', slug: 'gym' }
const PLAIN = 'Gym New sign-in. Check it'
const now = new Date('2026-11-25T14:33:00Z')
const out = { now, until: new Date('2026-12-25T14:33:00Z'), reason: null }

test.each([
  handedOverMail(pod),
  requestAnsweredMail(pod, 'approved'),
  requestAnsweredMail(pod, 'rejected'),
  takenOutMail({ ...pod, is_private: true }, out),
  { ...handedOverMail(pod), subject: pod.name },
])('$kind', async (notice) => {
  const outbox = await mkdtemp(join(tmpdir(), 'fatherkin-mails-'))
  onTestFinished(() => rm(outbox, { recursive: true }))
  const config = { ...readConfig({ DATA_DIR: outbox }), outboxDir: join(outbox, 'mail') }
  const mail = { ...textOf(notice), to: 'dad@example.org', link: { url: 'https://example.org/', label: 'Open' } }
  await makeMail(config).deliver(mail)
  const [file] = await readdir(config.outboxDir)
  const { subject, text, headers } = await PostalMime.parse(await readFile(join(config.outboxDir, file!)))
  expect(subject).toBe(notice.subject === pod.name ? PLAIN : notice.subject)
  // others may see the screen on which a subject appears
  if (notice.subject !== pod.name) expect(subject).not.toContain('Gym')
  expect(text!.split('\n').filter((line) => line.includes('Gym'))).toEqual([expect.stringContaining(PLAIN)])
  expect(headers.filter(({ key }) => key === 'subject')).toHaveLength(1)
})

test.each([
  ['2026-12-25T14:33:00Z', false, 'You can join again from 25 December'],
  ['2026-12-25T14:33:00Z', true, 'You can ask again from 25 December'],
  ['2026-11-26T00:00:00Z', false, 'You can join again from 26 November'],
  ['2026-11-25T23:59:00Z', true, 'You can ask again later today'],
])('a member who is out until %s gets the day', (until, asks, sentence) => {
  expect(backSentence({ until: new Date(until), now, asks })).toBe(sentence)
})
