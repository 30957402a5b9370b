/** The mails about rounds: to whom, once, and never for a round that has closed. */
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Mail } from '#server/kernel/jobs/mail.ts'
import { startJobs } from '#server/kernel/jobs/queue.ts'
import { until } from '#test/client.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { makeWorld, type Person } from '#test/world.ts'
import { roundJobs } from './jobs.ts'
import { openedMail } from './mails.ts'

const world = await makeWorld()
const { db } = world
// a new reader begins with the facts that are written from now on
await world.readFacts()
const member = (name: string) => world.member({ name })
const of = (who: Person) => world.as(who).rounds

const mailsTo = async (who: Person, kind = 'check-in-open') => {
  await world.readFacts()
  const { rows } = await sql<{ payload: Mail }>`
    select payload from graphile_worker._private_jobs
    where payload ->> 'to' = ${who.email} and payload ->> 'kind' = ${kind} order by id`.execute(db)
  return rows.map(({ payload }) => payload)
}
const podOf = async (members: Person[]) => {
  const pod = await world.pod({ members, capacity: 12 })
  await giveRhythm(world, pod)
  return pod
}

describe('when a round opens', () => {
  test('each member of the pod gets one mail, with its end by the clocks of the pod, and a link to the form', async () => {
    const [ana, ben, out] = [await member('ana'), await member('ben'), await member('out')]
    const pod = await podOf([ana, ben])
    const round_id = await openRound(world, pod)
    await sql`update rhythms set time_zone = 'America/New_York' where pod_id = ${pod.id}`.execute(db)
    await sql`update rounds set closes_at = '2099-12-02T01:00:00Z' where id = ${round_id}`.execute(db)
    for (const who of [ana, ben]) {
      const [mail, ...more] = await mailsTo(who)
      expect(more).toEqual([])
      expect(mail).toMatchObject({
        link: { url: `/pod/${pod.slug}/rounds#check-in` },
        stop: expect.stringContaining('/notices?key='),
        until: '2099-12-02T01:00:00.000Z',
      })
      expect(mail!.subject).toContain(pod.name)
      expect(mail!.paragraphs.join()).toContain('Tuesday 1 December, 20:00 (America/New York)')
    }
    expect(await mailsTo(out)).toEqual([])
    await sql`update rounds set closes_at = now() + interval '1 day' where id = ${round_id}`.execute(db)
    await closeRound(world, pod)
    expect(await mailsTo(ana)).toHaveLength(1)
  })

  test('no mail goes to a member who chose otherwise, is on a pause, has checked in, has left, or may not be mailed', async () => {
    const names = ['notice', 'off', 'paused', 'past', 'came', 'left', 'unverified', 'suspended', 'unwilling']
    const men = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await member(name)] as const)),
    ) as Record<string, Person>
    const pod = await podOf(Object.values(men))
    for (const way of ['notice', 'off'] as const) await of(men[way]!).setReminders({ pod_id: pod.id, reminders: way })
    for (const who of ['paused', 'past']) await of(men[who]!).setPause({ pod_id: pod.id, reason: 'ill' })
    await sql`update round_places set paused_at = now() - interval '2 days', paused_until = now() - interval '1 day'
      where pod_id = ${pod.id} and user_id = ${men.past!.id}`.execute(db)
    await sql`update "user" set "emailVerified" = false where id = ${men.unverified!.id}`.execute(db)
    await sql`update profiles_private set suspended_at = now(), suspended_reason = 'Unkind.' where id = ${men.suspended!.id}`.execute(
      db,
    )
    await world.as(men.unwilling!).members.setNotices({ wanted: false })
    const round_id = await openRound(world, pod)
    await of(men.came!).checkIn({ round_id, outcome: 'kept' })
    await world.as(men.left!).pods.leavePod({ id: pod.id })
    const mailed = []
    for (const [name, who] of Object.entries(men)) if ((await mailsTo(who)).length > 0) mailed.push(name)
    expect(mailed).toEqual(['past'])
  })

  test('a member of two pods gets a mail for each of them', async () => {
    const dan = await member('dan')
    const pods = [await podOf([dan]), await podOf([dan])]
    for (const pod of pods) await openRound(world, pod)
    expect((await mailsTo(dan)).map(({ link }) => link!.url).sort()).toEqual(
      pods.map(({ slug }) => `/pod/${slug}/rounds#check-in`).sort(),
    )
  })

  test('nobody is mailed about a round that has closed before the fact is read', async () => {
    const eve = await member('eve')
    const pod = await podOf([eve])
    await openRound(world, pod)
    await closeRound(world, pod)
    expect(await mailsTo(eve)).toEqual([])
  })
})

test('mails that could not be sent for a day are sent once, and not for a round that has closed meanwhile', async () => {
  const fay = await member('fay')
  const [closed, open] = [await podOf([fay]), await podOf([fay])]
  for (const pod of [closed, open]) await openRound(world, pod)
  expect(await mailsTo(fay)).toHaveLength(2)
  await sql`delete from graphile_worker._private_jobs where payload ->> 'to' <> ${fay.email}`.execute(db)
  const [sent, tried] = [[] as Mail[], [] as Mail[]]
  let isAway = true
  const port = {
    description: 'a mail server that is away',
    async deliver(mail: Mail) {
      tried.push(mail)
      if (isAway) throw new Error('connect ECONNREFUSED')
      sent.push(mail)
    },
  }
  const jobs = startJobs(world.database.pool, port, 'https://example.org', world.log, {
    rooms: [roundJobs({ db })],
    expired: [],
  })
  onTestFinished(() => jobs.stop())
  await until('all have failed, and none is being sent', async () => {
    // no further attempt before the mail server is back: it would be made with the end that the mail has now
    await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 day'
      where locked_at is null and attempts > 0`.execute(db)
    const { rows } =
      await sql`select from graphile_worker._private_jobs where run_at < now() + interval '1 hour'`.execute(db)
    return rows.length === 0
  })
  expect(tried.length).toBeGreaterThanOrEqual(2)
  // a day later the server is back, and one of the two rounds has closed
  isAway = false
  await sql`update graphile_worker._private_jobs set payload = payload::jsonb || jsonb_build_object('until', now() - interval '1 second')
    where payload -> 'link' ->> 'url' like ${`/pod/${closed.slug}/%`}`.execute(db)
  await until(
    'no mail waits',
    async () => {
      await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db)
      // one that is being sent is locked
      const { rows } = await sql`select from graphile_worker._private_jobs`.execute(db)
      return rows.length === 0
    },
    20_000,
  )
  // the host gets one too
  const links = sent.map(({ link }) => link?.url)
  expect(links.filter((url) => url?.endsWith('#check-in'))).toEqual([
    `https://example.org/pod/${open.slug}/rounds#check-in`,
  ])
  expect(sent[0]).not.toHaveProperty('until')
})

test('a name of a pod with line breaks stays on one line', () => {
  const name = 'Owls\r\nBcc: all@example.org'
  const { subject, paragraphs, link } = openedMail({ name, slug: 'a b', closes: 'Friday', zone: 'UTC', until: '' })
  for (const text of [subject, ...paragraphs]) expect(text).not.toMatch(/[\r\n]/)
  expect(link.path).toBe('/pod/a%20b/rounds#check-in')
})
