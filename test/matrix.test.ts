/** Every operation as every persona, over HTTP. A refusal changes nothing and reveals nothing. */
import { randomUUID } from 'node:crypto'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { router } from '#server/api.ts'
import { asFaults } from '#server/kernel/faults.ts'
import { makeDeadline } from '#server/kernel/http/deadline.ts'
import { type Answer, type Browser, makeBrowser, signIn } from './client.ts'
import { PERSONAS, type Persona, PROCEDURES, type Request, ROWS, type Things } from './operations.ts'
import { closeRound, giveRhythm, openRound } from './rounds.ts'
import { snapshot } from './snapshot.ts'
import { storeAnswer } from './stored-answers.ts'
import { daysAhead, makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })
const PASSWORD = 'the quick brown kettle'
const CANARY = 'Only for those inside'

const [author, insider, ex, member, stranger] = await Promise.all(
  ['author', 'insider', 'ex', 'member', 'stranger'].map((name) => world.member({ name, password: PASSWORD })),
)
const network = await world.privateNetwork({ members: [author!, insider!, ex!], name: 'The Cellar' })
await world.db
  .updateTable('group_members')
  .set({ role: 'admin' })
  .where('group_id', '=', network.id)
  .where('user_id', '=', author!.id)
  .execute()
const openNetwork = await world.publicNetwork({ members: [] })
const spareNetworks = await Promise.all(
  [...PERSONAS, ...PERSONAS, ...PERSONAS, ...PERSONAS].map(() =>
    world.privateNetwork({ members: [author!, insider!] }),
  ),
)
await sql`update group_members set role = 'admin' where user_id = ${author!.id}`.execute(world.db)
await world.as(stranger!).groups.requestToJoinGroup({ id: network.id })
const { items: requests } = await world.as(author!).groups.listGroupRequests({ id: network.id })
const suggestion = await world.as(stranger!).groups.suggestGroup({ group_name: 'A wish', description: 'For us.' })
const category = await world.category('A subject')
const post = (by = author!) => world.postIn(network, { by, category, title: CANARY })
const openPost = await world.post({ by: author!, category })
const [hiddenPost, exPost] = [await post(), await post(ex)]
const openPoll = await world.poll({ by: author!, category })
const hiddenPoll = await world.as(author!).posts.createPost({
  ...{ type: 'poll', title: CANARY, content: 'One or two?', poll_options: ['One', 'Two'] },
  ...{ category_id: category.id, group_id: network.id },
})
// for some operations only the body is used
const twice = [...PERSONAS, ...PERSONAS, ...PERSONAS]
const sparePosts = await Promise.all(twice.map(() => world.post({ by: author!, category })))
const spareComments = await Promise.all(twice.map(() => world.comment({ by: author!, on: openPost })))
const pod = (input: { is_private?: boolean; name?: string } = {}) =>
  world.pod({ members: [author!, insider!], capacity: 12, ...input })
const [openPod, shutPod, deletedPod] = [await pod(), await pod({ is_private: true }), await pod()]
const askPod = await pod({ is_private: true })
await world.as(author!).pods.deletePod({ id: deletedPod.id })
const roundPod = await pod({ is_private: true })
await giveRhythm(world, roundPod)
const checkIn = await world.as(author!).rounds.checkIn({
  ...{ round_id: await openRound(world, roundPod), outcome: 'kept', win: CANARY, ask: CANARY },
})
await closeRound(world, roundPod)
const nextRound = await openRound(world, roundPod)
// nobody hosts it, and nobody has had his turn: which of the two was chosen is a matter of their ids
await sql`update rounds set host_id = null where id = ${nextRound}`.execute(world.db)
await sql`update round_places set host_turn = null where pod_id = ${roundPod.id}`.execute(world.db)
const doorPod = await pod({ is_private: true })
await giveRhythm(world, doorPod)
await world.as(author!).seekers.openDoor({ pod_id: doorPod.id, places: 3 })
const looking = await world.members(4)
for (const one of looking)
  await world.as(one).seekers.lookForPod({ stages: ['baby'], time_zone: 'UTC', weeks: 1, aims: ['work'] })
