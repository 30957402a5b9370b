/** Guarantees 44 and 46: a listener receives by socket exactly what he may read at that moment, neither more nor less. */
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Room } from '#contract/chat.ts'
import { type Browser, until } from './client.ts'
import { guarantee } from './guarantees/guarantee.ts'
import { eventsOf, type Frame, openListener } from './live-listener.ts'
import { openTab, type Tab } from './sessions.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const [one, two] = [await world.serve({ pages: 'stub' }), await world.serve({ pages: 'stub' })]

interface Place {
  room: Room
  id: string
  /** occurs in each of its messages, and nowhere else */
  canary: string
  members: Set<Tab>
}
interface SentMessage {
  id: string
  seq: number
  content: string
}

/** The data of a member that nobody else may ever see. */
const secretsOf = ({ username }: Person) => ({
  first_name: `Firstof${username}`,
  last_name: `Lastof${username}`,
  date_of_birth: '1981-03-07',
})
const topicOf = ({ room, id }: Place) => `${room}:${id}`
const pathOf = ({ room, id }: Place) => `/api/v1/chat/${room}/${id}/messages`
const say = ({ browser }: Tab, place: Place, words: string, id: string = randomUUID()) =>
  browser.send('POST', pathOf(place), { id, content: `${words} ${place.canary}` })

/** Everything that the member may read in this room; null if he may not read it. */
async function readAll(browser: Browser, place: Place): Promise<{ items: SentMessage[]; seq: number } | null> {
  const items: SentMessage[] = []
  let seq: number | null = null
  for (let next: string | null | undefined; next !== null; ) {
    const answer = await browser.get(`${pathOf(place)}${next ? `?before=${next}` : ''}`)
    if (answer.status === 404) return null
    const page = answer.json as unknown as { items: SentMessage[]; next: string | null; seq: number }
    items.unshift(...page.items)
    seq ??= page.seq
    next = page.next
  }
  return { items, seq: seq! }
}

async function makePlace(room: Room, n: number, members: Tab[], maker: Person): Promise<Place> {
  const people = [maker, ...members.map(({ who }) => who)]
  const canary = `canary-${randomUUID().slice(0, 8)}`
  const is_private = n % 2 === 0
  const make = is_private ? world.privateNetwork : world.publicNetwork
  const { id } =
    room === 'pod'
      ? await world.pod({ members: people, name: `Secret ${canary}`, is_private, capacity: 12 })
      : await make({ members: people, name: `Secret ${canary}` })
  return { room, id, canary, members: new Set(members) }
}

const FRAME = new Set(['t', 'topic', 'seq', 'kind', 'subject', 'data'])
const MESSAGE = ['content', 'created_at', 'id', 'note', 'round_id', 'seq', 'user']
const AUTHOR = ['avatar_url', 'display_name', 'id', 'location', 'username']

