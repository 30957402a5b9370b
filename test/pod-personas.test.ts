/**
 * What a pod answers to each persona, over HTTP: those outside do not learn that its rounds, its season and its door exist, a
 * pause or a block changes nothing for the member, and in a pod that has ended nothing is changed any more.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Browser, makeBrowser, seenOf } from './client.ts'
import { PROCEDURES, type Request } from './operations.ts'
import {
  DIFFERENCES,
  INSIDE,
  LOOKS,
  OUTSIDE,
  outcomeFor,
  PERSONAS,
  type Persona,
  ROWS,
  type Things,
} from './pod-personas.ts'
import { closeRound, giveRhythm, openRound } from './rounds.ts'
import { signInDirectly } from './sessions.ts'
import { snapshot } from './snapshot.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const { db } = world
/** `line` is private, `reason` is that of a pause. Members who took an ask said `words`, and the author said `answer`. */
const SECRET = {
  ...{ line: 'Kestrel line', reason: 'custody' as const },
  ...{ ask: 'Heron ask', words: 'Plover words', answer: 'Lapwing words' },
}

const [author, other, quiet] = (await Promise.all(
  ['author', 'other', 'quiet'].map((name) => world.member({ name })),
)) as [Person, Person, Person]
const [fitting, nextFitting, invited] = (await world.members(3)) as [Person, Person, Person]
for (const man of [fitting, nextFitting, invited])
  await world.as(man).seekers.lookForPod({ ...LOOKS, stages: ['baby'] })

/**
 * A pod at the end of its season, with an open round, open places and a member on trial. The viewer is asked to write to
 * a quiet member, another member is on a pause, and the asks of the first round are taken.
 */
