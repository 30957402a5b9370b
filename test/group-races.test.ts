/** Guarantees 20 and 25 for networks, over HTTP at two servers: many members at the same moment. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Answer, Browser } from './client.ts'
import { guarantee } from './guarantees/guarantee.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld, type Network, type Person } from './world.ts'

const world = await makeWorld()
const servers = await Promise.all([world.serve({ pages: 'stub' }), world.serve({ pages: 'stub' })])

interface Participant extends Person {
  browser: Browser
}
const people: Participant[] = await Promise.all(
  (await world.members(50)).map(async (person, n) => ({
    ...person,
    browser: await signInDirectly(world, servers[n % 2]!.url, person),
  })),
)
const [admin, second] = people as [Participant, Participant]

async function networkOf(is_public: boolean, admins: Participant[]): Promise<Network> {
  const network = await (is_public ? world.publicNetwork : world.privateNetwork)({ members: admins })
  await sql`update group_members set role = 'admin' where group_id = ${network.id}`.execute(world.db)
  return network
}
const join = ({ browser }: Participant, id: string) => browser.send('PUT', `/api/v1/groups/${id}/membership`)
const leave = ({ browser }: Participant, id: string) => browser.send('DELETE', `/api/v1/groups/${id}/membership`)
const ask = ({ browser }: Participant, id: string) => browser.send('POST', `/api/v1/groups/${id}/requests`, {})
const change = ({ browser }: Participant, id: string, words: object) =>
  browser.send('PATCH', `/api/v1/groups/${id}`, words)
const decide = ({ browser }: Participant, request: string, decision: string) =>
  browser.send('PUT', `/api/v1/group-requests/${request}/decision`, { decision })
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort((one, other) => one - other)

/** The invariants of every network. */
async function mustBeTrue(): Promise<void> {
  const { rows } = await sql`
    select g.id, g.member_count, count(m.*) from groups g left join group_members m on m.group_id = g.id
    group by g.id having g.member_count <> count(m.*)`.execute(world.db)
  expect(rows).toEqual([])
  const { rows: total } = await sql`select amount = (select count(*) from groups where status = 'approved') as is_true
    from totals where name = 'groups'`.execute(world.db)
  expect(total).toEqual([{ is_true: true }])
  // a deadlock would have been retried, and logged
  expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
}

guarantee(
  '20',
  'if fifty members join, leave and ask while a network becomes public and private, each is in it once or not at all, and its count equals a recount',
  { short: 2, full: 100 },
  async (trials) => {
    for (let trial = 0; trial < trials; trial++) {
      const { id } = await networkOf(true, [admin, second])
      const answers = await Promise.all([
        ...people
          .slice(2)
          .flatMap((person, n) => [join(person, id), n % 3 ? leave(person, id) : join(person, id), ask(person, id)]),
        ...[false, true, false].map((is_public) => change(admin, id, { is_public })),
        leave(second, id),
      ])
      for (const { status, text } of answers) expect([200, 403, 409], text).toContain(status)
      const { rows } = await sql<{ both: number }>`
        select count(*)::int as both from group_members m join group_join_requests r
          on r.group_id = m.group_id and r.requester_id = m.user_id and r.status = 'pending'
        where m.group_id = ${id}`.execute(world.db)
      expect(rows[0]!.both).toBe(0)
    }
    await mustBeTrue()
  },
)

guarantee(
  '20',
  'a request that one admin approves and another declines at the same time has one final state, and the requester is a member or not accordingly',
  { short: 10, full: 100 },
  async (trials) => {
    const ends = new Set<string>()
    for (let trial = 0; trial < trials; trial++) {
      const { id } = await networkOf(false, [admin, second])
      const asks = people[2 + (trial % 40)]!
      expect(new Set(statuses(await Promise.all([1, 2, 3].map(() => ask(asks, id)))))).toEqual(new Set([200]))
      const { rows: requests } = await sql<{ id: string }>`
        select id from group_join_requests where group_id = ${id}`.execute(world.db)
      expect(requests).toHaveLength(1)
      const operations = [
        () => decide(admin, requests[0]!.id, 'approve'),
        () => decide(second, requests[0]!.id, 'decline'),
      ]
      const answers = await Promise.all(
        (trial % 2 ? operations : operations.toReversed()).map((operation) => operation()),
      )
      expect(statuses(answers)).toEqual([200, 409])
      const { rows } = await sql<{ status: string; is_in: boolean }>`
        select r.status, exists (select from group_members m where m.group_id = r.group_id and m.user_id = r.requester_id) as is_in
        from group_join_requests r where r.group_id = ${id}`.execute(world.db)
      expect(rows).toHaveLength(1)
      ends.add(rows[0]!.status)
      expect(rows[0]!.is_in).toBe(rows[0]!.status === 'approved')
    }
    expect(ends.size).toBeGreaterThan(1)
    await mustBeTrue()
  },
)

guarantee(
  '25',
  'of networks that get names that read the same at the same time, one wins, and its URL leads to it',
  { short: 3, full: 100 },
  async (trials) => {
    const networks = await Promise.all(Array.from({ length: 20 }, () => networkOf(true, [admin, second])))
    for (let trial = 0; trial < trials; trial++) {
      const mark = randomUUID().slice(0, 8)
      const forms = [`Dad's Club ${mark}`, `dads-club-${mark}`, `DADS  CLUB ${mark}`, `\uff24ads Club ${mark}`]
      const answers = await Promise.all(
        networks.map(({ id }, n) => change(n % 2 ? admin : second, id, { name: forms[n % forms.length] })),
      )
      expect(statuses(answers)).toEqual([200, ...Array<number>(19).fill(409)])
      const made = answers.find(({ status }) => status === 200)!.json as { id: string; slug: string }
      const found = await admin.browser.get(`/api/v1/groups/named/${encodeURIComponent(made.slug)}`)
      expect(found.json.id).toBe(made.id)
    }
    await mustBeTrue()
  },
)