guarantee(
  '44',
  'each frame of a busy run contains only what its listener may read at that moment',
  { short: 3, full: 30 },
  async (rounds) => {
    const makers = await Promise.all([0, 1, 2, 3].map(() => world.member({ name: 'maker' })))
    const tabs = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => openTab(world, n % 2 ? one.url : two.url, await world.member())),
    )
    const everybody = [...makers, ...tabs.map(({ who }) => who)]
    for (const person of everybody)
      await world.db.updateTable('profiles_private').set(secretsOf(person)).where('id', '=', person.id).execute()
    const places = await Promise.all(
      (['pod', 'group', 'pod', 'group'] as const).map((room, n) =>
        makePlace(room, n, tabs.slice(n, n + 4), makers[n]!),
      ),
    )
    const tellAll = () =>
      Promise.all(tabs.map(({ listener }) => Promise.all(places.map((place) => listener.listen(topicOf(place))))))
    await tellAll()
    let checked = 0
    for (let round = 0; round < rounds; round++) {
      const marks = tabs.map(({ listener }) => listener.frames.length)
      await Promise.all(
        places.flatMap((place, at) =>
          [...place.members].map(async (tab) => {
            for (let n = 0; n < 5; n++) {
              const id = randomUUID()
              expect((await say(tab, place, `${round} ${n}`, id)).status).toBe(201)
              if (n % 3 === 0) await tab.browser.send('DELETE', `${pathOf(place)}/${id}`)
              if (n % 2) await tab.browser.send('PUT', `/api/v1/chat/${place.room}/${place.id}/read`, { seq: at + n })
            }
          }),
        ),
      )
      for (const [n, tab] of tabs.entries()) {
        const frames = tab.listener.frames.slice(marks[n])
        for (const place of places) {
          const topic = topicOf(place)
          const received = () => eventsOf(tab.listener, topic)
          const may = await readAll(tab.browser, place)
          expect(may !== null).toBe(place.members.has(tab))
          if (!may) {
            expect(frames.filter((frame) => frame.topic === topic && frame.t === 'ev')).toEqual([])
            continue
          }
          await until('he has heard everything', () => (received().at(-1)?.seq ?? 0) >= may.seq)
          const gone = new Set(received().flatMap(({ kind, subject }) => (kind === 'message.deleted' ? [subject] : [])))
          const readable = new Map(may.items.map((item) => [item.id, item]))
          for (const { kind, subject, data } of received()) {
            if (kind === 'message.deleted') expect(data).toBeNull()
            else if (kind === 'message.sent' && !gone.has(subject)) expect(data).toEqual(readable.get(subject!))
            checked++
          }
        }
      }
      // then some members leave and some join, and a member receives messages from his absence only if he may read them now
      for (const place of places) {
        const [goes] = place.members
        if (goes && place.members.size > 1) {
          const path = place.room === 'pod' ? `/api/v1/pods/${place.id}` : `/api/v1/groups/${place.id}`
          expect((await goes.browser.send('DELETE', `${path}/membership`)).status).toBe(200)
          place.members.delete(goes)
          await goes.listener.until(({ t, topic }) => t === 'gone' && topic === topicOf(place))
        }
        const comes = tabs[(round + places.indexOf(place)) % tabs.length]!
        if (place.members.has(comes) || comes === goes) continue
        const [table, column] = place.room === 'pod' ? ['pod_members', 'pod_id'] : ['group_members', 'group_id']
        await sql`insert into ${sql.table(table!)} (${sql.ref(column!)}, user_id) values (${place.id}, ${comes.who.id})`.execute(
          world.db,
        )
        place.members.add(comes)
        const { seq } = (await readAll(comes.browser, place))!
        expect((await comes.listener.listen(topicOf(place), seq)).t).toBe('on')
      }
    }
    expect(checked).toBeGreaterThan(rounds * 100)

    const secrets = everybody.flatMap((person) => [person.email, ...Object.values(secretsOf(person))])
    for (const { listener } of tabs) {
      const text = listener.texts.join('\n')
      for (const secret of secrets) expect(text).not.toContain(secret)
      expect(text).not.toContain('Secret canary')
      for (const place of places)
        for (const frame of listener.frames)
          if (frame.topic !== topicOf(place)) expect(JSON.stringify(frame)).not.toContain(place.canary)
      listener.frames.forEach(hasNoMore)
      listener.hangUp()
    }
  },
)

/** Frames have these fields, and no others. */
function hasNoMore(frame: Frame): void {
  expect(Object.keys(frame).filter((name) => !FRAME.has(name))).toEqual([])
  if (!frame.data) return
  const data = frame.data as unknown as { user?: object | null; member?: { user: object } | null }
  if (frame.kind === 'message.sent') expect(Object.keys(data).sort()).toEqual(MESSAGE)
  else expect(Object.keys(data).sort()).toEqual(['member', 'member_count'])
  if (data.member) expect(Object.keys(data.member).sort()).toEqual(['joined_at', 'role', 'user'])
  const user = data.user ?? data.member?.user
  if (user) expect(Object.keys(user).sort()).toEqual(AUTHOR)
}

