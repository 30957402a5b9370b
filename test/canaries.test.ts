/**
 * Guarantee 60: what a member keeps private, or shares with a few, is planted here in words that occur nowhere else. Then every
 * persona reads everything that can be read, and every frame, mail and log line is searched: each word is found by those who
 * may see it, and by nobody else.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Browser, makeBrowser, NOT_SHARED, nthMail, signIn, until } from './client.ts'
import { openListener, type TabListener } from './live-listener.ts'
import { readsOf } from './reads.ts'
import { closeRound, giveRhythm, openRound } from './rounds.ts'
import { signInDirectly } from './sessions.ts'
import { daysAhead, makeWorld } from './world.ts'

const world = await makeWorld()
const { db } = world
const isBuilt = Boolean(process.env.PAGES_DIR)
const served = await world.serve({ pages: isBuilt ? 'built' : 'stub' })
const { url } = served
const PASSWORD = 'the quick brown kettle'

const leo = await world.member({ name: 'leo', email: 'kestrel.mailbox@example.org', password: PASSWORD })
const [insider, kin, ex, stranger] = await Promise.all(
  ['insider', 'kin', 'ex', 'stranger'].map((name) => world.member({ name })),
)
await sql`update profiles_private set first_name = 'Kestrelfirst', last_name = 'Kestrellast', date_of_birth = '1971-03-29'
  where id = ${leo.id}`.execute(db)
await sql`insert into connections (requester_id, addressee_id, status, accepted_at)
  values (${leo.id}, ${kin!.id}, 'accepted', now())`.execute(db)
await sql`insert into blocks values (${leo.id}, ${stranger!.id})`.execute(db)

/** `ex` has checked in with the pod and left it. */
const PERSONAS = ['visitor', 'stranger', 'kin', 'ex', 'insider', 'leo'] as const
type Persona = (typeof PERSONAS)[number]
const browsers: Record<Persona, Browser> = {
  visitor: makeBrowser(url, NOT_SHARED),
  stranger: await signInDirectly(world, url, stranger!),
  kin: await signInDirectly(world, url, kin!),
  ex: await signInDirectly(world, url, ex!),
  insider: await signInDirectly(world, url, insider!),
  leo: await signIn(url, leo),
}

/** In the form in which he sends it, which is never stored. */
const POSITION = { latitude: 51.7654321, longitude: -0.1234567 }
const category = await world.category('Evenings')
const pod = await world.pod({ members: [leo, insider!, ex!], name: 'Shut Pod', is_private: true })
const network = await world.privateNetwork({ members: [leo, insider!], name: 'Shut Network' })
const [event, hiddenPost] = [randomUUID(), randomUUID()]

/** Each canary, and who may see it. */
const CANARIES: Record<string, { word: string; seenBy: Persona[] }> = {
  'e-mail': { word: leo.email, seenBy: ['leo'] },
  'first name': { word: 'Kestrelfirst', seenBy: ['leo'] },
  'last name': { word: 'Kestrellast', seenBy: ['leo'] },
  'date of birth': { word: '1971-03-29', seenBy: ['leo'] },
  latitude: { word: String(POSITION.latitude), seenBy: [] },
  longitude: { word: String(POSITION.longitude), seenBy: [] },
  'pod message': { word: 'kestrelinpod', seenBy: ['leo', 'insider'] },
  'win of a check-in': { word: 'kestrelwin', seenBy: ['leo', 'insider'] },
  'ask of a check-in': { word: 'kestrelask', seenBy: ['leo', 'insider'] },
  'private struggle of a check-in': { word: 'kestrelstruggle', seenBy: ['leo'] },
  'private commitment of a check-in': { word: 'kestrelcommitment', seenBy: ['leo'] },
  'reason of a pause': { word: '"reason":"custody"', seenBy: ['leo'] },
  'network message': { word: 'kestrelinnetwork', seenBy: ['leo', 'insider'] },
  'post of a private network': { word: 'kestrelpost', seenBy: ['leo', 'insider'] },
  'address of an event, for those who come': { word: 'kestrelstreet', seenBy: ['leo', 'insider'] },
}
/** The middle of the cell among these is visible to him alone: it is in the copy of his data, and nowhere else. */
const cell: Record<string, string> = {}

