/**
 * Guarantee 63: what a private pod and a private network show to people outside. Everything that can be read is read by a
 * visitor, a member from elsewhere and a member who has asked to join, before and after those inside have talked. The
 * responses are identical, so nothing counts, dates, finds or announces what is written there.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { foldAll } from '#server/karma/karma.ts'
import { type Answer, type Browser, makeBrowser, NOT_SHARED } from './client.ts'
import { openListener } from './live-listener.ts'
import { readsOf } from './reads.ts'
import { closeRound, giveRhythm, openRound } from './rounds.ts'
import { sampled } from './sample.ts'
import { signInDirectly } from './sessions.ts'
import { daysAhead, makeWorld, type Person, type Subject } from './world.ts'

const world = await makeWorld()
const isBuilt = Boolean(process.env.PAGES_DIR)
const served = await world.serve({ pages: isBuilt ? 'built' : 'stub' })
const { url, outbox } = served

const [maker, insider, stranger, requester] = await Promise.all(
  ['maker', 'insider', 'stranger', 'requester'].map((name) => world.member({ name })),
)
for (const member of [maker, stranger, requester]) await world.local(member!)
const category = await world.category('Evenings')
const pod = await world.pod({ members: [maker!, insider!], name: 'Shut Pod', is_private: true })
await giveRhythm(world, pod)
const network = await world.privateNetwork({ members: [maker!, insider!], name: 'Shut Network' })
await sql`update group_members set role = 'admin' where user_id = ${maker!.id}`.execute(world.db)
// the list of pods is ordered by activity: this one is first before and after
const { id: other } = await world.pod({ members: [insider!], name: 'Open Pod' })
await sql`update pods set last_activity_at = now() - interval '1 day' where id = ${other}`.execute(world.db)

const browsers = {
  visitor: makeBrowser(url, NOT_SHARED),
  stranger: await signInDirectly(world, url, stranger!),
  requester: await signInDirectly(world, url, requester!),
  insider: await signInDirectly(world, url, insider!),
  maker: await signInDirectly(world, url, maker!),
}
await browsers.requester.send('PUT', `/api/v1/pods/${pod.id}/request`)
// from now on they have news
for (const name of ['stranger', 'requester'] as const) await browsers[name].send('PUT', '/api/v1/me/seen/feed', {})
await browsers.requester.send('POST', `/api/v1/groups/${network.id}/requests`, {})

/** Written inside, and nowhere else. */
const WORDS = {
  pod: 'kestrelpod',
  check_in: 'kestrelround',
  group: 'kestrelgroup',
  post: 'heronpost',
  comment: 'heroncomment',
  event: 'heronevent',
  poll: 'heronpoll',
}
const [hiddenPost, hiddenEvent] = [randomUUID(), randomUUID()]

async function talkInside(): Promise<void> {
  const { maker, insider } = browsers
  const done = (answer: { status: number; text: string }) => expect(answer.status, answer.text).toBeLessThan(300)
  for (const [room, room_id] of [
    ['pod', pod.id],
    ['group', network.id],
  ] as const)
    for (let n = 0; n < 7; n++) {
      const path = `/api/v1/chat/${room}/${room_id}/messages`
      const id = randomUUID()
      done(await (n % 2 ? maker : insider).send('POST', path, { id, content: `${WORDS[room]} number ${n}` }))
      if (n === 3) done(await maker.send('DELETE', `${path}/${id}`))
      done(await insider.send('PUT', `/api/v1/chat/${room}/${room_id}/read`, { seq: n }))
    }
  for (let n = 0; n < 2; n++) {
    const [path, win] = [`/api/v1/rounds/${await openRound(world, pod)}/check-in`, `A ${WORDS.check_in}.`]
    for (const who of [maker, insider]) done(await who.send('PUT', path, { outcome: 'partly', win, ask: win }))
    if (n === 0) await closeRound(world, pod)
  }
  done(await maker.send('PUT', `/api/v1/me/pods/${pod.id}/pause`, { reason: 'newborn' }))
  const post = { category_id: category.id, group_id: network.id }
  const text = { ...post, id: hiddenPost, type: 'text', title: `The ${WORDS.post}`, content: `A ${WORDS.post} came.` }
  done(await maker.send('POST', '/api/v1/posts', text))
  const poll = { ...post, type: 'poll', title: `The ${WORDS.poll}`, content: 'Yes?', poll_options: ['Yes', 'No'] }
  done(await insider.send('POST', '/api/v1/posts', { ...poll, id: randomUUID() }))
  const comment = { id: randomUUID(), content: `And a ${WORDS.comment}.` }
  done(await insider.send('POST', `/api/v1/posts/${hiddenPost}/comments`, comment))
  done(await insider.send('PUT', `/api/v1/posts/${hiddenPost}/vote`, { direction: 'up' }))
  const event = { id: hiddenEvent, title: `The ${WORDS.event}`, location: WORDS.event, group_id: network.id }
  const when = { event_date: daysAhead(1), event_time: '10:00', time_zone: 'Europe/London' }
  done(await maker.send('POST', '/api/v1/events', { ...event, ...when }))
  done(await insider.send('PUT', `/api/v1/events/${hiddenEvent}/attendance`, { going: true }))
  done(await insider.send('POST', `/api/v1/events/${hiddenEvent}/comments`, { content: `A ${WORDS.event}.` }))
}

