import { request } from 'node:http'
import { expect, test } from 'vitest'
import { mailCount, makeBrowser, nthMail, signIn } from '#test/client.ts'
import { guarantee } from '#test/guarantees/guarantee.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const served = await world.serve({ pages: process.env.PAGES_DIR ? 'built' : 'stub' })
const { url, baseUrl } = served
const PASSWORD = 'the quick brown kettle'
const NEXT = 'eleven lazy herons'
const tokenOf = (link: string | undefined) => new URL(link!).searchParams.get('token')!

async function asked(person?: { email: string }) {
  const sam = person ?? (await world.member({ password: PASSWORD }))
  const count = (await mailCount(served, 'reset', sam.email)) + 1
  const answer = await makeBrowser(url).call('/request-password-reset', { email: sam.email })
  expect(answer).toMatchObject({ status: 200, text: '{"status":true}' })
  const { link } = await nthMail(served, 'reset', sam.email, count)
  return { sam, link: link!, token: tokenOf(link) }
}
const reset = (token: string, newPassword = NEXT) => makeBrowser(url).call('/reset-password', { token, newPassword })

test('the mailed link sets a new password once; all sessions end, and the owner gets a mail', async () => {
  const sam = await world.member({ password: PASSWORD })
  const [one, two] = [await signIn(url, sam), await signIn(url, sam)]
  await world.local(sam, { latitude: 51.5, longitude: -0.1 })
  const { token } = await asked(sam)
  const answer = await reset(token)
  expect(answer).toMatchObject({ status: 200, text: '{"status":true}' })
  // he is signed out everywhere, so local mode is off
  expect(await world.as(sam).nearby.getLocalProfile()).toMatchObject({ local_mode_enabled: false, latitude: null })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect([await one.viewer(), await two.viewer()]).toEqual([null, null])
  await nthMail(served, 'password-changed', sam.email, 1)
  await signIn(url, { email: sam.email, password: NEXT })
  await expect(signIn(url, sam)).rejects.toThrow('401')
  expect(await reset(token, 'twelve lazy herons')).toMatchObject({ status: 400, json: { code: 'INVALID_TOKEN' } })
})

test('opening the link changes nothing and does not use it up, and its key is not passed on', async () => {
  const { sam, link, token } = await asked()
  expect(link.startsWith(`${baseUrl}/reset?token=`)).toBe(true)
  for (const path of [link.slice(baseUrl.length), `/api/auth/reset-password/${token}?callbackURL=/`]) {
    const opened = await makeBrowser(url).get(path)
    if (path.startsWith('/reset')) expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
    else expect(opened.status).toBe(404)
  }
  await signIn(url, sam as { email: string; password: string })
  expect((await reset(token)).status).toBe(200)
})

guarantee(
  '10',
  'a reset link that is used many times at the same time works once',
  { short: 10, full: 100 },
  async (clients) => {
    const { sam, token } = await asked()
    const passwords = Array.from({ length: clients }, (_, i) => `${NEXT} and number ${i}`)
    const answers = await Promise.all(
      passwords.map(async (password) => {
        for (;;) {
          const answer = await reset(token, password)
          if (answer.status !== 503) return { password, answer } // the queue for hashing was full
          await new Promise((go) => setTimeout(go, 200))
        }
      }),
    )
    const won = answers.filter(({ answer }) => answer.status === 200)
    expect(won).toHaveLength(1)
    for (const { answer } of answers) if (answer.status !== 200) expect(answer.json.code).toBe('INVALID_TOKEN')
    await signIn(url, { email: sam.email, password: won[0]!.password })
  },
)

test('10: a link that is old, truncated or invented gets the same refusal', async () => {
  const { token } = await asked()
  const old = await asked()
  await world.db
    .updateTable('verification')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('value', '=', (old.sam as { id?: string }).id!)
    .execute()
  const answers = [await reset(old.token), await reset(token.slice(0, -1)), await reset('made-up'), await reset('')]
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 400, json: { code: 'INVALID_TOKEN' } })
})

test('10: of several requested links, the first that is used invalidates the others', async () => {
  const first = await asked()
  const second = await asked(first.sam)
  expect((await reset(second.token)).status).toBe(200)
  expect((await reset(first.token)).status).toBe(400)
})

test('a refused new password does not use up the link', async () => {
  const { sam, token } = await asked()
  for (const weak of ['short', 'fatherkin1234', `${sam.email.split('@')[0]}.123`])
    expect(await reset(token, weak)).toMatchObject({ status: 400, json: { code: 'WEAK_PASSWORD' } })
  expect((await reset(token)).status).toBe(200)
})

test('an unknown address gets the same answer, and no mail is sent', async () => {
  const answer = await makeBrowser(url).call('/request-password-reset', { email: 'nobody@example.org' })
  expect(answer).toMatchObject({ status: 200, text: '{"status":true}' })
  await asked()
  expect(await mailCount(served, 'reset', 'nobody@example.org')).toBe(0)
})

test('a reset verifies the address that its mail was sent to', async () => {
  const sam = await world.member({ password: PASSWORD, verified: false })
  const { token } = await asked(sam)
  await reset(token)
  expect(await (await signIn(url, { email: sam.email, password: NEXT })).viewer()).toBe(sam.username)
})

test('10: a forged Host header does not appear in the mailed link', async () => {
  const sam = await world.member({ password: PASSWORD })
  const body = JSON.stringify({ email: sam.email, redirectTo: 'https://evil.example/' })
  for (const headers of [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  ]) {
    const count = (await mailCount(served, 'reset', sam.email)) + 1
    await new Promise<void>((resolve, reject) => {
      const sent = request(
        `${url}/api/auth/request-password-reset`,
        { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
        (answer) => {
          expect(answer.statusCode).toBe(200)
          answer.resume().once('end', resolve)
        },
      )
      sent.once('error', reject).end(body)
    })
    const mail = await nthMail(served, 'reset', sam.email, count)
    expect(mail.link!.startsWith(`${baseUrl}/reset?token=`)).toBe(true)
    expect(mail.text + mail.html!).not.toContain('evil')
  }
})