const [seeker, otherSeeker, onTrial, invitedMan] = looking
await world.as(onTrial!).pods.requestToJoinPod({ id: doorPod.id })
const askedFor = (await world.as(author!).pods.listPodRequests({ pod_id: doorPod.id })).items[0]!.id
await world.as(author!).pods.decidePodRequest({ id: askedFor, decision: 'approved' })
await world.as(author!).seekers.inviteSeeker({ pod_id: doorPod.id, member_id: invitedMan!.id })
const invitation = (await world.as(invitedMan!).seekers.getOwnSearch()).invitations[0]!.id
const askedPod = await pod({ is_private: true })
await giveRhythm(world, askedPod, { season_rounds: 6 })
await sql`update rhythms set season_round = 5 where pod_id = ${askedPod.id}`.execute(world.db)
await openRound(world, askedPod)
await closeRound(world, askedPod)
const endedPod = await pod({ is_private: true, name: `Over ${CANARY}` })
await world.as(author!).chat.sendMessage({
  ...{ room: 'pod', room_id: endedPod.id, id: randomUUID(), content: CANARY },
})
for (const { id } of [openPod, shutPod, roundPod, doorPod, askPod, askedPod, endedPod]) {
  await sql`insert into pod_members (pod_id, user_id) values (${id}, ${ex!.id})`.execute(world.db)
  await world.as(ex!).pods.leavePod({ id })
}
await giveRhythm(world, askPod)
const askRound = await openRound(world, askPod)
const asked = await world.as(author!).rounds.checkIn({ round_id: askRound, outcome: 'kept', ask: `Who? ${CANARY}` })
await sql`select end_pod(${endedPod.id})`.execute(world.db)
await world.as(stranger!).pods.requestToJoinPod({ id: shutPod.id })
const podRequest = (await world.as(author!).pods.listPodRequests({ pod_id: shutPod.id })).items[0]!.id
const sparePods = await Promise.all([...twice, ...PERSONAS, ...PERSONAS, ...PERSONAS].map(() => pod()))
const spareMessages = { pod: [] as string[], group: [] as string[] }
for (const [room, room_id] of [
  ['pod', shutPod.id],
  ['group', network.id],
] as const)
  for (let n = 0; n < 30; n++) {
    const id: string = randomUUID()
    await world.as(author!).chat.sendMessage({ room, room_id, id, content: `Between us ${CANARY}` })
    spareMessages[room].push(id)
  }
for (const one of [author, insider, ex, member]) await world.local(one!)
const eventDay = daysAhead(3)
const hidden = { group_id: network.id, event_date: eventDay, event_time: '00:00', title: CANARY, location: CANARY }
const [openEvent, openMeeting, pastEvent] = [
  await world.event({ by: author!, event_date: eventDay }),
  await world.event({ by: author!, event_date: eventDay }),
  await world.event({ by: author!, event_date: eventDay }),
]
await sql`update local_events set event_date = event_date - 10 where id = ${pastEvent.id}`.execute(world.db)
const [hiddenEvent, hiddenMeeting, exEvent] = [
  await world.event({ by: author!, ...hidden }),
  await world.event({ by: author!, ...hidden }),
  await world.event({ by: ex!, ...hidden }),
]
const spareExEvents = await Promise.all(twice.map(() => world.event({ by: ex!, ...hidden })))
const sayThere = (who: Person, { id }: { id: string }) =>
  world.as(who).events.createEventComment({ id, content: `Between us ${CANARY}` })
const hiddenEventComment = await sayThere(ex!, hiddenMeeting)
const spareEvents = await Promise.all(twice.map(() => world.event({ by: author!, event_date: eventDay })))
const spareEventComments = await Promise.all(twice.map(() => sayThere(author!, openMeeting)))
const administrator = await world.member({ name: 'chief' })
await sql`update profiles_private set is_admin = true where id = ${administrator.id}`.execute(world.db)
const reported = async (title = 'Sleep at last') => {
  const { id } = await world.post({ by: author!, category, title })
  await world.as(stranger!).reports.reportThing({ kind: 'post', id, reason: 'spam' })
  const { items } = await world.as(administrator).admin.listReports({})
  return { id, case: items.find(({ subject_id }) => subject_id === id)!.id }
}
const [waiting, removed] = [await reported(), await reported(CANARY)]
await world.as(administrator).admin.decideReport({ id: removed.case, decision: 'remove', reason: CANARY })
const questionOf = () => storeAnswer(world, author!, [{ post: openPost, quote: CANARY }], CANARY)
const spareQuestions = await Promise.all(twice.map(questionOf))
const things: Things = {
  openCase: waiting.case,
  removedPost: removed.id,
  category,
  openPost: openPost.id,
  openComment: (await world.comment({ by: author!, on: openPost })).id,
  hiddenPost: hiddenPost.id,
  hiddenComment: (await world.comment({ by: author!, on: hiddenPost })).id,
  exPost: exPost.id,
  exComment: (await world.comment({ by: ex!, on: hiddenPost })).id,
  username: author!.username,
  author: author!.id,
  device: await deviceOf(await signIn(url, stranger!)),
  network: network.id,
  openPoll: openPoll.id,
  pollOption: openPoll.poll!.options[0]!.id,
  hiddenPoll: hiddenPoll.id,
  hiddenOption: hiddenPoll.poll!.options[1]!.id,
  openPod,
  shutPod,
  deletedPod: deletedPod.slug,
  podRequest,
  sparePod: () => sparePods.pop()!.id,
  roundPod: roundPod.id,
  openRound: nextRound,
  checkIn: checkIn.id,
  doorPod: doorPod.id,
  seeker: seeker!.id,
  otherSeeker: otherSeeker!.id,
  onTrial: onTrial!.id,
  invitation,
  askPod: askPod.id,
  askRound,
  askCheckIn: asked.id,
  askedPod: askedPod.id,
  endedPod: endedPod.id,
  endedSlug: endedPod.slug,
  insider: insider!.id,
  stranger: await world.member({ name: 'nobody' }),
  openEvent: openEvent.id,
  openMeeting: openMeeting.id,
  pastEvent: pastEvent.id,
  hiddenEvent: hiddenEvent.id,
  hiddenMeeting: hiddenMeeting.id,
  exEvent: exEvent.id,
  spareExEvent: () => spareExEvents.pop()!.id,
  hiddenEventComment: hiddenEventComment.id,
  spareEvent: () => spareEvents.pop()!.id,
  spareEventComment: () => spareEventComments.pop()!.id,
  eventDay,
  spareMessage: (room) => spareMessages[room].pop()!,
  networkSlug: network.slug,
  openNetwork,
  spareNetwork: () => spareNetworks.pop()!.id,
  groupRequest: requests[0]!.id,
  suggestion: suggestion.id,
  sparePost: () => sparePosts.pop()!.id,
  spareComment: () => spareComments.pop()!.id,
  question: await questionOf(),
  spareQuestion: () => spareQuestions.pop()!,
}
await world.leave(network, ex!)
// at the top of every list, whatever is written meanwhile: otherwise their absence would mean nothing
await sql`update posts set created_at = now() + interval '1 hour', updated_at = now() + interval '1 hour'
  where group_id = ${network.id}`.execute(world.db)