/** A room as a tab shows it: its messages, its members, and its administrators. */
interface State {
  said: Map<string, SentMessage>
  members: Set<string>
  runs: Set<string>
}

const comes = ({ members }: State, { subject }: Frame) => members.add(subject!)
const goes = ({ members, runs }: State, { subject }: Frame) => {
  members.delete(subject!)
  runs.delete(subject!)
}
/** How a tab applies the events of each kind. A new kind must be added here. */
const APPLY: Record<string, (state: State, frame: Frame) => void> = {
  'message.sent': ({ said }, { data }) => data && said.set(data.id, data),
  'message.deleted': ({ said }, { subject }) => said.delete(subject!),
  'pod.joined': comes,
  'pod.left': goes,
  'pod.handed_over': (state, { subject }) => {
    state.runs = new Set([subject!])
  },
  'group.joined': comes,
  'group.left': goes,
  'group.run_by': ({ runs }, { subject }) => runs.add(subject!),
}
/** These tell one member that there is something to read, and carry no data. */
const ASKED_FOR = [
  ...['pod_request.sent', 'pod_request.answered', 'group_request.sent', 'group_request.answered'],
  ...['group.taken_out', 'achievement.earned', 'block.made', 'block.ended'],
]
/** Sent to the topic of a pod without data: its page reads its rounds again. src/web/rounds applies them. */
const OF_ROUNDS = [
  ...['check_in.ask_changed', 'check_in.deleted', 'check_in.sent'],
  ...['rhythm.set', 'round.closed', 'round.hosted', 'round.opened', 'pod.ended', 'season.asked', 'season.decided'],
]
/** Sent to the topic of an event; events/topic.test.ts applies them. */
const OF_EVENTS = ['attendance.changed', 'comment.deleted', 'comment.sent', 'event.changed']

