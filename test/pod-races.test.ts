/** Guarantees 18, 19, 20 and 25 for pods, over HTTP against two servers: many members at the same moment. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Answer, type Browser, signIn } from './client.ts'
import { guarantee } from './guarantees/guarantee.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const servers = await Promise.all([world.serve({ pages: 'stub' }), world.serve({ pages: 'stub' })])
const PASSWORD = 'the quick brown kettle'

interface Participant extends Person {
  browser: Browser
}

/** Members with a session each, at one server or the other. */
async function signedIn(count: number): Promise<Participant[]> {
  const one = await world.member({ password: PASSWORD })
  const { password } = await world.db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', one.id)
    .executeTakeFirstOrThrow()
  const people: Participant[] = []
  for (const person of await world.members(count)) {
    const now = new Date()
    const account = { providerId: 'credential', password, createdAt: now, updatedAt: now }
    await world.db
      .insertInto('account')
      .values({ userId: person.id, accountId: person.id, ...account })
      .execute()
    const { url } = servers[people.length % servers.length]!
    people.push({ ...person, browser: await signIn(url, { email: person.email, password: PASSWORD }) })
  }
  return people
}
const crowds = new Map<number, Promise<Participant[]>>()
const crowd = (count: number) => {
  const known = crowds.get(count) ?? signedIn(count)
  crowds.set(count, known)
  return known
}

const join = ({ browser }: Participant, id: string) => browser.send('PUT', `/api/v1/pods/${id}/membership`)
const leave = ({ browser }: Participant, id: string) => browser.send('DELETE', `/api/v1/pods/${id}/membership`)
const endIt = ({ browser }: Participant, id: string) => browser.send('DELETE', `/api/v1/pods/${id}`)
const handOver = ({ browser }: Participant, id: string, to: Participant) =>
  browser.send('PUT', `/api/v1/pods/${id}/creator`, { to: to.id })
const ask = ({ browser }: Participant, id: string) => browser.send('PUT', `/api/v1/pods/${id}/request`)
const decide = ({ browser }: Participant, request: string, decision: string) =>
  browser.send('PUT', `/api/v1/me/pod-requests/${request}`, { decision })