/** The actions of the member, and the responses and frames meanwhile. */
const answers: Record<Persona, string[]> = { visitor: [], stranger: [], kin: [], ex: [], insider: [], leo: [] }
async function send(by: Persona, method: string, path: string, body?: object): Promise<void> {
  const answer = await browsers[by].send(method, `/api/v1${path}`, body)
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
  answers[by].push(answer.text)
}
async function plant(): Promise<void> {
  for (const who of ['leo', 'insider', 'kin', 'stranger'] as const) {
    await send(who, 'PUT', '/me/local-mode', { enabled: true })
    await send(who, 'PUT', '/me/location', {
      latitude: POSITION.latitude + (who === 'leo' ? 0 : 0.05),
      longitude: POSITION.longitude,
    })
  }
  const words = (room: string) => ({ id: randomUUID(), content: `A kestrelin${room} came.` })
  await send('leo', 'POST', `/chat/pod/${pod.id}/messages`, words('pod'))
  await send('leo', 'POST', `/chat/group/${network.id}/messages`, words('network'))
  await giveRhythm(world, pod)
  // the second answers the first, whose commitment stays private there as well
  for (let n = 0; n < 2; n++) {
    if (n > 0) await closeRound(world, pod)
    const round = await openRound(world, pod)
    await send('leo', 'PUT', `/rounds/${round}/check-in`, {
      ...{ outcome: 'not', win: 'A kestrelwin.', struggle: 'A kestrelstruggle.', ask: 'A kestrelask.' },
      commitment: { cue: 'the kestrelcommitment calls', action: 'I keep the kestrelcommitment.' },
      private_lines: ['struggle', 'commitment'],
    })
    for (const who of ['insider', 'ex'] as const)
      await send(who, 'PUT', `/rounds/${round}/check-in`, { outcome: 'kept' })
  }
  await send('ex', 'DELETE', `/pods/${pod.id}/membership`)
  await send('leo', 'PUT', `/me/pods/${pod.id}/pause`, { reason: 'custody' })
  const post = { type: 'text', title: 'The kestrelpost', content: 'A kestrelpost.', category_id: category.id }
  await send('leo', 'POST', '/posts', { ...post, id: hiddenPost, group_id: network.id })
  const when = { event_date: daysAhead(2), event_time: '10:00', time_zone: 'Europe/London' }
  const place = { location: 'The hill', address: '12 kestrelstreet', ...POSITION }
  await send('leo', 'POST', '/events', { id: event, title: 'Kites', ...place, ...when })
  for (const who of ['insider', 'leo'] as const) await send(who, 'PUT', `/events/${event}/attendance`, { going: true })
  // mails to others, and to him
  await send('kin', 'PUT', `/pods/${pod.id}/request`)
  const { json } = await browsers.leo.get(`/api/v1/me/pod-requests?pod_id=${pod.id}`)
  const [request] = json.items as { id: string }[]
  await send('leo', 'PUT', `/me/pod-requests/${request!.id}`, { decision: 'rejected' })
  await send('leo', 'PATCH', `/events/${event}`, { title: 'Kites, higher' })
  expect((await browsers.leo.call('/request-password-reset', { email: leo.email })).status).toBe(200)
  const { link } = await served.mail('reset', leo.email)
  CANARIES['reset token'] = { word: new URL(link!).searchParams.get('token')!, seenBy: [] }
  await nthMail(served, 'event-changed', insider!.email, 1)
  const { rows } = await sql<{ latitude: number; longitude: number }>`
    select latitude, longitude from profiles_private where id = ${leo.id}`.execute(db)
  for (const [name, value] of Object.entries(rows[0]!)) cell[name] = String(value).slice(0, 9)
}

const PARAMS = {
  slug: [category.slug, network.slug, pod.slug],
  id: [leo.id, network.id, pod.id, hiddenPost, event],
  pod_id: [pod.id],
  post_id: [hiddenPost],
  room: ['pod', 'group'],
  room_id: [pod.id, network.id],
  user_id: [leo.id, insider!.id],
  username: [leo.username, insider!.username],
}
const QUERIES = [
  '',
  '?q=leo',
  '?scope=everywhere',
  '?radius=50&sort=date_of_birth&fields=email,date_of_birth&expand=private',
]
const PLACES = [
  ...[
    '/',
    '/categories',
    '/feed',
    '/groups',
    '/groups/all',
    '/pods',
    '/settings',
    '/settings/check-ins',
    '/questions',
    '/profile',
    '/local',
    '/admin',
  ],
  ...[`/user/${leo.username}`, `/group/${network.slug}`, `/pod/${pod.slug}`, `/post/${hiddenPost}`, `/event/${event}`],
  ...[`/event/${event}/calendar.ics`, `/category/${category.slug}`, '/feed.xml', `/category/${category.slug}/feed.xml`],
  ...['/sitemap.xml', '/sitemap/members-1.xml', '/sitemap/posts-1.xml', '/sitemap/groups-1.xml', '/robots.txt'],
]

async function readAll(who: Persona): Promise<[path: string, text: string][]> {
  const seen: [string, string][] = []
  for (const path of [...readsOf(PARAMS, QUERIES), ...PLACES]) {
    const { status, text, headers } = await browsers[who].get(path)
    expect(status, path).toBeLessThan(500)
    if (path.startsWith('/api/')) expect(headers.get('cache-control'), path).toBe('no-store')
    seen.push([path, text])
  }
  return seen
}