async function makePod(viewer: Person, is_private: boolean): Promise<Things> {
  const inOrder = [viewer, author, other, quiet]
  const pod = await world.pod({ members: [author, viewer, other, quiet], capacity: 12, is_private })
  const pod_id = pod.id
  for (const [n, { id }] of inOrder.entries())
    await sql`update pod_members set joined_at = now() - interval '1 day' + ${`${n} hours`}::interval
      where pod_id = ${pod_id} and user_id = ${id}`.execute(db)
  await giveRhythm(world, pod, { season_rounds: 6 })
  await sql`update rhythms set season_round = 3 where pod_id = ${pod_id}`.execute(db)
  const of = (who: Person) => world.as(who).rounds
  const closed = await openRound(world, pod)
  const said = { outcome: 'kept' as const, win: SECRET.line, ask: SECRET.ask, private_lines: ['win' as const] }
  const taken = await of(author).checkIn({ round_id: closed, ...said })
  const own = await of(viewer).checkIn({ round_id: closed, outcome: 'partly', ask: 'Who has a drill?' })
  await of(other).takeAsk({ id: taken.id, words: SECRET.words })
  await of(author).takeAsk({ id: own.id, words: SECRET.answer })
  await closeRound(world, pod)
  await openRound(world, pod)
  await closeRound(world, pod)
  const round_id = await openRound(world, pod)
  const open = await of(author).checkIn({ round_id, ...said })
  await of(other).setPause({ pod_id, reason: SECRET.reason })
  await world.as(author).seekers.openDoor({ pod_id, places: 2, stages: ['baby'] })
  await world.as(author).seekers.inviteSeeker({ pod_id, member_id: invited.id })
  const onTrial = await world.member({ name: 'trial' })
  await world.as(onTrial).seekers.lookForPod(LOOKS)
  await sql`insert into pod_members (pod_id, user_id) values (${pod_id}, ${onTrial.id})`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from pod_invitations where pod_id = ${pod_id}`.execute(db)
  return {
    ...{ pod_id, round_id, closed, open_ask: open.id, taken_ask: taken.id, own: own.id },
    ...{ fitting: fitting.id, next_fitting: nextFitting.id, on_trial: onTrial.id, invitation: rows[0]!.id },
  }
}

const viewers = {} as Record<Persona, Person>
for (const persona of PERSONAS) viewers[persona] = await world.member({ name: 'viewer' })
const things = {} as Record<Persona, Things>
for (const persona of INSIDE) things[persona] = await makePod(viewers[persona], false)
for (const persona of ['takenOut', 'ended'] as const) things[persona] = await makePod(viewers[persona], true)
for (const persona of OUTSIDE) things[persona] = things.takenOut
await world.as(viewers.requester).pods.requestToJoinPod({ id: things.requester.pod_id })
await world.as(author).pods.takeOutPodMember({ id: things.takenOut.pod_id, member_id: viewers.takenOut.id })
await world.as(viewers.paused).rounds.setPause({ pod_id: things.paused.pod_id, reason: 'newborn' })
await world.as(author).blocks.blockMember({ user_id: viewers.blocked.id })
await world.as(viewers.blocker).blocks.blockMember({ user_id: author.id })
await sql`select end_pod(${things.ended.pod_id})`.execute(db)

const { url } = await world.serve({ pages: 'stub' })

interface Seen {
  status: string
  text: string
  isChanged: boolean
  /** the whole answer, and the one to the same request with ids of nothing */
  whole: string
  unknown: string
}

/** In the order of the table; the tests below only compare. */
async function askAll(persona: Persona): Promise<Seen[]> {
  const browser = persona === 'visitor' ? makeBrowser(url) : await signInDirectly(world, url, viewers[persona])
  const seen: Seen[] = []
  for (const row of ROWS) {
    if (row.isDecided) await sql`delete from seasons where pod_id = ${things[persona].pod_id}`.execute(db)
    const before = await snapshot(db)
    const answer = await send(browser, row.request(things[persona]))
    const isChanged = (await snapshot(db)) !== before
    const status = answer.status < 400 ? String(answer.status) : `${answer.status} ${answer.json.code}`
    const nothing = Object.fromEntries(Object.keys(things[persona]).map((name) => [name, randomUUID()]))
    const unknown = seenOf(await send(browser, row.request(nothing as unknown as Things)))
    seen.push({ status, text: answer.text, isChanged, whole: seenOf(answer), unknown })
  }
  return seen
}
const send = (browser: Browser, { method, path, body }: Request) => browser.send(method, `/api/v1${path}`, body)

/** What another member reads in the pod of the persona, before the persona changes anything. */
async function witness(persona: Persona): Promise<string> {
  const [{ pod_id }, api] = [things[persona], world.as(other)]
  const calls = [api.rounds.getRounds, api.rounds.listRounds, api.seasons.getSeason, api.seekers.getDoor] as const
  return JSON.stringify(await Promise.all(calls.map((call) => call({ pod_id }))))
}
const witnessed = {} as Record<Persona, string>
for (const persona of INSIDE) witnessed[persona] = await witness(persona)

const seen = {} as Record<Persona, Seen[]>
for (const persona of PERSONAS) seen[persona] = await askAll(persona)

test('the table names every operation of the three rooms', () => {
  const ofRooms = PROCEDURES.filter(({ rpc }) => /^\/(rounds|seasons|seekers)\//.test(rpc))
  const named = new Set(ROWS.map(({ operation }) => operation))
  expect([...named].sort()).toEqual(ofRooms.map(({ operationId }) => operationId).sort())
})

describe.each(PERSONAS)('%s', (persona) => {
  test.each(ROWS.map((row, at) => ({ ...row, at, wanted: outcomeFor(row, persona) })))(
    '$operation of $on: $wanted',
    ({ at, wanted, request, rule }) => {
      const { status, isChanged, text } = seen[persona][at]!
      expect(status, `${text} ${rule}`).toBe(wanted)
      if (wanted !== '200' || request(things[persona]).method === 'GET') expect(isChanged).toBe(false)
    },
  )
})

describe.each(OUTSIDE)('%s', (persona) => {
  test('gets the answer for an unknown id, byte for byte', () => {
    for (const [at, row] of ROWS.entries()) {
      // of his own check-ins, he gets an answer of his own
      if (persona === 'takenOut' && outcomeFor(row, persona) === '200') continue
      expect(seen[persona][at]!.whole, row.operation).toBe(seen[persona][at]!.unknown)
    }
  })
})

/** Without what differs between two pods that were made alike: ids, times, and the numbers in names. */
function contentOf(text: string, without: string[] = []): unknown {
  const ids = new Map<string, string>()
  const numberOf = (id: string) => ids.get(id) ?? ids.set(id, `id ${ids.size}`).get(id)!
  const alike = text
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, numberOf)
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"|"\d\d:\d\d"/g, '"a time"')
    .replaceAll(/"weekday":\d/g, '"weekday":0')
    .replaceAll(/([a-z]+)\.\d+"/g, '$1"')
    .replaceAll(/pod[ -]\d+/gi, 'pod')
  return JSON.parse(alike, (key, value) => (without.includes(key) ? null : value))
}

describe.each(['paused', 'blocked', 'blocker'] as const)('%s', (persona) => {
  const { keys, rule } = DIFFERENCES[persona]
  test(`reads in every answer what an ordinary member reads: ${rule}`, () => {
    for (const [at, row] of ROWS.entries()) {
      const [his, ordinary] = [seen[persona][at]!.text, seen.ordinary[at]!.text]
      if (!row.but[persona]) expect(contentOf(his, keys), row.operation).toEqual(contentOf(ordinary, keys))
      if (row.operation === 'getRounds' && keys.length > 0) expect(contentOf(his)).not.toEqual(contentOf(ordinary))
    }
  })

  test('looks to another member of the pod like any member', () => {
    expect(contentOf(witnessed[persona])).toEqual(contentOf(witnessed.ordinary))
  })
})

describe('what is said inside', () => {
  const readBy = (persona: Persona) => seen[persona].map(({ text }) => text).join('\n')

  test('a private line and the reason of a pause are in no answer to another member', async () => {
    for (const persona of PERSONAS)
      for (const secret of [SECRET.line, SECRET.reason]) expect(readBy(persona), persona).not.toContain(secret)
    for (const persona of PERSONAS) expect(readBy(persona).includes('newborn')).toBe(persona === 'paused')
    const { pod_id } = things.ordinary
    expect(JSON.stringify(await world.as(author).rounds.getRounds({ pod_id }))).toContain(SECRET.line)
    expect(JSON.stringify(await world.as(other).rounds.getRounds({ pod_id }))).toContain(SECRET.reason)
  })

  test('an ask, and the words of the member who took it, are read by members alone', () => {
    for (const persona of PERSONAS) {
      const isIn = !OUTSIDE.some((one) => one === persona)
      for (const secret of [SECRET.ask, SECRET.words])
        expect(readBy(persona).includes(secret), `${persona}: ${secret}`).toBe(isIn)
      expect(readBy(persona).includes(SECRET.answer), persona).toBe(isIn && persona !== 'blocker')
    }
  })
})