/** The values for the parameters in URLs, by their names. */
const PARAMS = {
  slug: [category.slug, network.slug, pod.slug],
  id: [network.id, pod.id, hiddenPost, hiddenEvent],
  pod_id: [pod.id],
  post_id: [hiddenPost],
  room: ['pod', 'group'],
  room_id: [pod.id, network.id],
  user_id: [maker!.id, insider!.id],
  username: [maker!.username, insider!.username],
}
const QUERIES = ['?q=shut', ...Object.values(WORDS).map((word) => `?q=${word}`), `?pod_id=${pod.id}`]

/** Everything that can be read, and some of the searches in it. */
const READS = [...readsOf(PARAMS, ['']), ...sampled(readsOf(PARAMS, QUERIES), 120)]

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
    '/notices',
    '/admin',
  ],
  ...['/groups/all?q=shut', '/pods?q=kestrelpod', '/categories?q=heronpost'],
  ...['/local', `/local?day=${daysAhead(1)}&scope=everywhere`, '/local?q=heronevent&scope=everywhere'],
  ...[
    `/event/${hiddenEvent}`,
    `/event/${hiddenEvent}/calendar.ics`,
    `/local/${hiddenEvent}`,
    `/group/${network.slug}?tab=events`,
  ],
  ...[`/group/${network.slug}`, `/pod/${pod.slug}`, `/post/${hiddenPost}`, `/category/${category.slug}`],
  ...[maker!, insider!].map(({ username }) => `/user/${username}`),
  ...['/robots.txt', '/feed.xml', `/category/${category.slug}/feed.xml`, '/sitemap.xml', '/preview.png'],
  ...[
    '/sitemap/places.xml',
    '/sitemap/posts-1.xml',
    '/sitemap/members-1.xml',
    '/sitemap/groups-1.xml',
    `/post/${hiddenPost}/preview.png`,
  ],
]

/** Without the parts that differ in every response: the nonce of the scripts, and times. */
function plain({ text, headers }: Answer): string {
  const [, nonce] = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '') ?? []
  const same = nonce ? text.replaceAll(nonce, 'nonce') : text
  const moments = [
    ...[
      /"(?:last_seen_at|now)":(?:"[^"]+"|\{"\$date":"[^"]+"\})/g,
      /\bnow:(\$R\[\d+\]=)?new Date\("[^"]+"\)/g,
      /\b\d{13}\b/g,
    ],
    />(just now|\d+ minutes? ago)</g,
  ]
  return moments.reduce((left, moment) => left.replaceAll(moment, 'now'), same)
}

/** The first position at which the two differ; null if they are equal. */
function parting(one: string, other: string): string | null {
  if (one === other) return null
  let at = 0
  while (one[at] === other[at]) at++
  return [one, other].map((text) => text.slice(Math.max(0, at - 80), at + 80)).join(' <> ')
}

async function readAll(browser: Browser): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const path of [...READS, ...PLACES]) {
    const answer = await browser.get(path)
    expect(answer.status, path).toBeLessThan(500)
    seen.set(path, `${answer.status} ${plain(answer)}`)
  }
  return seen
}

const OUTSIDE = ['visitor', 'stranger', 'requester'] as const
// points for joining are not added up in between
await foldAll(world.db)
const before = Object.fromEntries(
  await Promise.all([...OUTSIDE, 'insider' as const].map(async (who) => [who, await readAll(browsers[who])] as const)),
)
const listeners = await Promise.all(
  (['stranger', 'requester'] as const).map((who) => openListener(url, browsers[who].cookieHeader())),
)
for (const listener of listeners)
  for (const topic of [`pod:${pod.id}`, `group:${network.id}`, `event:${hiddenEvent}`]) await listener.listen(topic)