test('46: every kind of event that is sent is one that these tests apply', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const kindsIn = (pattern: string, sign: RegExp) =>
    globSync(pattern, { cwd: root }).flatMap((path) =>
      [...readFileSync(`${root}/${path}`, 'utf8').matchAll(sign)].map(([, kind]) => kind!),
    )
  const kinds = [
    ...kindsIn('src/server/**/*.ts', /\btell\([^;\n]*?'([a-z_]+\.[a-z_]+)'/g),
    ...kindsIn('db/functions/*.sql', /\btell\([^;\n]*?'([a-z_]+\.[a-z_]+)'/g),
    // what a fact tells: toGroup(group, 'group.joined', member)
    ...kindsIn('src/server/*/facts.ts', /\b(?:to[A-Z]\w*|eventOf)\([^()]*?'([a-z_]+\.[a-z_]+)'/g),
    ...kindsIn('src/contract/live-words.ts', /'([a-z_]+\.[a-z_]+)'/g),
  ]
  expect([...new Set(kinds)].sort()).toEqual([...Object.keys(APPLY), ...ASKED_FOR, ...OF_ROUNDS, ...OF_EVENTS].sort())
})

interface Head {
  seq: number
  creator?: { id: string } | null
  members?: { id: string }[]
}

/** The room as it is read; it may already contain what is sent after the number. */
async function readRoom(browser: Browser, place: Place, slug: string): Promise<State & { seq: number }> {
  const answer = await browser.get(place.room === 'pod' ? `/api/v1/pods/${slug}` : `/api/v1/groups/named/${slug}`)
  const { seq, creator, members = [] } = answer.json as unknown as Head
  const inside = new Set(members.map(({ id }) => id))
  const runs = new Set(creator ? [creator.id] : [])
  if (place.room === 'group') {
    const list = (await browser.get(`/api/v1/groups/named/${slug}/members`)).json as unknown as {
      items: { user: { id: string }; role: string }[]
      next: null
    }
    expect(list.next).toBeNull()
    for (const { user, role } of list.items) {
      inside.add(user.id)
      if (role === 'admin') runs.add(user.id)
    }
  }
  const { items } = (await readAll(browser, place))!
  return { said: new Map(items.map((item) => [item.id, item])), members: inside, runs, seq }
}

guarantee(
  '46',
  'the page as read plus the events since then equal the page as read again, for every kind of event',
  { short: 6, full: 60 },
  async (rounds) => {
    const kinds = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const [maker, ...writers] = (await Promise.all(
        [one, two, one, two].map(async ({ url }) => openTab(world, url, await world.member())),
      )) as [Tab, Tab, Tab, Tab]
      const room = round % 2 ? 'group' : 'pod'
      // public ones, so that other members can join and leave
      const place = await makePlace(room, 1, writers, maker.who)
      await sql`update group_members set role = 'admin' where group_id = ${place.id} and user_id = ${maker.who.id}`.execute(
        world.db,
      )
      const { rows } = await sql<{ slug: string }>`
        select slug from pods where id = ${place.id} union all select slug from groups where id = ${place.id}`.execute(
        world.db,
      )
      const slug = encodeURIComponent(rows[0]!.slug)
      const path = `/api/v1/${room}s/${place.id}`
      const sent: { by: Tab; id: string }[] = []
      const write = async (by: Tab) => {
        for (let n = 0; n < 15; n++) {
          const id = randomUUID()
          expect((await say(by, place, `${n}`, id)).status).toBe(201)
          sent.push({ by, id })
          const back = sent[(n * 7) % sent.length]!
          if (n % 3 === 2) await back.by.browser.send('DELETE', `${pathOf(place)}/${back.id}`)
        }
      }
      const comeAndGo = async (n: number) => {
        const passer = await openTab(world, n % 2 ? one.url : two.url, await world.member())
        for (let times = 0; times < 3 + n; times++)
          expect((await passer.browser.send(times % 2 ? 'DELETE' : 'PUT', `${path}/membership`)).status).toBe(200)
        passer.listener.hangUp()
      }
      const handOver = async () => {
        await until('many have spoken', () => sent.length > 15)
        const leaves = () => maker.browser.send('DELETE', `${path}/membership`)
        const gives = () => maker.browser.send('PUT', `${path}/creator`, { to: writers[0]!.who.id })
        expect((await (room === 'pod' ? gives() : leaves())).status).toBe(200)
      }
      const listen = async ({ browser }: Tab, n: number) => {
        await until('some have spoken', () => sent.length > n * 10)
        const state = await readRoom(browser, place, slug)
        const listener = await openListener((n % 2 ? one : two).url, browser.cookieHeader())
        await listener.listen(topicOf(place), state.seq)
        return { state, listener, browser }
      }
      const [listeners] = await Promise.all([
        Promise.all(writers.map(listen)),
        ...writers.map(write),
        ...[0, 1].map(comeAndGo),
        handOver(),
      ])
      for (const { state, listener, browser } of listeners) {
        const { seq, ...anew } = await readRoom(browser, place, slug)
        await until('he has heard everything', () => eventsOf(listener, topicOf(place)).at(-1)?.seq === seq)
        for (const frame of eventsOf(listener, topicOf(place))) {
          kinds.add(frame.kind!)
          APPLY[frame.kind!]!(state, frame)
        }
        const { seq: _from, ...now } = state
        expect({ ...now, said: [...now.said.values()].sort((a, b) => a.seq - b.seq) }).toEqual({
          ...anew,
          said: [...anew.said.values()],
        })
        listener.hangUp()
      }
      for (const { listener } of [maker, ...writers]) listener.hangUp()
    }
    expect([...kinds].sort()).toEqual(Object.keys(APPLY).sort())
  },
)
