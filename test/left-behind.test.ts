/**
 * Guarantee 64: what a deleted account leaves behind. One member does everything that can be done here, and deletes his
 * account; then every column of every table is searched for him. A new table that refers to a member, or contains his id, fails
 * here until its handling is stated (DECIDED, ON_PURPOSE) and a row of his is planted in it (`plant`).
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '#config'
import { makeFiles } from '#server/kernel/files/files.ts'
import { storeImage } from '#server/media/media.ts'
import { makeBrowser, signIn, until } from './client.ts'
import { corners } from './images.ts'
import { closeRound, giveRhythm, openRound } from './rounds.ts'
import { storeAnswer } from './stored-answers.ts'
import { daysAhead, makeWorld } from './world.ts'

const world = await makeWorld()
const { db } = world
const served = await world.serve({ pages: 'stub', env: { RATE_LIMITS: 'on' } })
const { url } = served
const PASSWORD = 'the quick brown kettle'

/** Every foreign key to an account or a member: the row is deleted with him, or stays without an author. */
const DECIDED: Record<string, 'goes' | 'stays'> = {
  'account.userId': 'goes',
  'check_in_asks.taken_by': 'goes',
  'assistant_handed_on.member_id': 'goes',
  'assistant_ledger.member_id': 'goes',
  'assistant_questions.member_id': 'goes',
  'assistant_usage.member_id': 'goes',
  'blocks.blocked_id': 'goes',
  'blocks.blocker_id': 'goes',
  'calendar_feeds.user_id': 'goes',
  'chat_reads.user_id': 'goes',
  'check_ins.user_id': 'goes',
  'comment_votes.user_id': 'goes',
  'comments.author_id': 'stays',
  'comments.post_author_id': 'stays',
  'connections.addressee_id': 'goes',
  'connections.requester_id': 'goes',
  'dangers.opened_by': 'stays',
  'dangers.taken_by': 'stays',
  'dangers.word_by': 'stays',
  'departures.member_id': 'goes',
  'event_attended.user_id': 'goes',
  'event_attendees.user_id': 'goes',
  'event_comments.user_id': 'stays',
  'group_creation_requests.reviewed_by': 'stays',
  'group_creation_requests.user_id': 'stays',
  'group_exclusions.user_id': 'goes',
  'group_join_requests.requester_id': 'goes',
  'group_join_requests.reviewed_by': 'stays',
  'group_members.user_id': 'goes',
  'group_messages.user_id': 'stays',
  'groups.creator_id': 'stays',
  'images.member_id': 'stays',
  'karma_counts.member_id': 'goes',
  'known_devices.user_id': 'goes',
  'local_events.user_id': 'stays',
  'member_seen.member_id': 'goes',
  'notice_wishes.member_id': 'goes',
  'pod_exclusions.user_id': 'goes',
  'pod_former_members.user_id': 'goes',
  'pod_invitations.invited_by': 'stays',
  'pod_invitations.user_id': 'goes',
  'pod_join_requests.requester_id': 'goes',
  'pod_join_requests.reviewed_by': 'stays',
  'pod_members.user_id': 'goes',
  'pod_messages.noted_by': 'stays',
  'pod_messages.user_id': 'stays',
  'pod_openings.opened_by': 'stays',
  'pods.creator_id': 'stays',
  'poll_votes.user_id': 'stays',
  'post_votes.user_id': 'goes',
  'posts.author_id': 'stays',
  'profiles.id': 'goes',
  'profiles_private.id': 'goes',
  'report_cases.author_id': 'stays',
  'report_cases.decided_by': 'stays',
  'reports.reporter_id': 'stays',
  'rhythm_endings.asked_by': 'stays',
  'rhythms.set_by': 'stays',
  'round_results.user_id': 'goes',
  'seekers.user_id': 'goes',
  'rounds.host_id': 'stays',
  'session.userId': 'goes',
  'subscription_interest.user_id': 'goes',
  'taken_sign_ups.user_id': 'goes',
  'twoFactor.userId': 'goes',
  'used_ids.author_id': 'stays',
  'user_achievements.user_id': 'goes',
  'user_goals.user_id': 'goes',
  'user_interests.user_id': 'goes',
  'write_requests.asked_id': 'goes',
  'write_requests.quiet_id': 'goes',
}
/** The tables of a running deletion: before it they are empty. */
const NOT_BEFORE = ['departures.member_id']

