/** Rounds of pods: ten thousand that open in the same minute, a pod's page with eight rounds of twelve men, and check-ins. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Ask, load, openClient } from './clients.ts'
import type { Community } from './community.ts'
import { quantile, type Row } from './table.ts'

const PODS = 10_000
const MEMBERS = 6
const PAGE_MEMBERS = 12
const PAGE_ROUNDS = 8
const PAST_ROUNDS = 2
const SECONDS = 8
const OPENING_LIMIT_MS = 60_000

export async function roundFigures(community: Community): Promise<Row[]> {
  await fillPods(community)
  await fillPastRounds(community)
  const page = await fillPage(community)
  // otherwise plans are made for empty tables, and autovacuum works on what was just filled while requests are timed
  await community.pool.query('vacuum (analyze)')
  return [
    ...(await pageFigures(community, page, 'p95')),
    ...(await openingFigures(community)),
    // autovacuum works on the new rows, and the mails are being sent
    ...(await pageFigures(community, page, 'p95 after it')),
    ...(await checkInFigures(community)),
  ]
}

/** Each of the members who can sign in is in a pod of his own with others, and in one of the pods of twelve. */
async function fillPods({ pool, members }: Community): Promise<void> {
  await pool.query(`
    insert into pods (name, capacity) select 'Bench pod ' || n, 12 from generate_series(1, ${PODS}) n`)
  await pool.query(`
    with own as (select id, row_number() over (order by id) as place from pods where name like 'Bench pod %'),
      men as (select id, row_number() over (order by id) - 1 as place, count(*) over () as men from profiles)
    insert into pod_members (pod_id, user_id)
      select own.id, men.id from own cross join generate_series(0, ${MEMBERS - 1}) n
        join men on men.place = (own.place * 7 + n * 31) % men.men
    on conflict do nothing`)
  await pool.query(
    `with own as (select id, row_number() over (order by id) as place from pods where name like 'Bench pod %')
     insert into pod_members (pod_id, user_id)
       select own.id, m.id from unnest($1::uuid[]) with ordinality m (id, place) join own using (place)
     on conflict do nothing`,
    [members],
  )
}

/** The rounds of the weeks before, without check-ins. */
async function fillPastRounds({ pool }: Community): Promise<void> {
  await pool.query(`
    with made as (
      insert into rounds (pod_id, number, season, season_round, opens_at, closes_at, closed_at, host_id)
      select p.id, n, 1, n, at, at + interval '3 days', at + interval '3 days',
        (select m.user_id from pod_members m where m.pod_id = p.id order by m.joined_at, m.user_id limit 1)
      from pods p cross join generate_series(1, ${PAST_ROUNDS}) n,
        lateral (select now() - make_interval(weeks => ${PAST_ROUNDS} - n, days => 4) as at) o
      where p.name like 'Bench pod %' returning id, pod_id, opens_at),
    hosts as (
      insert into round_places (pod_id, user_id, host_turn)
      select distinct on (p.id) p.id, m.user_id, ${PAST_ROUNDS} from pods p join pod_members m on m.pod_id = p.id
      where p.name like 'Bench pod %' order by p.id, m.joined_at, m.user_id)
    insert into round_results (round_id, user_id, result)
      select made.id, m.user_id, 'missed' from made join pod_members m on m.pod_id = made.pod_id`)
  await pool.query(`
    with told as (
      insert into topics (topic, seq) select 'pod:' || p.id, 1 from pods p where p.name like 'Bench pod %' returning topic)
    insert into topic_events (topic, seq, kind, subject) select topic, 1, 'round.closed', gen_random_uuid() from told`)
}

interface PodPage {
  id: string
  slug: string
}

