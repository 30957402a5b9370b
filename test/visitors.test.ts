/** Guarantee 67: only visitors share pages. Nobody gets the page of a member, and everyone sees a write within five seconds. */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#config'
import { makeHttp } from '#server/http.ts'
import { makeFiles } from '#server/kernel/files/files.ts'
import { noGeocoder } from '#server/kernel/geo/geocoder.ts'
import { unlimited } from '#server/kernel/http/limits.ts'
import { noLive } from '#server/kernel/live/hub.ts'
import type { PageRequest } from '#server/pages-web.ts'
import { makeBrowser, signIn } from './client.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const PASSWORD = 'the quick brown kettle'
const [ana, ben] = [
  await world.member({ name: 'ana', password: PASSWORD }),
  await world.member({ name: 'ben', password: PASSWORD }),
]
const { url } = await world.serve({ pages: 'stub' })

/** The connection, which `app.request` does not have. */
const PEER = { incoming: { method: 'GET', socket: { remoteAddress: '127.0.0.1' } } }

/** Pages that contain the request's data, rendered slowly enough for many to run at the same time. */
function program() {
  const drawn: string[] = []
  const fetch = async (request: Request, { api, viewer, nonce }: PageRequest) => {
    const { items } = await api.feed.listFeed({})
    drawn.push(viewer?.username ?? 'nobody')
    await pause(5)
    const name = viewer?.username ?? 'nobody'
    const text = `<p>for ${name}</p><a href="${request.url}">${items[0]?.title}</a><script nonce="${nonce}">1</script>`
    return new Response(text.padEnd(3000), { headers: { 'content-type': 'text/html' } })
  }
  const baseUrl = 'http://localhost:3000'
  const app = makeHttp({
    config: readConfig({}),
    secret: 'a secret of forty characters for testing',
    baseUrl,
    origins: [baseUrl],
    database: world.database,
    auth: world.auth,
    limits: unlimited,
    live: noLive,
    files: makeFiles(readConfig({})),
    geocoder: noGeocoder,
    model: null,
    log: world.log,
    assets: null,
    migrations: [],
    pages: async () => ({ fetch }),
  })
  const ask = async (cookie?: string, init: RequestInit = {}) => {
    const headers = { ...(cookie === undefined ? {} : { cookie }), ...(init.headers as Record<string, string>) }
    const answer = await app.request(`${baseUrl}/categories`, { ...init, headers }, PEER)
    return { answer, text: await answer.text() }
  }
  return { app, ask, drawn }
}

const cookieOf = async (person: typeof ana) => (await signIn(url, person)).cookieHeader()
const nonceIn = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1]
const [anas, bens] = [await cookieOf(ana), await cookieOf(ben)]

describe('67: a page of a member', () => {
  test('is never given to another member or to a visitor, however many requests come at the same time', async () => {
    const { ask } = program()
    const askers = [anas, bens, undefined, 'fk.device=x', 'a=b', anas, undefined, bens]
    const [a, b] = [ana.username, ben.username]
    const wanted = [a, b, 'nobody', 'nobody', 'nobody', a, 'nobody', b]
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(askers.map((cookie) => ask(cookie)))
      const names = answers.map(({ text }) => /for ([\w.]+)/.exec(text)?.[1])
      expect(names).toEqual(wanted)
      for (const { answer } of answers) expect(answer.headers.get('cache-control')).toBe('private, no-store')
    }
  })

  test('is rendered for each request, whatever other cookies come with the session', async () => {
    const { ask, drawn } = program()
    for (const cookie of [anas, `consent=all; ${anas}`, `${anas}; fk.zone=Europe%2FBerlin`, bens]) {
      await ask()
      await ask(cookie)
    }
    expect(drawn).toEqual(['nobody', ana.username, ana.username, ana.username, ben.username])
  })
})