/** Where his id may still be read afterwards, and why. The id refers to nobody. Nothing else of him may remain. */
const ON_PURPOSE: Record<string, string> = {
  'admin_log.admin_id': 'what administrators did is never written anew',
  'admin_log.subject_id': 'the same, where it was done to him',
  'facts.actor_id': 'what happened is never written anew; it is counted and deleted after 400 days',
  'facts.data': 'the same, where others did something with him, as handing a pod over',
  'topic_events.subject': 'that he joined and left, for clients that reconnect; deleted after a week',
  'rate_limits.key': 'how often he did something lately; it ends with its hour or day',
}

const leo = await world.member({
  name: 'leo',
  username: 'Leopold.Kestrel',
  email: 'leopold@kestrel.example',
  password: PASSWORD,
})
const [ana, ben] = await world.members(2)
await sql`update profiles set display_name = 'Leopoldkestreldisplay', bio = 'Leopoldkestrelbio', location = 'Leopoldkestreltown'
  where id = ${leo.id}`.execute(db)
await sql`update profiles_private set first_name = 'Leopoldkestrelfirst', last_name = 'Leopoldkestrellast',
  date_of_birth = '1971-03-29' where id = ${leo.id}`.execute(db)

/** His data, by kind. Words that he wrote do not identify him, and stay where he wrote them. */
const NEEDLES: Record<string, string> = {
  id: leo.id,
  'e-mail': 'leopold@kestrel',
  username: 'leopold.kestrel',
  'display name': 'leopoldkestreldisplay',
  bio: 'leopoldkestrelbio',
  place: 'leopoldkestreltown',
  'first name': 'leopoldkestrelfirst',
  'last name': 'leopoldkestrellast',
  'date of birth': '1971-03-29',
}

const browser = await signIn(url, leo)
const done = (answer: { status: number; text: string }) => expect(answer.status, answer.text).toBeLessThan(300)
const send = async (method: string, path: string, body?: object) =>
  done(await browser.send(method, `/api/v1${path}`, body))