/** A pod of twelve with eight closed rounds, in which everybody said something. */
async function fillPage({ pool, members }: Community): Promise<PodPage> {
  const { rows } = await pool.query<PodPage>(
    `
    insert into pods (name, capacity, creator_id) values ('Bench twelve', 12, $1) returning id, slug`,
    [members[0]],
  )
  const pod = rows[0]!
  await pool.query('insert into pod_members (pod_id, user_id) select $1, unnest($2::uuid[])', [
    pod.id,
    members.slice(0, PAGE_MEMBERS),
  ])
  await pool.query(
    `insert into rhythms (pod_id, weekday, local_time, time_zone, weeks, next_on, next_at)
     select $1, extract(isodow from d), '20:00', 'UTC', 1, d, moment_of(d, '20:00', 'UTC')
     from (select current_date + 7 as d) next`,
    [pod.id],
  )
  await pool.query(
    `with made as (
       insert into rounds (pod_id, number, season, season_round, opens_at, closes_at, closed_at)
       select $1, n, 1, n, at, at + interval '3 days', at + interval '3 days'
       from generate_series(1, ${PAGE_ROUNDS}) n, lateral (select now() - make_interval(weeks => ${PAGE_ROUNDS} - n, days => 4) as at) o
       returning id, number),
     came as (
       insert into round_results (round_id, user_id, result) select made.id, m.id, 'came' from made, unnest($2::uuid[]) m (id))
     insert into check_ins (round_id, user_id, outcome, win, struggle, ask, commitment_cue, commitment_action)
       select made.id, m.id, 'kept', repeat('A win that was worth telling. ', 6), repeat('It was harder than last week. ', 6),
         case when m.id = ($2::uuid[])[1] then 'Who can lend me a trailer on Saturday?' end, 'it is seven', 'I put the phone away'
       from made, unnest($2::uuid[]) m (id)`,
    [pod.id, members.slice(0, PAGE_MEMBERS)],
  )
  return pod
}

/** All rhythms are due at the same moment, some seconds from now; other members read before it and while the rounds open. */
async function openingFigures(community: Community): Promise<Row[]> {
  const { pool } = community
  const quiet = await othersUntil(community, async () => pause(SECONDS * 1000))
  await pool.query(`
    insert into rhythms (pod_id, weekday, local_time, time_zone, weeks, next_on, next_at)
    select p.id, extract(isodow from at), at::time(0), 'UTC', 1, at::date, moment_of(at::date, at::time(0), 'UTC')
    from pods p, (select now() at time zone 'UTC' + interval '10 seconds' as at) due where p.name like 'Bench pod %'`)
  let took = 0
  const busy = await othersUntil(community, async () => {
    await until(pool, 'select exists (select from rhythms where next_at <= now()) as is')
    const from = performance.now()
    await until(pool, 'select not exists (select from rhythms where next_at <= now()) as is')
    took = performance.now() - from
    // the mails and the other readers of these facts
    await until(
      pool,
      `select not exists (select from readers r, facts f where (f.xid, f.id) > (r.xid, r.fact_id)) as is`,
    )
  })
  const { rows } = await pool.query<{ rounds: number; facts: number }>(`
    select (select count(*)::int from rounds r join pods p on p.id = r.pod_id where p.name like 'Bench pod %' and r.closed_at is null) as rounds,
      (select count(*)::int from facts where kind = 'round.opened') as facts`)
  const { rounds, facts } = rows[0]!
  return [
    { figure: `rounds: ${PODS} due in one minute, all open`, value: took, limit: OPENING_LIMIT_MS, unit: 'ms' },
    {
      figure: 'rounds: opened twice or not at all',
      value: Math.abs(rounds - PODS) + Math.abs(facts - PODS),
      limit: 0,
      unit: '',
    },
    {
      figure: 'rounds: p95 of other requests while they open, to before',
      value: quantile(busy, 0.95) / quantile(quiet, 0.95),
      limit: 1.3,
      unit: `× (${quantile(quiet, 0.95).toFixed(1)} ms before, ${busy.length} answers)`,
    },
  ]
}