const browsers: Record<Persona, Browser> = {
  visitor: makeBrowser(url),
  unverified: await unverified(),
  member: await signIn(url, member!),
  author: await signIn(url, author!),
  insider: await signIn(url, insider!),
  ex: await signIn(url, ex!),
}

async function deviceOf(browser: Browser): Promise<string> {
  const { json } = await browser.get('/api/v1/me/devices')
  return (json as unknown as { id: string }[])[0]!.id
}

/** A person who signed up and tries to sign in. */
async function unverified(): Promise<Browser> {
  const browser = makeBrowser(url)
  const person = { email: 'un@example.org', username: 'unverified', password: PASSWORD }
  expect((await browser.call('/sign-up/email', person)).status).toBe(200)
  const { email, password } = person
  expect((await browser.call('/sign-in/email', { email, password })).status).toBe(403)
  return browser
}

const ask = (browser: Browser, { method, path, body }: Request): Promise<Answer> =>
  browser.send(method, `/api/v1${path}`, body)

test('14: the table names every operation of the contract, and no other', () => {
  const named = new Set(ROWS.map(({ operation }) => operation))
  expect([...named].sort()).toEqual(PROCEDURES.map(({ operationId }) => operationId).sort())
})

// first, while there are still items to change
describe('an operation that comes too late changes nothing', () => {
  const rest = new OpenAPIHandler(router, { clientInterceptors: [asFaults(world.log)] })
  const writes = ROWS.filter(({ expects, request }) => expects.author < 300 && request(things).method !== 'GET')
  // the last number counts jobs; a rollback does not undo the sequence
  const stored = async () => (await snapshot(world.db)).replace(/ \d+$/, '')
  for (const row of writes)
    test(`${row.operation} on ${row.on}`, async () => {
      const deadline = makeDeadline()
      deadline.begin(0)
      await expect(deadline.refused).rejects.toMatchObject({ status: 503 })
      const before = await stored()
      const { method, path, body } = row.request(things)
      const headers = { 'content-type': 'application/json' }
      const asked = new Request(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body ?? {}) })
      const { response } = await rest.handle(asked, { prefix: '/api/v1', context: { ...world.ctx(author!), deadline } })
      // if there is nothing to do, the response may say so
      expect(response?.status).toBeOneOf([200, 403, 503])
      expect(await stored()).toBe(before)
    })
})