async function plant(): Promise<void> {
  const category = await world.category()
  const words = { type: 'text', title: 'Kites', content: 'In the wind.', category_id: category.id }
  const [own, other, gone, poll] = [
    randomUUID(),
    await world.post({ by: ana!, category }),
    randomUUID(),
    await world.poll({ by: ana!, category }),
  ]
  await send('POST', '/posts', { ...words, id: own })
  await send('POST', '/posts', { ...words, id: gone })
  await send('DELETE', `/posts/${gone}`)
  const comment = await world.comment({ by: ana!, on: other })
  await send('POST', `/posts/${other.id}/comments`, { id: randomUUID(), content: 'Same here.' })
  await send('PUT', `/posts/${other.id}/vote`, { direction: 'up' })
  await send('PUT', `/comments/${comment.id}/vote`, { direction: 'up' })
  await world.comment({ by: ana!, on: { id: own } })
  await send('POST', '/reports', { kind: 'comment', id: comment.id, reason: 'unkind' })
  await sql`update report_cases set decided_at = now(), decided_by = ${leo.id}, decision = 'dismissed'
    where subject_id = ${comment.id}`.execute(db)
  await sql`insert into dangers (case_id, is_open, opened_by, opened_at, taken_by, taken_at, word_by, word_at)
    select c.id, false, ${leo.id}, now(), ${leo.id}, now(), ${leo.id}, now() from report_cases c
    where c.subject_id = ${comment.id}`.execute(db)
  await world.as(ana!).reports.reportThing({ kind: 'post', id: own, reason: 'unkind' })
  await world.as(ana!).reports.reportThing({ kind: 'profile', id: leo.id, reason: 'unkind' })
  await sql`insert into admin_log (admin_id, admin_name, what, subject_id)
    values (${leo.id}, 'An administrator', 'member.restored', ${leo.id})`.execute(db)
  await send('PUT', `/posts/${poll.id}/poll-vote`, { option_id: poll.poll!.options[0]!.id })
  const pod = await world.pod({ members: [leo, ana!, ben!], is_private: true })
  const network = await world.privateNetwork({ members: [leo, ana!] })
  await sql`update groups set creator_id = ${leo.id} where id = ${network.id}`.execute(db)
  for (const [room, id] of [
    ['pod', pod.id],
    ['group', network.id],
  ]) {
    await send('POST', `/chat/${room}/${id}/messages`, { id: randomUUID(), content: 'Evening.' })
    await send('PUT', `/chat/${room}/${id}/read`, { seq: 1 })
  }
  await send('PUT', `/pods/${pod.id}/rhythm`, { weekday: 3, time: '20:00', time_zone: 'Europe/London', weeks: 1 })
  await send('PUT', `/pods/${pod.id}/rhythm`, { weekday: 4, time: '20:00', time_zone: 'Europe/London', weeks: 1 })
  for (const win of ['Home by six.', 'A walk.']) {
    await send('PUT', `/rounds/${await openRound(world, pod)}/check-in`, { outcome: 'kept', win })
    await closeRound(world, pod)
  }
  await send('DELETE', `/pods/${pod.id}/rhythm`)
  const round_id = await openRound(world, pod)
  const asking = await world.as(ana!).rounds.checkIn({ round_id, outcome: 'kept', ask: 'Who has a kite?' })
  await send('PUT', `/check-ins/${asking.id}/taking`, { words: 'I do.' })
  await send('PUT', `/me/pods/${pod.id}/pause`, { reason: 'travel' })
  await send('PUT', '/me/pod-search', { stages: ['baby'], time_zone: 'UTC', weeks: 1, aims: ['sober'] })
  await send('PUT', `/pods/${pod.id}/door`, { places: 2 })
  const man = await world.member()
  await world.as(man).seekers.lookForPod({ stages: ['baby'], time_zone: 'Europe/London', weeks: 1, aims: ['work'] })
  await send('PUT', `/pods/${pod.id}/invitations/${man.id}`)
  const further = await world.pod({ members: [ana!] })
  await giveRhythm(world, further)
  await world.as(ana!).seekers.openDoor({ pod_id: further.id, places: 2 })
  await world.as(ana!).seekers.inviteSeeker({ pod_id: further.id, member_id: leo.id })
  await sql`insert into seasons (pod_id, season) values (${pod.id}, 1)`.execute(db)
  await send('PUT', `/me/pods/${pod.id}/season`, { season: 1, answer: 'on' })
  await sql`update rounds set host_id = ${leo.id} where pod_id = ${pod.id}`.execute(db)
  const pair = await world.pod({ members: [leo, ana!] })
  for (const [{ id }, asked, quiet] of [
    [pod, leo, ana!],
    [pair, ana!, leo],
  ] as const)
    await sql`insert into write_requests (pod_id, round_id, asked_id, quiet_id)
      select ${id}, r.id, ${asked.id}, ${quiet.id} from rounds r where r.pod_id = ${pod.id} limit 1
      on conflict (pod_id) do update set asked_id = excluded.asked_id, quiet_id = excluded.quiet_id`.execute(db)
  const eve = await world.member()
  await world.as(eve).pods.requestToJoinPod({ id: pod.id })
  await world.as(eve).groups.requestToJoinGroup({ id: network.id })
  const [ask] = (await world.as(leo).pods.listPodRequests({ pod_id: pod.id })).items
  await send('PUT', `/me/pod-requests/${ask!.id}`, { decision: 'rejected' })
  const [wish] = (await world.as(leo).groups.listGroupRequests({ id: network.id })).items
  await send('PUT', `/group-requests/${wish!.id}/decision`, { decision: 'decline' })
  await send('PUT', `/pods/${(await world.pod({ members: [ana!], is_private: true })).id}/request`)
  await send('POST', `/groups/${(await world.privateNetwork({ members: [ana!] })).id}/requests`, {})
  await world.as(ana!).pods.takeOutPodMember({
    ...{ id: (await world.pod({ members: [ana!, leo] })).id, member_id: leo.id, reason: 'Another time.' },
  })
  const quiet = await world.pod({ members: [ana!] })
  await sql`select keep_reading(${quiet.id}, ${leo.id})`.execute(db)
  const out = await world.publicNetwork({ members: [ana!, leo] })
  await sql`update group_members set role = 'admin' where group_id = ${out.id} and user_id = ${ana!.id}`.execute(db)
  await world.as(ana!).groups.takeOutGroupMember({ id: out.id, member_id: leo.id })
  await send('POST', '/group-suggestions', { group_name: 'Kite fliers', description: 'All of us.' })
  await sql`insert into group_creation_requests (group_name, description, user_id, status, reason, reviewed_by, reviewed_at)
    values ('Other fliers', 'All of them.', ${ana!.id}, 'rejected', 'Too many.', ${leo.id}, now())`.execute(db)
  await send('PUT', '/me/local-mode', { enabled: true })
  await send('PUT', '/me/location', { latitude: 51.5, longitude: -0.12 })
  const event = randomUUID()
  const when = { event_date: daysAhead(3), event_time: '10:00', time_zone: 'Europe/London' }
  await send('POST', '/events', { id: event, title: 'Kites', location: 'The hill', ...when })
  await send('POST', `/events/${event}/comments`, { comment_id: randomUUID(), content: 'Bring string.' })
  // an event of another member, which he attends
  const { rows } = await sql<{
    id: string
  }>`insert into local_events (title, location, event_date, event_time, time_zone, user_id)
    values ('Swim', 'The lido', (now() at time zone 'UTC')::date - 1, '10:00', 'UTC', ${ana!.id}) returning id`.execute(
    db,
  )
  await sql`insert into event_attendees (event_id, user_id, created_at)
    values (${rows[0]!.id}, ${ana!.id}, now()), (${rows[0]!.id}, ${leo.id}, now() - interval '3 days')`.execute(db)
  await sql`select begin_event(${rows[0]!.id}::uuid)`.execute(db)
  await sql`delete from event_attendees where event_id = ${rows[0]!.id} and user_id = ${leo.id}`.execute(db)
  await send('PUT', '/me/calendar-feed')
  await send('PUT', '/me/notices', { wanted: true })
  await send('POST', '/plans/interest', { selected_tier: 'Wise Dad' })
  // rendered already: the rendering job is behind all others, and has tests of its own
  const encode = async () => [{ width: 96, bytes: new Uint8Array(await corners(96, 96).webp().toBuffer()) }]
  const files = makeFiles(readConfig({ FILES_DIR: served.filesDir }))
  await storeImage(world.ctx(leo), { files, encoder: { encode } }, { kind: 'avatar', group_id: null }, new Uint8Array())
  await sql`insert into connections (requester_id, addressee_id) values (${leo.id}, ${ana!.id}), (${ben!.id}, ${leo.id})`.execute(
    db,
  )
  await sql`insert into blocks values (${leo.id}, ${eve.id}), (${eve.id}, ${leo.id})`.execute(db)
  await sql`insert into user_interests values (${leo.id}, 'Cooking')`.execute(db)
  await sql`insert into user_goals values (${leo.id}, 'Share parenting experiences')`.execute(db)
  // he asked the assistant, and another member's answer quotes him: a post of his own, and a comment on it
  const said = await world.comment({ by: leo, on: { id: own }, content: 'Hold it high.' })
  const asked = await storeAnswer(world, leo, [{ post: other, quote: 'Six hours in a row.' }])
  await storeAnswer(world, ana!, [
    { post: { id: own }, quote: 'In the wind.' },
    { post: { id: own }, comment: said, quote: 'Hold it high.' },
    { post: { id: own }, comment: await world.comment({ by: ben!, on: { id: own } }), quote: 'Same here.' },
  ])
  await sql`insert into assistant_usage values (${leo.id}, '2020-02-01', 1)`.execute(db)
  await sql`insert into assistant_ledger (question_id, member_id, month, state) values (${asked}, ${leo.id}, '2020-02-01', 'reserved')`.execute(
    db,
  )
  await sql`insert into assistant_handed_on (post_id, member_id) values (${own}, ${leo.id})`.execute(db)
  await sql`insert into subscription_interest (user_id, email, selected_tier) values (${leo.id}, ${leo.email}, 'Superdad')`.execute(
    db,
  )
  // another person signs up with his address; and links to him are in mails that are not delivered yet
  const stranger = makeBrowser(url)
  done(
    await stranger.call('/sign-up/email', {
      email: leo.email,
      password: 'eleven lazy herons',
      username: 'some.stranger',
    }),
  )
  done(await stranger.call('/request-password-reset', { email: leo.email }))
  done(await browser.call('/change-email', { password: PASSWORD, newEmail: 'other@kestrel.example' }))
  done(await browser.call('/two-factor/enable', { password: PASSWORD }))
  await sql`insert into sitemap_parts values ('members', 2, now(), ${ana!.id})`.execute(db)
}