async function until(pool: Community['pool'], question: string): Promise<void> {
  const end = performance.now() + 5 * OPENING_LIMIT_MS
  for (;;) {
    const { rows } = await pool.query<{ is: boolean }>(question)
    if (rows[0]!.is) return
    if (performance.now() > end) throw new Error(`Not so in time: ${question}`)
    await pause(100)
  }
}

/** Two members read while the work goes on. A request that fails counts as infinitely long. */
async function othersUntil({ url, cookies }: Community, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const paths = ['/api/v1/feed', '/api/v1/pods', '/api/v1/me/groups/overview']
  const one = async (cookie: string) => {
    const client = await openClient(url)
    for (let turn = 0; !isOver; turn++) {
      const { status, ms } = await client.ask({ path: paths[turn % paths.length]!, cookie })
      times.push(status === 200 ? ms : Number.POSITIVE_INFINITY)
      // readers, not a load test: the figure is about the others' waiting
      await pause(20)
    }
    client.close()
  }
  const reading = [cookies[0]!, cookies[1]!].map(one)
  await work()
  isOver = true
  await Promise.all(reading)
  return times
}

async function pageFigures({ url, cookies }: Community, { id, slug }: PodPage, what: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of [
    ['its rounds by the API', `/api/v1/pods/${id}/rounds`],
    ['the page of its rounds', `/pod/${slug}/rounds`],
    ['its page', `/pod/${slug}`],
  ] as const) {
    const next = () => ({ path, cookie: cookies[0]! })
    await load({ url, clients: 1, seconds: 2, next })
    const { times, failed } = await load({ url, clients: 1, seconds: SECONDS, next })
    rows.push({
      figure: `a pod with ${PAGE_ROUNDS} rounds of ${PAGE_MEMBERS} men: ${name}, ${what}`,
      value: failed > 0 ? Number.POSITIVE_INFINITY : quantile(times, 0.95),
      limit: 30,
      unit: `ms (${times.length} answers)`,
    })
  }
  return rows
}

/** Each member changes his own check-in again and again, and every change names the version before it. */
async function checkInFigures(community: Community): Promise<Row[]> {
  const { url, cookies, members, pool } = community
  const { rows: open } = await pool.query<{ user_id: string; round_id: string }>(
    `select distinct on (m.user_id) m.user_id, r.id as round_id from pod_members m
       join rounds r on r.pod_id = m.pod_id and r.closed_at is null
     where m.user_id = any($1::uuid[]) order by m.user_id, r.id`,
    [members],
  )
  const rounds = members.map((member) => open.find(({ user_id }) => user_id === member)?.round_id)
  const seen: (string | null)[] = members.map(() => null)
  const said = members.map(() => 0)
  const next = (client: number): Ask => ({
    path: `/api/v1/rounds/${rounds[client]}/check-in`,
    method: 'PUT',
    cookie: cookies[client]!,
    body: { outcome: 'kept', win: `Win ${said[client]! + 1}`, commitment: { action: 'Walk' }, seen_at: seen[client] },
  })
  const onAnswer = (_ask: Ask, client: number, { body }: { body: Buffer }) => {
    said[client]!++
    seen[client] = /"updated_at":"([^"]+)"/.exec(String(body))?.[1] ?? null
  }
  const { rate, failed } = await load({ url, clients: cookies.length, seconds: SECONDS, next, onAnswer })
  const { rows: lost } = await pool.query<{ n: number }>(
    `select count(*)::int as n from unnest($1::uuid[], $2::uuid[], $3::text[]) w (user_id, round_id, win)
       left join check_ins c using (user_id, round_id) where c.win is distinct from w.win`,
    [members, rounds, said.map((n) => `Win ${n}`)],
  )
  return [
    { figure: 'check-ins, 50 clients', value: rate, limit: 500, unit: '/s', least: true },
    { figure: 'check-ins: lost or refused', value: lost[0]!.n + failed, limit: 0, unit: '' },
  ]
}