await talkInside()

describe('63: messages and posts inside', () => {
  test.each(OUTSIDE)('a %s sees nothing, not even that it exists', async (who) => {
    const after = await readAll(browsers[who])
    expect(after.size).toBeGreaterThan(150)
    for (const [path, seen] of after) {
      expect(parting(before[who]!.get(path)!, seen), path).toBeNull()
      // the response may repeat the request
      const words = Object.values(WORDS).filter((word) => !path.includes(word))
      for (const word of words) expect(seen.includes(word), `${path}: ${word}`).toBe(false)
    }
  })

  test('the members inside see all of it, so that its absence elsewhere means something', async () => {
    const after = await readAll(browsers.insider)
    const all = [...after.values()].join('\n')
    for (const word of Object.values(WORDS)) expect(all).toContain(word)
    const changed = [...after].filter(([path, seen]) => seen !== before.insider!.get(path))
    expect(changed.length).toBeGreaterThan(10)
  })

  test('nobody outside receives a word', () => {
    for (const listener of listeners) {
      expect(listener.frames.map(({ t }) => t)).toEqual(['no', 'no', 'no'])
      listener.hangUp()
    }
  })

  test('no mail contains a word, also not the mail with the answer to a requester; mails about rounds go to members of the pod', async () => {
    const { json: pods } = await browsers.maker.get(`/api/v1/me/pod-requests?pod_id=${pod.id}`)
    const { json: groups } = await browsers.maker.get(`/api/v1/groups/${network.id}/requests`)
    const first = (page: unknown) => (page as { items: { id: string }[] }).items[0]!.id
    const decided = [
      await browsers.maker.send('PUT', `/api/v1/me/pod-requests/${first(pods)}`, { decision: 'rejected' }),
      await browsers.maker.send('PUT', `/api/v1/group-requests/${first(groups)}/decision`, { decision: 'decline' }),
      await browsers.maker.send('PUT', `/api/v1/pods/${pod.id}/creator`, { to: insider!.id }),
    ]
    expect(decided.map(({ status }) => status)).toEqual([200, 200, 200])
    await served.mail('pod-request-declined', requester!.email)
    await served.mail('pod-handed-over', insider!.email)
    // the mail about an open check-in quotes the member's own ask of the round before
    const isForMembers = (name: string) => /-(recap|check-in-open)-/.test(name)
    const names = readdirSync(outbox)
    for (const name of names.filter(isForMembers)) expect(name).toMatch(new RegExp(`${maker!.email}|${insider!.email}`))
    const mails = await Promise.all(
      names
        .filter((name) => !isForMembers(name))
        .map(async (name) => PostalMime.parse(readFileSync(join(outbox, name)))),
    )
    expect(mails.length).toBeGreaterThan(1)
    for (const { subject, text, html } of mails)
      for (const word of Object.values(WORDS)) expect(`${subject} ${text} ${html}`).not.toContain(word)
  })
})

test('63: outside a pod only the names and pictures of its members are visible, and no time of anything in it', async () => {
  const { json } = await browsers.stranger.get(`/api/v1/pods/${pod.slug}`)
  expect(json.last_activity_at).toBeNull()
  for (const member of json.members as object[]) expect(member).toMatchObject({ username: null, joined_at: null })
  expect(JSON.stringify(json)).not.toContain(maker!.username)
  const { json: own } = await browsers.insider.get(`/api/v1/pods/${pod.slug}`)
  expect(own.last_activity_at).toEqual(expect.any(String))
})

