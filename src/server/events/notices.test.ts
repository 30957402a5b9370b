/** Mails about changes: each attendee gets each change that is new to him once, also after interruptions. */
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { daysAhead, makeWorld, type Person, waitingForLocks } from '#test/world.ts'
import { addNotice } from '../kernel/jobs/notice.ts'
import { addJob } from '../kernel/jobs/queue.ts'
import { eventJobs } from './events.ts'
import { cancelledMail, changedMail } from './mails.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
type EventChangeInput = Omit<Parameters<ReturnType<typeof world.as>['events']['editEvent']>[0], 'id'>
const edit = (id: string, change: EventChangeInput) => world.as(ana).events.editEvent({ id, ...change })
const attend = (who: Person, id: string, going = true) => world.as(who).events.attendEvent({ id, going })
const crowd = (id: string, people: Person[]) =>
  sql`insert into event_attendees (event_id, user_id)
    select ${id}::uuid, unnest(${people.map(({ id }) => id)}::uuid[])`.execute(db)
const work = () => eventJobs({ db }).tasks.tell_attendees!({})

/** Returns which members got which sentence about this event, sorted. No mail is sent in these tests. */
const mailsAbout = async (id: string) => {
  const { rows } = await sql<{ to: string; says: string }>`
    select payload ->> 'to' as to, payload -> 'paragraphs' ->> 0 as says from graphile_worker._private_jobs
    where payload -> 'link' ->> 'url' = ${`/event/${id}`} order by 1, id`.execute(db)
  return rows.map(({ to, says }) => [to, says.replace(/^.*has changed: /, '')])
}
const noticesOf = async (id: string) => {
  const { rows } = await sql<{ sequence: number; attempts: number }>`
    select sequence, attempts from event_notices where event_id = ${id} order by sequence`.execute(db)
  return rows
}
/** From now on, writing a mail with these words in its subject fails. */
const poison = async (words: string) => {
  await sql`create or replace function poisoned() returns trigger language plpgsql as $$ begin
    if new.payload ->> 'subject' like '%${sql.raw(words)}%' then raise exception 'poisoned'; end if; return new; end $$`.execute(
    db,
  )
  await sql`create trigger poisoned before insert on graphile_worker._private_jobs
    for each row execute function poisoned()`.execute(db)
}
afterEach(() => sql`drop trigger if exists poisoned on graphile_worker._private_jobs`.execute(db))

/** Moves the clock past the collection interval and runs the job. */
const gathered = () =>
  sql`update event_notices set due_at = now() - interval '1 millisecond' where attempts = 0`.execute(db)

test('the title and the place become no link in a mail', () => {
  const event = {
    ...{ id: 'x', title: 'See evil.com/a', location: 'evil.com/b', event_date: '2099-01-02' },
    ...{ event_time: '10:00', end_time: null, time_zone: 'UTC' },
  }
  for (const { subject, paragraphs } of [changedMail(event, ['location']), cancelledMail(event)]) {
    expect([subject, ...paragraphs].join()).toContain('evil.\u200ccom')
    expect([subject, ...paragraphs].join()).not.toMatch(/evil\.com/)
  }
})