/** The invariants of every pod. */
async function mustBeTrue(): Promise<void> {
  const { rows } = await sql`
    select p.id, p.status, p.current_members, count(m.*) from pods p
      left join pod_members m on m.pod_id = p.id and m.is_active
    group by p.id having p.current_members <> count(m.*) or count(m.*) > p.capacity
      or (p.status = 'deleted' and count(m.*) > 0)`.execute(world.db)
  expect(rows).toEqual([])
  // a deadlock would have been retried, and logged
  expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort((one, other) => one - other)

guarantee(
  '18',
  'of many members who press Join on the last seats, exactly as many get in as there are seats',
  { short: 2, full: 100 },
  async (trials) => {
    const people = await crowd(50)
    for (let trial = 0; trial < trials; trial++) {
      const capacity = trial % 2 ? 6 : 2
      const { id } = await world.pod({ members: [await world.member()], capacity })
      const answers = await Promise.all(people.map((person) => join(person, id)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(capacity - 1)
      for (const { status, json } of answers)
        if (status !== 200)
          expect({ status, message: json.message }).toEqual({ status: 409, message: 'Pod is at full capacity' })
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pod_members where pod_id = ${id} and is_active`.execute(world.db)
      expect(rows[0]!.n).toBe(capacity)
    }
    await mustBeTrue()
  },
)

guarantee(
  '19',
  'an approval, another approval, a rejection, joins and the creator’s deletion at one last seat end in one consistent state',
  { short: 12, full: 100 },
  async (trials) => {
    const [creator, inside, one, other, third] = (await crowd(50)) as [
      Participant,
      Participant,
      Participant,
      Participant,
      Participant,
    ]
    const ends = new Set<string>()
    for (let trial = 0; trial < trials; trial++) {
      const { id } = await world.pod({ members: [creator, inside], capacity: 3, is_private: true })
      expect(statuses([await ask(one, id), await ask(other, id)])).toEqual([200, 200])
      const { rows: requests } = await sql<{ id: string }>`
        select id from pod_join_requests where pod_id = ${id} order by created_at`.execute(world.db)
      // public by now, so that members can also join without a request
      await sql`update pods set is_private = false where id = ${id}`.execute(world.db)
      const operations = [
        () => decide(creator, requests[0]!.id, 'approved'),
        () => decide(creator, requests[1]!.id, 'approved'),
        () => decide(creator, requests[1]!.id, 'rejected'),
        () => join(third, id),
        () => (trial % 3 === 0 ? endIt(creator, id) : trial % 3 === 1 ? leave(inside, id) : join(one, id)),
      ]
      const turned = [...operations.slice(trial % 5), ...operations.slice(0, trial % 5)]
      const answers = await Promise.all(turned.map((operation) => operation()))
      expect(statuses(answers).every((status) => [200, 404, 409].includes(status))).toBe(true)
      const { rows } = await sql<{ status: string; members: string[]; requests: string[] | null }>`
        select p.status, array(select m.user_id from pod_members m where m.pod_id = p.id) as members,
          array(select r.status from pod_join_requests r where r.pod_id = p.id and r.id = ${requests[1]!.id}) as requests
        from pods p where p.id = ${id}`.execute(world.db)
      const [end] = rows
      ends.add(`${end!.status} ${end!.requests}`)
      const isOtherIn = end!.members.includes(other.id)
      if (end!.status === 'active') expect(isOtherIn).toBe(end!.requests![0] === 'approved')
      // an approval and a rejection never both succeed
      const [approved, rejected] = [answers[turned.indexOf(operations[1]!)], answers[turned.indexOf(operations[2]!)]]
      expect(approved!.status === 200 && rejected!.status === 200).toBe(false)
    }
    expect(ends.size).toBeGreaterThan(1)
    await mustBeTrue()
  },
)

guarantee(
  '19',
  'a leave at the same time as a hand-over to the same member never deletes the pod: he left before, or it is his',
  { short: 10, full: 100 },
  async (trials) => {
    const [creator, heir, other] = (await crowd(50)) as [Participant, Participant, Participant]
    const ends = new Set<string>()
    for (let trial = 0; trial < trials; trial++) {
      const { id } = await world.pod({ members: [creator, heir, other] })
      const operations = [() => handOver(creator, id, heir), () => leave(heir, id)]
      if (trial % 2) operations.reverse()
      const answers = await Promise.all(operations.map((operation) => operation()))
      if (trial % 2) answers.reverse()
      ends.add(answers.map(({ status }) => status).join())
      const { rows } = await sql<{ status: string; creator_id: string; members: string[] }>`
        select p.status, p.creator_id, array(select m.user_id from pod_members m where m.pod_id = p.id) as members
        from pods p where p.id = ${id}`.execute(world.db)
      expect(rows[0]!.status).toBe('active')
      expect(rows[0]!.members).toHaveLength(2)
      expect(rows[0]!.members).toContain(rows[0]!.creator_id)
    }
    for (const found of ends) expect(['200,409', '409,200']).toContain(found)
    await mustBeTrue()
  },
)

guarantee(
  '20',
  'a member who joins twenty times, asks twenty times, or joins and leaves has one row or none, and the count is correct',
  { short: 4, full: 100 },
  async (trials) => {
    const [, , person] = await crowd(50)
    for (let trial = 0; trial < trials; trial++) {
      const { id } = await world.pod({ members: [await world.member()] })
      const shut = await world.pod({ members: [await world.member()], is_private: true })
      const times = Array.from({ length: 20 })
      expect(new Set(statuses(await Promise.all(times.map(() => join(person!, id)))))).toEqual(new Set([200]))
      expect(new Set(statuses(await Promise.all(times.map(() => ask(person!, shut.id)))))).toEqual(new Set([200]))
      const { rows } = await sql<{ joined: number; asked: number }>`
        select (select count(*)::int from pod_members where pod_id = ${id} and user_id = ${person!.id}) as joined,
          (select count(*)::int from pod_join_requests where pod_id = ${shut.id}) as asked`.execute(world.db)
      expect(rows[0]).toEqual({ joined: 1, asked: 1 })
      const answers = await Promise.all(times.map((_, n) => (n % 2 ? join(person!, id) : leave(person!, id))))
      expect(statuses(answers).every((status) => status === 200 || status === 403)).toBe(true)
      const { rows: sane } = await sql<{ is_sane: boolean }>`
        select last_activity_at between created_at and now() as is_sane from pods where id = ${id}`.execute(world.db)
      expect(sane[0]!.is_sane).toBe(true)
    }
    await mustBeTrue()
  },
)

guarantee(
  '25',
  'of pods that are made at the same time with names that read the same, one is made, and its URL leads to it',
  { short: 3, full: 100 },
  async (trials) => {
    const people = await crowd(50)
    for (let trial = 0; trial < trials; trial++) {
      const mark = randomUUID().slice(0, 8)
      const forms = [
        `Dad's Club ${mark}`,
        `dads-club-${mark}`,
        `DADS  CLUB ${mark}`,
        `\uff24ads Club ${mark}`,
        `dad\u2019s club-${mark}!`,
      ]
      const answers = await Promise.all(
        people
          .slice(0, 20)
          .map(({ browser }, n) => browser.send('POST', '/api/v1/pods', { name: forms[n % forms.length] })),
      )
      expect(statuses(answers)).toEqual([201, ...Array(19).fill(409)])
      const made = answers.find(({ status }) => status === 201)!.json as { id: string; slug: string }
      const found = await people[0]!.browser.get(`/api/v1/pods/${encodeURIComponent(made.slug)}`)
      expect(found.json.id).toBe(made.id)
    }
    await mustBeTrue()
  },
)
