/** Mail over SMTP: what arrives, and that it arrives after the mail server was unavailable. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { domainToASCII } from 'node:url'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeBrowser, until } from '#test/client.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const PASSWORD = 'the quick brown kettle'

interface Caught {
  from: string
  to: string[]
  mail: Email
  raw: string
}

/** A mail server that a test can make fail. */
async function catcher(port = 0) {
  const caught: Caught[] = []
  const state = { isIll: false, conversations: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, done) => {
      state.conversations++
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (state.isIll) return done(Object.assign(new Error('not today'), { responseCode: 451 }))
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        caught.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          mail: await PostalMime.parse(raw),
          raw: raw.toString('latin1'),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  afterAll(close)
  return { caught, state, close, port: (server.server.address() as AddressInfo).port }
}

/** Its jobs stop at the end of the test: otherwise they would send the mails of the next one. */
async function serveWith(port: number, env: Record<string, string> = {}) {
  const MAIL_FROM = 'Fatherkin <post@dads.example>'
  const served = await world.serve({ pages: 'stub', env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM, ...env } })
  onTestFinished(() => served.stop())
  return served
}

test('a mail arrives by SMTP with its sender, its text and HTML parts and its link', async () => {
  const { caught, port } = await catcher()
  const { url, baseUrl, outbox } = await serveWith(port)
  await makeBrowser(url).call('/sign-up/email', {
    email: 'Sam@Example.org',
    username: 'sam',
    password: PASSWORD,
    name: 'Sam "<b>" Ünal',
  })
  const { from, to, mail, raw } = await until('the mail is caught', () => caught[0])
  expect({ from, to }).toEqual({ from: 'post@dads.example', to: ['sam@example.org'] })
  expect(mail.from).toMatchObject({ address: 'post@dads.example', name: 'Fatherkin' })
  expect(mail.to).toMatchObject([{ address: 'sam@example.org' }])
  expect(mail.subject).toBe('Verify your email for Fatherkin')
  expect(mail.messageId).toMatch(/^<.+@.+>$/)
  expect(Math.abs(Date.parse(mail.date!) - Date.now())).toBeLessThan(60_000)
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  const link = mail.text!.match(/http\S+/)![0]
  expect(link.startsWith(`${baseUrl}/verify?token=`)).toBe(true)
  expect(mail.html).toContain(`href="${link}"`)
  expect(mail.text).toContain('The account is called sam.')
  expect(mail.text).toContain("This wasn't me")
  expect(raw).toContain('Content-Type: multipart/alternative')
  expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
  expect(existsSync(outbox)).toBe(false)
})

test.each(['!#$%*/=?^_{|}~@example.org', "o'brien&son@example.org", '=?utf-8?q?x?=@xn--bcher-kva.example'])(
  'a mail to %s has this one recipient',
  async (email) => {
    const { caught, port } = await catcher()
    const { url } = await serveWith(port)
    const username = `odd_${email.replace(/\W/g, '')}`.slice(0, 30)
    expect((await makeBrowser(url).call('/sign-up/email', { email, username, password: PASSWORD })).status).toBe(200)
    const { to, raw } = await until('the mail is caught', () => caught[0])
    // this mail server shows its own reader the domain in letters
    expect(to.map((one) => one.replace(/[^@]+$/, domainToASCII))).toEqual([email])
    expect(raw.match(/^(?:To|Cc|Bcc):/gim)).toEqual(['To:'])
  },
)

test('nothing in the name of the site or of a member is treated as markup or headers of the mail', async () => {
  const { caught, port } = await catcher()
  const brand = 'Dads & "Sons" <b>'
  const { url } = await serveWith(port, { BRAND_NAME: brand })
  await makeBrowser(url).call('/sign-up/email', { email: 'tom@example.org', username: 'tom', password: PASSWORD })
  const { mail } = await until('the mail is caught', () => caught[0])
  expect(mail.subject).toContain(brand)
  expect(mail.text).toContain(brand)
  expect(mail.html).not.toContain(brand)
  expect(mail.html).toContain('Dads &#38; &#34;Sons&#34; &#60;b&#62;')
})

test('55: if the mail server fails or is unavailable, signing up works, and the mail is sent once after it is back', async () => {
  const first = await catcher()
  first.state.isIll = true
  const { url } = await serveWith(first.port)
  const from = performance.now()
  const answer = await makeBrowser(url).call('/sign-up/email', {
    email: 'kim@example.org',
    username: 'kim',
    password: PASSWORD,
  })
  expect(answer.status).toBe(200)
  expect(performance.now() - from).toBeLessThan(15_000) // the mail server's own timeout is longer
  await until('the first try was refused', () => first.state.conversations > 0)
  await first.close() // now the server is unavailable
  const answers = makeBrowser(url)
  expect(
    (await answers.call('/sign-up/email', { email: 'ben@example.org', username: 'ben', password: PASSWORD })).status,
  ).toBe(200)
  const back = await catcher(first.port)
  await until('both mails are caught', () => back.caught.length >= 2, 40_000)
  const waiting = () => sql<{ n: number }>`select count(*) as n from graphile_worker.jobs`.execute(world.db)
  await until('no mail is left to send', async () => (await waiting()).rows[0]?.n === 0)
  expect(back.caught.map(({ to }) => to[0]).sort()).toEqual(['ben@example.org', 'kim@example.org'])
  expect(first.caught).toEqual([])
}, 60_000)