describe('several changes', () => {
  test('that were not mailed yet become one mail with all new values', async () => {
    const { id } = await world.event({ by: ana })
    await attend(ben, id)
    for (let n = 1; n <= 40; n++) await edit(id, n % 2 ? { location: `Hall ${n}` } : { event_date: daysAhead(n) })
    await work()
    expect(await mailsAbout(id)).toEqual([[ben.email, 'the day and the place.']])
    expect(await noticesOf(id)).toEqual([])
    // the next changes follow so soon that they are collected
    for (const n of [41, 42, 43]) await edit(id, { location: `Hall ${n}` })
    await work()
    expect(await mailsAbout(id)).toHaveLength(1)
    await gathered()
    await work()
    expect(await mailsAbout(id)).toEqual([
      [ben.email, 'the day and the place.'],
      [ben.email, 'the place.'],
    ])
    // a change long after the last one is mailed at once, and a cancellation always
    await sql`update local_events set created_at = now() - interval '1 hour', updated_at = now() - interval '6 minutes' where id = ${id}`.execute(
      db,
    )
    await edit(id, { location: 'Hall 44' })
    await work()
    expect(await mailsAbout(id)).toHaveLength(3)
    await edit(id, { location: 'Hall 45' })
    await world.as(ana).events.cancelEvent({ id })
    await work()
    expect(await mailsAbout(id)).toHaveLength(4)
    expect(await noticesOf(id)).toEqual([])
  })

  test('after an interruption are mailed to each attendee without those he got before', async () => {
    const { id } = await world.event({ by: ana })
    const people = (await world.members(450)).sort((one, other) => (one.id < other.id ? -1 : 1))
    await attend(ana, id, false)
    await crowd(id, people)
    await edit(id, { location: 'The hall' })
    // the job is interrupted after two batches
    await sql`create function break_off() returns trigger language plpgsql as $$ begin
      if old.told_to <> '00000000-0000-0000-0000-000000000000' then raise exception 'broken off'; end if;
      return new; end $$`.execute(db)
    await sql`create trigger break_off before update on event_notices for each row execute function break_off()`.execute(
      db,
    )
    await expect(work()).rejects.toThrow('broken off')
    await sql`drop trigger break_off on event_notices`.execute(db)
    await edit(id, { event_date: daysAhead(9) })
    const late = await world.member()
    await attend(late, id)
    await work()
    const expected = people.flatMap(({ email }, n) =>
      n < 200
        ? [
            [email, 'the place.'],
            [email, 'the day.'],
          ]
        : [[email, 'the day and the place.']],
    )
    const byAddress = (one: string[], other: string[]) => (one[0]! < other[0]! ? -1 : one[0]! > other[0]! ? 1 : 0)
    expect((await mailsAbout(id)).sort(byAddress)).toEqual(expected.sort(byAddress))
  })
})

describe('a member who joins', () => {
  /** While the first operation waits for the network's lock, `other` overtakes it, although it began later. */
  async function overtaken(
    group_id: string,
    who: Person,
    first: () => Promise<unknown>,
    other: () => Promise<unknown>,
  ) {
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db.transaction().execute(async (inside) => {
      await sql`select from group_members where group_id = ${group_id} and user_id = ${who.id} for update`.execute(
        inside,
      )
      held.resolve()
      await go.promise
    })
    await held.promise
    const call = first()
    await waitingForLocks(world, 1)
    await other()
    go.resolve()
    await Promise.all([holding, call])
  }

  test('before a change that had begun earlier gets the mail', async () => {
    const network = await world.privateNetwork({ members: [ana, ben] })
    const { id } = await world.event({ by: ana, group_id: network.id })
    const change = () => edit(id, { location: 'Elsewhere' })
    // at least one other attendee is needed
    await overtaken(network.id, ana, change, () => attend(ben, id))
    await work()
    expect(await mailsAbout(id)).toEqual([[ben.email, 'the place.']])
  })

  test('after a change, although he had begun earlier, gets no mail about it', async () => {
    const cyd = await world.member()
    const network = await world.privateNetwork({ members: [ana, ben, cyd] })
    const { id } = await world.event({ by: ana, group_id: network.id })
    await attend(cyd, id)
    await overtaken(
      network.id,
      ben,
      () => attend(ben, id),
      () => edit(id, { location: 'Elsewhere' }),
    )
    await work()
    expect(await mailsAbout(id)).toEqual([[cyd.email, 'the place.']])
  })
})