describe('a visitor with cookies', () => {
  const foreign = ['', 'a=b', '_ga=GA1.1.1; consent=all', 'fk.device=x; fk.zone=Europe%2FBerlin', 'theme=dark']
  const noSession = [
    'fk.session_token=',
    'fk.session_token=forged.x',
    'other.session_token=x.y',
    '__Host-fk.session_token=x',
  ]

  test('gets the page that all visitors share', async () => {
    const { ask, drawn } = program()
    const answers = await Promise.all([undefined, ...foreign, ...noSession].map((cookie) => ask(cookie)))
    for (const { text } of answers) expect(text).toContain('for nobody')
    expect(drawn).toEqual(['nobody'])
    const nonces = answers.map(({ answer }) => nonceIn(answer.headers.get('content-security-policy')))
    expect(new Set(nonces).size).toBe(answers.length)
  })

  test('gets it also with the cookie of an ended session, from the next request on', async () => {
    const { ask, drawn } = program()
    const cookie = await cookieOf(ana)
    expect((await ask(cookie)).text).toContain(`for ${ana.username}`)
    await ask()
    const token = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)![1]!).split('.')[0]!
    await world.db.deleteFrom('session').where('token', '=', token).execute()
    for (let round = 0; round < 3; round++) expect((await ask(cookie)).text).toContain('for nobody')
    expect(drawn).toEqual([ana.username, 'nobody'])
  })

  test('gets a page of his own if the response sets a cookie', async () => {
    const { ask, drawn } = program()
    await ask()
    const cookie = await cookieOf(ben)
    const token = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)![1]!).split('.')[0]!
    const soon = new Date(Date.now() + 58 * 24 * 3600 * 1000)
    await world.db.updateTable('session').set({ expiresAt: soon }).where('token', '=', token).execute()
    const { answer, text } = await ask(cookie)
    expect(text).toContain(`for ${ben.username}`)
    expect(answer.headers.getSetCookie().join()).toContain('session_token')
    expect((await ask()).answer.headers.getSetCookie()).toEqual([])
    expect(drawn).toEqual(['nobody', ben.username])
  })
})

describe('a page of the visitors', () => {
  test('runs its scripts by a nonce that no other answer has', async () => {
    const { ask, drawn } = program()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
    expect(drawn).toEqual(['nobody'])
    const nonces = answers.map(({ answer }) => nonceIn(answer.headers.get('content-security-policy')))
    expect(new Set(nonces).size).toBe(20)
    for (const [index, { text }] of answers.entries()) {
      expect(nonces[index]).toMatch(/^[A-Za-z0-9+/]{22}==$/)
      expect(text.match(/nonce="([^"]*)"/g)).toEqual([`nonce="${nonces[index]}"`])
    }
  })

  test('contains nothing of the request that it was rendered for', async () => {
    const { app } = program()
    const poisoned = await app.request('http://evil.example/categories', { headers: { 'x-forwarded-host': 'evil' } })
    expect(await poisoned.text()).toContain('href="http://localhost:3000/categories"')
  })

  test('shows a new post within five seconds, and to its author at once', async () => {
    const { ask } = program()
    const before = await world.post({ by: ana, title: 'Before' })
    expect((await ask()).text).toContain(before.title)
    await world.post({ by: ana, title: 'After' })
    const from = performance.now()
    expect((await ask(anas)).text).toContain('After')
    await expect.poll(async () => (await ask()).text, { timeout: 5000, interval: 50 }).toContain('After')
    expect(performance.now() - from).toBeLessThan(5000)
  })

  test('has a head without a body, and comes gzipped to clients that accept that', async () => {
    const { url } = await world.serve({ pages: 'stub' })
    const { headers, text, status } = await makeBrowser(url).send('HEAD', '/categories')
    expect({ status, text }).toEqual({ status: 200, text: '' })
    expect(nonceIn(headers.get('content-security-policy'))).toBeTruthy()
    const zipped = await makeBrowser(url).get('/categories', { 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(zipped.headers.get('vary')).toContain('Accept-Encoding')
    expect(zipped.text).toBe('a page')
    expect((await makeBrowser(url).get('/categories', { 'accept-encoding': 'identity' })).text).toBe('a page')
  })
})