describe('63: a private pod that has ended', () => {
  const WORD = 'avocetover'
  interface TalkedIn extends Subject {
    members: [Person, Person]
  }

  /** A private pod with a round, a message and a check-in in it, and a request to join. */
  async function makeTalkedIn(name: string, members: [Person, Person]): Promise<TalkedIn> {
    const made = await world.pod({ members, name, is_private: true })
    await giveRhythm(world, made)
    for (const who of members) await world.as(who).rounds.setReminders({ pod_id: made.id, reminders: 'off' })
    const round_id = await openRound(world, made)
    await world.as(members[0]).rounds.checkIn({ round_id, outcome: 'kept', win: WORD, ask: WORD })
    await closeRound(world, made)
    const message = { room: 'pod', room_id: made.id, id: randomUUID(), content: WORD } as const
    await world.as(members[1]).chat.sendMessage(message)
    await world.as(requester!).pods.requestToJoinPod({ id: made.id })
    return { ...made, members }
  }

  /** What can be read of this pod, with words for its ids and its name, so that two pods can be compared. */
  async function readOf(browser: Browser, { id, slug, name, members }: TalkedIn): Promise<Map<string, string>> {
    const params = { ...PARAMS, slug: [slug], id: [id], pod_id: [id], room: ['pod'], room_id: [id] }
    const own = readsOf(params, ['']).filter((path) => path.includes(id) || path.includes(slug))
    const words = [id, slug, name, ...members.map((member) => member.id)]
    const alike = (text: string) => words.reduce((left, word, at) => left.replaceAll(word, `WORD-${at}`), text)
    const seen = new Map<string, string>()
    for (const path of [...own, `/pod/${slug}`, `/pod/${slug}/rounds`, `/pod-text/${id}`]) {
      const answer = await browser.get(path)
      seen.set(alike(path), alike(`${answer.status} ${plain(answer)}`))
    }
    return seen
  }
  /** The same for each persona outside. */
  const readOutside = async (pod: TalkedIn) =>
    Object.fromEntries(await Promise.all(OUTSIDE.map(async (who) => [who, await readOf(browsers[who], pod)] as const)))
  type Outside = Awaited<ReturnType<typeof readOutside>>
  const all = (outside: Outside) =>
    Object.values(outside)
      .flatMap((seen) => [...seen.values()])
      .join('\n')
  const partings = (one: Outside, other: Outside) =>
    OUTSIDE.flatMap((who) => [...one[who]!].map(([path, seen]) => parting(seen, other[who]!.get(path)!))).filter(
      Boolean,
    )
  /** The pages of the members of this pod. */
  const readMembers = async ({ members }: TalkedIn) => {
    await foldAll(world.db)
    const paths = members.flatMap(({ username }) => [`/api/v1/members/${username}`, `/user/${username}`])
    return Promise.all(paths.map(async (path) => plain(await browsers.stranger.get(path))))
  }
  const mailsOutside = () => readdirSync(outbox).filter((name) => /-(stranger|requester)\.\d+@/.test(name))

  // reads every page and operation several times, for three readers
  test('is for everyone outside as one that was deleted, and as if it had never been there', {
    timeout: 120_000,
  }, async () => {
    await foldAll(world.db)
    const never = await Promise.all(OUTSIDE.map(async (who) => readAll(browsers[who])))
    const [one, two, three, four] = (await world.members(4)) as [Person, Person, Person, Person]
    const over = await makeTalkedIn('Avocets here', [one, two])
    const deleted = await makeTalkedIn('Godwits here', [three, four])
    const [before, mails, members] = [await readOutside(over), mailsOutside(), await readMembers(over)]
    await sql`select end_pod(${over.id})`.execute(world.db)
    await world.as(three).pods.deletePod({ id: deleted.id })
    await served.mail('pod-ended', two.email)
    const after = await readOutside(over)
    expect(partings(after, await readOutside(deleted))).toEqual([])
    // its name was there, and is not any more
    expect([all(before).includes('WORD-2'), all(after).includes('WORD-2')]).toEqual([true, false])
    expect(all(before) + all(after)).not.toContain(WORD)
    for (const [at, who] of OUTSIDE.entries())
      for (const [path, seen] of await readAll(browsers[who]))
        expect(parting(never[at]!.get(path)!, seen), `${who}: ${path}`).toBeNull()
    expect(await readMembers(over)).toEqual(members)
    expect(mailsOutside()).toEqual(mails)
  })

  test('is read by its members: its page, its rounds, its conversation and the download', async () => {
    const [one, two] = (await world.members(2)) as [Person, Person]
    const over = await makeTalkedIn('Curlews here', [one, two])
    const browser = await signInDirectly(world, url, two)
    const before = await readOf(browser, over)
    await sql`select end_pod(${over.id})`.execute(world.db)
    const after = await readOf(browser, over)
    const pages = isBuilt ? ['/pod/WORD-1', '/pod/WORD-1/rounds'] : []
    for (const path of [...pages, '/api/v1/pods/WORD-0/rounds', '/api/v1/chat/pod/WORD-0/messages'])
      expect([before.get(path), after.get(path)], path).toEqual(Array(2).fill(expect.stringContaining(WORD)))
    expect(before.get('/pod-text/WORD-0')).toMatch(/^404 /)
    expect(after.get('/pod-text/WORD-0')).toContain(WORD)
  })
})