describe('14: over HTTP', () => {
  for (const row of ROWS)
    for (const persona of PERSONAS)
      test(`${row.operation} on ${row.on} as ${persona}: ${row.expects[persona]}`, async () => {
        const wanted = row.expects[persona]
        const request = row.request(things)
        const before = await snapshot(world.db)
        const answer = await ask(browsers[persona], request)
        expect(answer.status).toBe(wanted)
        if (wanted >= 400 || request.method === 'GET') expect(await snapshot(world.db)).toBe(before)
        if (wanted >= 400) expect(answer.text).not.toContain(CANARY)
        const isInside = persona === 'author' || persona === 'insider'
        const tells = [
          ...[hiddenEvent, hiddenMeeting, exEvent].map(({ id }) => id),
          things.hiddenPost,
          things.hiddenPoll,
          things.exPost,
          CANARY,
          network.name,
        ].some((one) => answer.text.includes(one))
        if (row.hides && !isInside) expect(tells).toBe(false)
      })

  test('the private items are found by the members inside, so that their absence elsewhere means something', async () => {
    for (const path of [
      '/feed',
      `/categories/${category.slug}/posts`,
      `/members/${author!.username}/posts`,
      `/members/${author!.username}/comments`,
      '/search?q=inside',
      '/events?scope=everywhere',
      '/events?scope=everywhere&q=inside',
      `/events/week?scope=everywhere&day=${eventDay}`,
      `/groups/named/${network.slug}/events`,
    ])
      expect((await browsers.insider.get(`/api/v1${path}`)).text).toContain(CANARY)
  })
})

describe('16: a hidden item gets the same response as a missing one', () => {
  const hidden = new Set([
    ...['hiddenPost', 'hiddenComment', 'exPost', 'exComment', 'device', 'network', 'hiddenPoll', 'hiddenOption'],
    ...['deletedPod', 'podRequest', 'roundPod', 'openRound', 'checkIn', 'doorPod', 'invitation'],
    ...['askPod', 'askCheckIn'],
    ...['askedPod', 'endedPod', 'endedSlug'],
    ...['hiddenEvent', 'hiddenMeeting', 'exEvent', 'hiddenEventComment'],
    ...['groupRequest', 'suggestion', 'openCase', 'removedPost', 'question'],
  ])
  for (const row of ROWS.filter(({ expects }) => expects.member === 404))
    for (const persona of ['visitor', 'member', 'ex'] as const)
      test(`${row.operation} on ${row.on} as ${persona}`, async () => {
        const nowhere = Object.fromEntries(
          Object.entries(things).map(([name, id]) => [name, hidden.has(name) ? randomUUID() : id]),
        )
        const seen = async (of: Things) => {
          const { status, headers, text } = await ask(browsers[persona], row.request(of))
          return { status, text, headers: [...headers].filter(([name]) => name !== 'date') }
        }
        expect(await seen(things)).toEqual(await seen(nowhere as unknown as Things))
      })
})

/** Fields that a client might try to set, although the server decides them. */
const SERVER_OWNED = {
  author_id: author!.id,
  user_id: author!.id,
  creator_id: author!.id,
  reviewed_by: author!.id,
  role: 'admin',
  is_admin: true,
  status: 'approved',
  upvotes: 1000,
  downvotes: 0,
  comment_count: 5,
  post_count: 5,
  member_count: 5,
  current_members: 5,
  attendees_count: 5,
  sequence: 5,
  cell: 5,
  community_karma: 5000,
  content_score: 5000,
  is_upvote: true,
  created_at: '2020-01-01T00:00:00.000Z',
  updated_at: '2020-01-01T00:00:00.000Z',
  plan: 'lifetime',
  onboarding_completed: true,
  emailVerified: true,
  body: [],
  excerpt: 'x',
  my_vote: 'up',
}

describe('15: a field that the client may not set is refused, and nothing is stored', () => {
  const writes = ROWS.filter(({ expects, request }) => expects.author < 300 && request(things).body)
  for (const row of writes)
    test(`${row.operation} on ${row.on}`, async () => {
      const before = await snapshot(world.db)
      const { method, path, body } = row.request(things)
      for (const [field, value] of Object.entries(SERVER_OWNED)) {
        const answer = await ask(browsers.author, { method, path, body: { ...body, [field]: value } })
        expect(answer, field).toMatchObject({ status: 400, json: { code: 'INVALID' } })
        expect(Object.keys((answer.json.data as { fields: object }).fields)).toContain(field)
      }
      for (const key of ['__proto__', 'constructor', 'prototype']) {
        const raw = `{"${key}":{"is_admin":true},${JSON.stringify(body).slice(1)}`
        const answer = await browsers.author.send(method, `/api/v1${path}`, raw)
        expect(answer.status, key).toBe(400)
      }
      expect(await snapshot(world.db)).toBe(before)
      expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined()
    })

  test('and no URL accepts other parameters than its own', async () => {
    for (const query of [
      '?include=email',
      '?fields=date_of_birth',
      '?__proto__[x]=1',
      '?constructor=1',
      '?after[]=x&after[]=y',
    ])
      for (const path of ['/feed', `/members/${author!.username}`, '/categories', '/me']) {
        const answer = await browsers.member.get(`/api/v1${path}${query}`)
        expect(answer.text).not.toContain('date_of_birth')
        expect(answer.text.includes(author!.email)).toBe(false)
        expect([200, 400]).toContain(answer.status)
      }
  })
})