describe('59: a notice whose mail cannot be written', () => {
  test('does not stop others, is retried at growing intervals, and is given up in the end', async () => {
    const [bad, good] = [await world.event({ by: ana, title: 'Nightshade' }), await world.event({ by: ana })]
    for (const { id } of [bad, good]) await attend(ben, id)
    await poison('Nightshade')
    await edit(bad.id, { location: 'Elsewhere' })
    await edit(good.id, { location: 'Elsewhere' })
    await expect(work()).rejects.toThrow('poisoned')
    expect(await mailsAbout(good.id)).toHaveLength(1)
    expect(await noticesOf(bad.id)).toEqual([{ sequence: 1, attempts: 1 }])
    // it is not retried at once
    await work()
    expect(await noticesOf(bad.id)).toEqual([{ sequence: 1, attempts: 1 }])
    const waits: number[] = []
    for (let attempt = 2; attempt <= 10; attempt++) {
      await sql`update event_notices set due_at = now() - interval '1 millisecond'`.execute(db)
      await expect(work()).rejects.toThrow('poisoned')
      const { rows } = await sql<{ minutes: number }>`
        select (extract(epoch from due_at - now()) / 60)::int as minutes from event_notices`.execute(db)
      waits.push(rows[0]!.minutes)
    }
    expect(waits).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 1024])
    await sql`update event_notices set due_at = now() - interval '1 millisecond'`.execute(db)
    await work()
    expect(await noticesOf(bad.id)).toEqual([{ sequence: 1, attempts: 10 }])
    await sql`delete from event_notices`.execute(db)
  })

  test('delays the other notices of its event only once, and is sent when that is possible', async () => {
    const { id } = await world.event({ by: ana, title: 'Hemlock' })
    await attend(ben, id)
    await poison('Hemlock')
    await edit(id, { location: 'Elsewhere' })
    await edit(id, { event_date: daysAhead(9) })
    await expect(work()).rejects.toThrow('poisoned')
    await edit(id, { title: 'Parsley' })
    await gathered()
    await work()
    expect(await mailsAbout(id)).toEqual([[ben.email, 'the title.']])
    await sql`update event_notices set due_at = now() - interval '1 millisecond'`.execute(db)
    await work()
    expect(await mailsAbout(id)).toHaveLength(3)
    expect(await noticesOf(id)).toEqual([])
  })
})

test('a suspended member gets no mail, the other attendees do; after the suspension he gets mails again', async () => {
  const rude = await world.member()
  const network = await world.privateNetwork({ members: [ana, ben, rude] })
  const { id } = await world.event({ by: ana, group_id: network.id })
  for (const who of [ben, rude]) await attend(who, id)
  const stand = (reason: string | null) =>
    sql`update profiles_private set suspended_reason = ${reason}, suspended_at = case when ${reason}::text is not null then now() end
      where id = ${rude.id}`.execute(db)
  await stand('He was rude.')
  await edit(id, { location: 'The cellar' })
  await work()
  expect(await mailsAbout(id)).toEqual([[ben.email, 'the place.']])
  await stand(null)
  await edit(id, { title: 'Cards' })
  await gathered()
  await work()
  expect((await mailsAbout(id)).filter(([to]) => to === rude.email)).toEqual([[rude.email, 'the title.']])
})

test('59: they have a lower priority than mails about accounts, and use one worker at most', async () => {
  const { id } = await world.event({ by: ana })
  await attend(ben, id)
  await edit(id, { location: 'Elsewhere' })
  await edit(id, { location: 'Here again' })
  await work()
  const notice = { kind: 'x', subject: 'X', paragraphs: [], link: { path: '/', label: 'X' }, reason: 'X' }
  await addNotice({ db }, { member: ben.id, notice, source: null })
  const { rows } = await sql<{ task: string; queue: string | null; priority: number }>`
    select distinct j.task_identifier as task, j.queue_name as queue, j.priority from graphile_worker.jobs j
    order by 1`.execute(db)
  expect(rows).toEqual([
    { task: 'mail', queue: null, priority: 10 },
    { task: 'tell_attendees', queue: 'tell_attendees', priority: 10 },
  ])
  const to = { kind: 'note', to: 'x@example.org', subject: 'X', paragraphs: [], reason: 'X' }
  await addJob(db, 'mail', to)
  const { rows: first } = await sql<{ priority: number }>`
    select priority from graphile_worker.jobs order by priority, id limit 1`.execute(db)
  expect(first[0]!.priority).toBe(0)
})