interface Key {
  name: string
  table: string
  column: string
  on_delete: 'c' | 'n' | 'a' | 'r' | 'd'
}
const { rows: keys } = await sql<Key>`
  select c.conrelid::regclass::text as table, a.attname as column, c.confdeltype as on_delete,
    replace(c.conrelid::regclass::text, '"', '') || '.' || a.attname as name
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid in ('"user"'::regclass, 'profiles'::regclass) order by 1, 2`.execute(db)

/** Every column of every table of ours, and of the waiting jobs. */
const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
  select c.table_schema as schema, c.table_name as table, c.column_name as column
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where t.table_type = 'BASE TABLE' and (t.table_schema = 'public' or t.table_schema = 'graphile_worker')
  order by 1, 2, 3`.execute(db)

/** "facts.actor_id: id" for each place that contains something of him. */
async function found(): Promise<string[]> {
  const places: string[] = []
  for (const { schema, table, column } of columns) {
    const text = sql`lower(${sql.ref(column)}::text)`
    const { rows } = await sql<{ what: string }>`
      select n.what from unnest(${Object.keys(NEEDLES)}::text[], ${Object.values(NEEDLES)}::text[]) as n (what, needle)
      where exists (select from ${sql.table(`${schema}.${table}`)} where ${text} like '%' || n.needle || '%')`.execute(
      db,
    )
    places.push(...rows.map(({ what }) => `${table}.${column}: ${what}`))
  }
  return places
}

const stored = () =>
  readdirSync(served.filesDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.webp'))
const isGone = async () => (await sql`select from departures`.execute(db)).rows.length === 0
const noJobs = async () => (await sql`select from graphile_worker._private_jobs`.execute(db)).rows.length === 0

test('every table that refers to a member states what happens to the row when he deletes his account', () => {
  expect(keys.length).toBeGreaterThan(30)
  expect(keys.map(({ name }) => name).sort()).toEqual(Object.keys(DECIDED).sort())
  for (const { name, on_delete } of keys) expect(on_delete, name).toBe(DECIDED[name] === 'goes' ? 'c' : 'n')
})

test('64: no data of a deleted account are in any column of any table, in the store, in a mail or in a log line', async () => {
  await plant()
  await until('his mails are written', noJobs)
  await until('his karma is added up', async () => {
    const { rows } = await sql`select from user_achievements where user_id = ${leo.id}`.execute(db)
    return rows.length > 0
  })
  for (const { name, table, column } of keys.filter(({ name }) => !NOT_BEFORE.includes(name))) {
    const { rows } = await sql`select from ${sql.raw(table)} where ${sql.ref(column)} = ${leo.id} limit 1`.execute(db)
    expect(rows.length, `${name}: plant a row of his there`).toBe(1)
  }
  const before = await found()
  for (const what of Object.keys(NEEDLES)) expect(before.filter((place) => place.endsWith(`: ${what}`))).not.toEqual([])
  expect(stored().length).toBeGreaterThan(0)
  const mailed = readdirSync(served.outbox)

  done(await browser.call('/delete-account', { password: PASSWORD, removesPosts: false }))
  await until('the account is deleted', isGone)
  await until('no job is left', noJobs, 30_000)
  await until(
    'no karma is left to add',
    async () => (await sql`select from karma_changes`.execute(db)).rows.length === 0,
  )
  // answers to others: quotations of him are taken back, and those from comments on his post
  const { rows: quotes } = await sql<{ quote: string | null; struck: string }>`
    select quote, struck from assistant_sentences where post_id is not null order by nth`.execute(db)
  expect(quotes.length).toBeGreaterThan(0)
  expect(new Set(quotes.map((one) => JSON.stringify(one)))).toEqual(new Set(['{"quote":null,"struck":"unwilling"}']))
  expect(await found()).toEqual(
    Object.keys(ON_PURPOSE)
      .map((place) => `${place}: id`)
      .sort(),
  )
  expect(stored()).toEqual([])
  // one mail to him, the last; and what others receive does not name him
  const last = readdirSync(served.outbox).filter((name) => !mailed.includes(name))
  expect(last.filter((name) => name.includes(leo.email))).toEqual([expect.stringContaining('-account-deleted-')])
  for (const name of last.filter((name) => !name.includes(leo.email)))
    for (const needle of Object.values(NEEDLES))
      expect(readFileSync(join(served.outbox, name), 'utf8').toLowerCase()).not.toContain(needle)
  const logged = JSON.stringify(world.lines).toLowerCase()
  for (const [what, needle] of Object.entries(NEEDLES)) expect(logged.includes(needle), what).toBe(false)
})