const listeners = {} as Record<Exclude<Persona, 'visitor' | 'ex'>, TabListener>
for (const who of ['stranger', 'kin', 'insider', 'leo'] as const) {
  const listener = await openListener(url, browsers[who].cookieHeader())
  for (const topic of [`member:${leo.id}`, `pod:${pod.id}`, `group:${network.id}`]) await listener.listen(topic, 0)
  listeners[who] = listener
}
await plant()
for (const listener of Object.values(listeners)) await listener.listen(`event:${event}`, 0)
await until('the messages are published', () =>
  listeners.insider.texts.some((text) => text.includes('kestrelinnetwork')),
)

/** "latitude in /api/v1/…" for each canary that this persona received but must not see. */
const leaks = (who: Persona, got: [string, string][]) =>
  [
    ...Object.entries(CANARIES),
    ...Object.entries(cell).map(([name, word]) => [`cell ${name}`, { word, seenBy: [] }] as const),
  ].flatMap(([name, { word, seenBy }]) =>
    (seenBy as Persona[]).includes(who)
      ? []
      : got.filter(([, text]) => text.includes(word)).map(([path]) => `${name} in ${path}`),
  )

describe('60: a canary', () => {
  const found = {} as Record<Persona, [string, string][]>
  test.each(PERSONAS)('is in no response and no page of a %s who may not see it', { timeout: 120_000 }, async (who) => {
    found[who] = [
      ...(await readAll(who)),
      ...answers[who].map((text): [string, string] => ['an answer to what he did', text]),
    ]
    expect(found[who].length).toBeGreaterThan(80)
    // the middle of his own cell may come back to a member who is in the same cell
    const got = leaks(who, found[who])
    expect(who === 'leo' ? got.filter((leak) => !leak.startsWith('cell ')) : got).toEqual([])
  })

  test('is seen by those who may see it, so that its absence elsewhere means something', async () => {
    const copy = await browsers.leo.call('/own-data', { password: PASSWORD })
    expect(copy.status).toBe(200)
    found.leo.push(['his copy of his data', copy.text])
    for (const word of Object.values(cell)) expect(copy.text).toContain(word)
    for (const [name, { word, seenBy }] of Object.entries(CANARIES))
      for (const who of seenBy)
        expect(
          found[who].some(([, text]) => text.includes(word)),
          `${name} for ${who}`,
        ).toBe(true)
  })

  test('is received by nobody who may not receive it', () => {
    for (const [who, listener] of Object.entries(listeners) as [Exclude<Persona, 'visitor' | 'ex'>, TabListener][]) {
      const frames = listener.texts.map((text): [string, string] => ['a frame', text])
      expect(leaks(who, frames), who).toEqual([])
      listener.hangUp()
    }
    expect(listeners.insider.texts.join()).toContain('kestrelinpod')
  })

  test('is in no mail to others; mails to him contain only his address and his link', () => {
    const names = existsSync(served.outbox) ? readdirSync(served.outbox) : []
    expect(names.length).toBeGreaterThan(2)
    for (const name of names) {
      // lines of a mail are broken with "=" at their end
      const text = readFileSync(join(served.outbox, name), 'utf8')
        .replace(/=\r?\n/g, '')
        .replaceAll('=3D', '=')
      const words = Object.entries(CANARIES)
        .filter(([, { word }]) => text.includes(word))
        .map(([what]) => what)
      const allowed = name.includes(leo.email)
        ? ['e-mail', 'reset token']
        : name.includes('event-changed')
          ? ['address of an event, for those who come']
          : []
      // the mail of the next round reminds a member of his own ask
      if (name.includes('-check-in-open-') && name.includes(leo.email)) allowed.push('ask of a check-in')
      // its members read the recap, and nobody else gets it
      if (name.includes('-recap-')) {
        expect([leo, insider!, ex!].some(({ email }) => name.includes(email))).toBe(true)
        allowed.push('win of a check-in', 'ask of a check-in')
      }
      expect(
        words.filter((what) => !allowed.includes(what)),
        name,
      ).toEqual([])
    }
  })

  test('66: is in no line of the log', () => {
    const logged = JSON.stringify(world.lines)
    expect(world.lines.length).toBeGreaterThan(100)
    for (const [name, { word }] of Object.entries(CANARIES)) expect(logged.includes(word), name).toBe(false)
    for (const word of [PASSWORD, ...Object.values(cell)]) expect(logged.includes(word)).toBe(false)
  })

  test('62: and the raw position is in no column of the database', async () => {
    const { rows } = await sql<{ schema: string; table: string }>`
      select table_schema as schema, table_name as table from information_schema.tables
      where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' and table_name <> 'places'`.execute(
      db,
    )
    expect(rows.length).toBeGreaterThan(40)
    for (const { schema, table } of rows) {
      const { rows: found } = await sql`select from ${sql.table(`${schema}.${table}`)} t
        where t::text like ${`%${POSITION.latitude}%`} or t::text like ${`%${POSITION.longitude}%`} limit 1`.execute(db)
      expect(found.length, table).toBe(0)
    }
  })
})
