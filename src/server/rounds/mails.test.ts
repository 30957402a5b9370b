/** The mails about rounds: to whom, once, and never for a round that has closed. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Mail } from '#server/kernel/jobs/mail.ts'
import { startJobs } from '#server/kernel/jobs/queue.ts'
import { turnRounds } from '#server/rounds/rounds.ts'
import { until } from '#test/client.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'
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
        stop: expect.stringMatching(new RegExp(`^/notices\\?key=[\\w-]+&pod=${pod.id}&kind=check-in$`)),
        stopLabel: 'Stop mails about open check-ins of this pod',
        until: '2099-12-02T01:00:00.000Z',
      })
      expect(mail!.subject).not.toContain(pod.name)
      expect(mail!.paragraphs.join()).toContain('Tuesday 1 December, 20:00 (America/New York, UTC-5)')
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

  test('its host reads in this mail what he does, and gets no second one', async () => {
    const [ana, ben] = [await member('ana'), await member('ben')]
    const pod = await podOf([ana, ben])
    const round_id = await openRound(world, pod)
    const { rows } = await sql<{ host_id: string }>`select host_id from rounds where id = ${round_id}`.execute(db)
    const [host, other] = rows[0]!.host_id === ana.id ? [ana, ben] : [ben, ana]
    const [mail, ...more] = await mailsTo(host)
    expect(more).toEqual([])
    expect(mail!.subject).toContain('yours to host')
    expect(mail!.paragraphs.join()).toContain('put this question to the others')
    expect((await mailsTo(other))[0]!.paragraphs.join()).not.toContain('question')
    for (const who of [ana, ben]) expect(await mailsTo(who, 'round-host')).toEqual([])
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

describe('on the last day of a round', () => {
  const remind = (round_id: string) =>
    sql`update rounds set remind_at = now() - interval '1 millisecond' where id = ${round_id} and remind_at is not null`.execute(
      db,
    )
  test('those who have not checked in are reminded once, with four links that begin the form', async () => {
    const [ana, ben, off] = [await member('ana'), await member('ben'), await member('off')]
    const pod = await podOf([ana, ben, off])
    await of(off).setReminders({ pod_id: pod.id, reminders: 'notice' })
    const round_id = await openRound(world, pod)
    await turnRounds(db)
    expect(await mailsTo(ana, 'check-in-reminder')).toEqual([])
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from closes_at - remind_at)::int / 3600 as hours from rounds where id = ${round_id}`.execute(
      db,
    )
    expect(rows).toEqual([{ hours: 24 }])
    await of(ben).checkIn({ round_id, outcome: 'kept' })
    await remind(round_id)
    await Promise.all([turnRounds(db), turnRounds(db)])
    const [mail, ...more] = await mailsTo(ana, 'check-in-reminder')
    expect(more).toEqual([])
    expect(mail!.choices).toEqual(
      ['kept', 'partly', 'not', 'rough'].map((how) => ({
        url: `/pod/${pod.slug}/rounds?how=${how}#check-in`,
        label: expect.any(String),
      })),
    )
    expect([await mailsTo(ben, 'check-in-reminder'), await mailsTo(off, 'check-in-reminder')]).toEqual([[], []])
    await remind(round_id)
    await turnRounds(db)
    expect(await mailsTo(ana, 'check-in-reminder')).toHaveLength(1)
  })

  test('the reminder says what he took on last time, unless he keeps it to himself', async () => {
    const [ana, ben, cal] = [await member('ana'), await member('ben'), await member('cal')]
    const pod = await podOf([ana, ben, cal])
    const first = await openRound(world, pod)
    const commitment = { cue: 'it is seven', action: 'I call Mum' }
    await of(ana).checkIn({ round_id: first, outcome: 'kept', commitment })
    await of(ben).checkIn({ round_id: first, outcome: 'kept', commitment, private_lines: ['commitment'] })
    await of(cal).checkIn({ round_id: first, outcome: 'kept' })
    await closeRound(world, pod)
    await remind(await openRound(world, pod))
    await turnRounds(db)
    const wordsTo = async (who: Person) => (await mailsTo(who, 'check-in-reminder'))[0]!.paragraphs[0]
    const begins = `The check-in of your pod "${pod.name}" closes in a day.`
    expect(await wordsTo(ana)).toContain(
      `${begins} Last time you said: “If it is seven, then I call Mum” How did it go? Tap an answer`,
    )
    expect(await wordsTo(ben)).toContain(`${begins} How did it go with what you said last time? Tap an answer`)
    expect(await wordsTo(cal)).toContain(`${begins} How did it go? Tap an answer`)
  })

  test('a round that opens late and has a day left reminds nobody', async () => {
    const pod = await podOf([await member('ana')])
    await sql`update rhythms set weekday = extract(isodow from d.day), next_on = d.day, next_at = now() - interval '1 millisecond', local_time = '00:00'
      from (select (now() at time zone 'UTC')::date - 2 as day) d where pod_id = ${pod.id}`.execute(db)
    await turnRounds(db)
    const { rows } = await sql`select remind_at from rounds where pod_id = ${pod.id}`.execute(db)
    expect(rows).toEqual([{ remind_at: null }])
  })
})

describe('who comes back from a pause inside an open round', () => {
  const resultOf = async (pod: { id: string }, who: Person) => {
    const { rows } = await sql<{
      result: string
    }>`select x.result from round_results x join rounds r on r.id = x.round_id
      where r.pod_id = ${pod.id} and x.user_id = ${who.id}`.execute(db)
    return rows.map(({ result }) => result)
  }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const WAYS: [
    string,
    (who: Person, pod: { id: string }) => Promise<unknown>,
    (who: Person, pod: { id: string }) => Promise<unknown>,
  ][] = [
    [
      'early',
      (who, { id }) => of(who).setPause({ pod_id: id, reason: 'ill' }),
      (who, { id }) => of(who).endPause({ pod_id: id }),
    ],
    [
      'on the day that he has chosen',
      (who, { id }) => of(who).setPause({ pod_id: id, reason: 'ill', until: inDays(2) }),
      // not now(), which the column may round to a moment that is still to come
      (who, { id }) =>
        sql`update round_places set paused_until = now() - interval '1 millisecond' where pod_id = ${id} and user_id = ${who.id}`.execute(
          db,
        ),
    ],
    [
      'early from weeks without questions',
      (who, { id }) => of(who).setLeftAlone({ pod_id: id, until: inDays(14) }),
      (who, { id }) => of(who).endLeftAlone({ pod_id: id }),
    ],
    [
      'at the end of weeks without questions',
      (who, { id }) => of(who).setLeftAlone({ pod_id: id, until: inDays(14) }),
      (who, { id }) =>
        sql`update round_places set left_until = now() - interval '1 millisecond' where pod_id = ${id} and user_id = ${who.id}`.execute(
          db,
        ),
    ],
  ]
  test.each(WAYS)('%s: gets the mail that it is open, once, and no round counts', async (_, rest, comeBack) => {
    const [ana, ben] = [await member('ana'), await member('ben')]
    const pod = await podOf([ana, ben])
    await rest(ana, pod)
    await sql`update round_places set paused_at = paused_at - interval '1 hour' where pod_id = ${pod.id}`.execute(db)
    await openRound(world, pod)
    expect(await mailsTo(ana)).toEqual([])
    await comeBack(ana, pod)
    await Promise.all([turnRounds(db), turnRounds(db)])
    expect(await mailsTo(ana)).toHaveLength(1)
    const { own } = await of(ana).getRounds({ pod_id: pod.id })
    expect([own.pause, own.left_alone_until]).toEqual([null, null])
    await closeRound(world, pod)
    expect([await resultOf(pod, ana), await resultOf(pod, ben)]).toEqual([['paused'], ['grace']])
    expect(await mailsTo(ana)).toHaveLength(1)
  })
})

test('who takes a pause inside an open round and ends it has had the mail, and gets no second one', async () => {
  const ana = await member('ana')
  const pod = await podOf([ana])
  await openRound(world, pod)
  expect(await mailsTo(ana)).toHaveLength(1)
  await of(ana).setPause({ pod_id: pod.id, reason: 'ill' })
  await of(ana).endPause({ pod_id: pod.id })
  expect(await mailsTo(ana)).toHaveLength(1)
})

describe('the link at the end of a mail', () => {
  test('stops mails of its kind from its pod, and nothing else; the member can have them again', async () => {
    const [ana, ben] = [await member('ana'), await member('ben')]
    const [pod, other] = [await podOf([ana, ben]), await podOf([ana, ben])]
    await openRound(world, pod)
    const stop = new URL((await mailsTo(ana))[0]!.stop!, 'https://example.org').searchParams
    const link = { key: stop.get('key')!, pod_id: stop.get('pod')!, kind: 'check-in' as const }
    // twice, as a scanner and the member do
    for (let n = 0; n < 2; n++) expect(await world.as(null).rounds.stopPodMails(link)).toEqual({ stopped: 'check-in' })
    expect((await of(ana).getRounds({ pod_id: pod.id })).own.stopped_mails).toEqual(['check-in'])
    await closeRound(world, pod)
    const round_id = await openRound(world, pod)
    await of(ben).checkIn({ round_id, outcome: 'kept' })
    await closeRound(world, pod)
    await openRound(world, other)
    const urls = (mails: Mail[]) => mails.map(({ link }) => link!.url)
    expect(urls(await mailsTo(ana))).toEqual([pod, other].map(({ slug }) => `/pod/${slug}/rounds#check-in`))
    expect(await mailsTo(ana, 'recap')).toHaveLength(1)
    await of(ana).setStoppedMails({ pod_id: pod.id, stopped: [] })
    await openRound(world, pod)
    expect(await mailsTo(ana)).toHaveLength(3)
  })

  test('does nothing with a wrong key, and for a pod in which he is not', async () => {
    const ana = await member('ana')
    const pod = await podOf([ana])
    const [foreign] = [await podOf([await member('ben')])]
    await openRound(world, pod)
    const key = new URL((await mailsTo(ana))[0]!.stop!, 'https://example.org').searchParams.get('key')!
    const stop = (key: string, pod_id: string) => world.as(null).rounds.stopPodMails({ key, pod_id, kind: 'recap' })
    expect(await refusal(stop(randomUUID(), pod.id))).toMatchObject({ status: 404 })
    expect(await stop(key, foreign!.id)).toEqual({ stopped: 'recap' })
    const { rows } = await sql`select from round_places where pod_id = ${foreign!.id} and user_id = ${ana.id}`.execute(
      db,
    )
    expect(rows).toEqual([])
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
  const round = { pod_id: 'a', number: 1, name, slug: 'a b', closes: 'Friday', zone: 'UTC', offset: 0, until: '' }
  const { subject, paragraphs, link } = openedMail(round)
  for (const text of [subject, ...paragraphs]) expect(text).not.toMatch(/[\r\n]/)
  expect(link.path).toBe('/pod/a%20b/rounds#check-in')
})
