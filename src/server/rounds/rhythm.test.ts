/** The rhythm of a pod is changed and ended: who reads of it, what it needs, and when the next round comes. */
import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { DB } from '#db/types.ts'
import { unreadRooms } from '#server/chat/chat.ts'
import { setRhythm, turnRounds } from '#server/rounds/rounds.ts'
import { atTime, closeRound, giveRhythm, openRound, passTime } from '#test/rounds.ts'
import { departs, sentMails } from '#test/sent-mails.ts'
import { makeWorld, type Person, refusal, type Subject } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
// a new reader begins with the facts that are written from now on
await world.readFacts()
const member = (name: string) => world.member({ name })
const [ana, ben, cal] = (await Promise.all(['ana', 'ben', 'cal'].map(member))) as [Person, Person, Person]
const SUNDAY = { weekday: 7, time: '20:00', time_zone: 'UTC', weeks: 2, season_rounds: 8 } as const
const of = (who: Person) => world.as(who).rounds

async function podOf(members = [ana, ben, cal]): Promise<Subject> {
  const pod = await world.pod({ members, capacity: 12 })
  await giveRhythm(world, pod)
  return pod
}
const messagesOf = async ({ id }: Subject, who = ana) =>
  (await world.as(who).chat.listMessages({ room: 'pod', room_id: id })).items
/** "rounds-ending: ben asked to end the rounds." for each line */
const linesOf = async (pod: Subject, who = ana) =>
  (await messagesOf(pod, who)).map(({ note, content }) => `${note?.kind}: ${note?.by?.display_name ?? '-'} ${content}`)
const changed = (pod: Subject, by: Person, rhythm = {}) => of(by).setRhythm({ pod_id: pod.id, ...SUNDAY, ...rhythm })
const asks = (pod: Subject, by: Person) => of(by).endRhythm({ pod_id: pod.id })
const keeps = (pod: Subject, by: Person) => of(by).keepRhythm({ pod_id: pod.id })

async function mailsTo(who: Person) {
  await world.readFacts()
  const { rows } = await sql<{ payload: { kind: string; subject: string; paragraphs: string[] } }>`
    select payload from graphile_worker._private_jobs where payload ->> 'to' = ${who.email}
      and payload ->> 'kind' in ('rhythm-changed', 'rounds-ending', 'rounds-kept', 'rounds-ended') order by id`.execute(
    db,
  )
  return rows.map(({ payload }) => payload)
}

// another test would otherwise open what this one has left, and send its mails
afterEach(async () => {
  await world.readFacts()
  await sql`delete from rhythms`.execute(db)
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

describe('the zone of a rhythm', () => {
  test('is stored under the name in use, and another name of it is no change', async () => {
    const pod = await podOf()
    expect((await changed(pod, ana, { time_zone: '+05:30' })).rhythm).toMatchObject({ time_zone: 'Asia/Kolkata' })
    const { length } = await linesOf(pod)
    for (const time_zone of ['Asia/Calcutta', 'asia/kolkata', 'IST'])
      expect((await changed(pod, ben, { time_zone })).rhythm).toMatchObject({ time_zone: 'Asia/Kolkata' })
    expect(await linesOf(pod)).toHaveLength(length)
  })
  test('may be an offset that no zone has: day and time are stored in UTC', async () => {
    const { rhythm } = await changed(await podOf(), ana, { time_zone: '-03:30', time: '22:00' })
    expect(rhythm).toMatchObject({ weekday: 1, time: '01:30', time_zone: 'UTC' })
    expect(rhythm!.next_at.toISOString()).toMatch(/T01:30:00/)
  })
})

describe('a change of the rhythm', () => {
  test('of the hour or the length of the season leaves the date of the next round as it is', async () => {
    const pod = await podOf()
    const first = { weekday: ((new Date(Date.now() + 4 * 86_400_000).getUTCDay() + 6) % 7) + 1, weeks: 4 as const }
    await sql`delete from rhythms where pod_id = ${pod.id}`.execute(db)
    const { open, rhythm } = await changed(pod, ana, { ...first, opens_now: true })
    expect(open).not.toBeNull()
    for (const more of [{ time: '20:30' }, { time: '20:30', season_rounds: 6 }]) {
      const { rhythm: next } = await changed(pod, ben, { ...first, ...more })
      expect(next!.next_at.toISOString().slice(0, 10)).toBe(rhythm!.next_at.toISOString().slice(0, 10))
    }
  })

  test('is none if the first round is opened with the rhythm that the pod has: no line, and no mail about it', async () => {
    const pod = await podOf()
    await sql`delete from rhythms where pod_id = ${pod.id}`.execute(db)
    await changed(pod, ana)
    expect((await changed(pod, ana, { opens_now: true })).open).not.toBeNull()
    expect(await messagesOf(pod)).toEqual([])
    expect(await mailsTo(ben)).toEqual([])
  })

  test('is a line in the conversation, with the name of the man and the words apart', async () => {
    const pod = await podOf()
    await changed(pod, ben)
    expect(await messagesOf(pod)).toMatchObject([
      {
        ...{ user: null, round_id: null, content: 'moved the rounds to Sunday 20:00, every two weeks.' },
        note: { kind: 'rhythm-changed', by: { id: ben.id } },
      },
    ])
    await changed(pod, ben)
    expect(await messagesOf(pod)).toHaveLength(1)
    await changed(pod, ana, { weeks: 4 })
    await changed(pod, ana, { weeks: 4, season_rounds: 6 })
    await changed(pod, ana, { weeks: 4, season_rounds: 6, time_zone: 'America/New_York' })
    expect((await messagesOf(pod)).slice(1).map(({ content }) => content)).toEqual([
      'changed the rounds to every four weeks.',
      'changed the season to 6 rounds.',
      'moved the rounds to Sunday 20:00 (America/New York).',
    ])
  })

  test('is not told of the first rhythm of a pod', async () => {
    const pod = await world.pod({ members: [ana, ben] })
    await changed(pod, ben)
    expect([await messagesOf(pod), await mailsTo(ana)]).toEqual([[], []])
  })

  test('is mailed to those who hear of the rounds, also on the site only, but not to the man himself', async () => {
    const [one, site, off, paused] = (await world.members(4)) as [Person, Person, Person, Person]
    const pod = await podOf([ben, one, site, off, paused])
    await of(site).setReminders({ pod_id: pod.id, reminders: 'notice' })
    await of(off).setReminders({ pod_id: pod.id, reminders: 'off' })
    await of(paused).setPause({ pod_id: pod.id, reason: 'ill' })
    await changed(pod, ben)
    for (const who of [one, site]) {
      const [mail, ...more] = await mailsTo(who)
      expect(more).toEqual([])
      expect(mail).toMatchObject({ kind: 'rhythm-changed', subject: 'The rounds of your pod have changed' })
      const words = mail!.paragraphs.join(' ')
      for (const part of ['Ben has changed', pod.name, 'Sunday 20:00 (UTC)', 'every two weeks', 'next round opens on'])
        expect(words).toContain(part)
    }
    for (const who of [ben, off, paused]) expect(await mailsTo(who)).toEqual([])
  })

  test('names no man whom the reader has blocked, and none who has left meanwhile', async () => {
    const [gone, reader] = [await member('gone'), await member('reader')]
    const pod = await podOf([ana, ben, gone, reader])
    await world.as(reader).blocks.blockMember({ user_id: ben.id })
    await changed(pod, ben)
    expect((await mailsTo(reader))[0]!.paragraphs[0]).toMatch(/^A member has changed/)
    await changed(pod, gone, { weekday: 1 })
    expect((await mailsTo(ana)).at(-1)!.paragraphs[0]).toMatch(/^Gone has changed/)
    await departs(world, gone)
    const mails = await sentMails(world)
    expect(JSON.stringify(mails.filter(({ kind }) => kind === 'rhythm-changed'))).not.toContain('Gone')
  })

  test('is not a message of the man: nobody deletes or reports the line, and it is no sign that he wrote', async () => {
    const pod = await podOf()
    await changed(pod, ben)
    const [{ id } = { id: '' }] = await messagesOf(pod)
    for (const who of [ana, ben])
      expect(await refusal(world.as(who).chat.deleteMessage({ room: 'pod', room_id: pod.id, id }))).toMatchObject({
        code: 'NOT_AUTHOR',
      })
    const report = world.as(ana).reports.reportThing({ kind: 'message', id, reason: 'unkind' })
    expect(await refusal(report)).toMatchObject({ code: 'NOTHING_TO_REPORT' })
    const { rows } = await sql<{ at: Date | null }>`select last_pod_message(${pod.id}, ${ben.id}) as at`.execute(db)
    expect(rows).toEqual([{ at: null }])
  })

  test('is unread for the others, as a recap is, and not for the man himself', async () => {
    const pod = await podOf()
    await changed(pod, ben)
    const unreadIn = async (who: Person) =>
      (await unreadRooms(world.ctx(who), 20)).rooms.find(({ id }) => id === pod.id)?.unread ?? 0
    expect([await unreadIn(ana), await unreadIn(cal), await unreadIn(ben)]).toEqual([1, 1, 0])
  })
})

describe('the rounds end', () => {
  test('when a second man wants it too; the first one only asks', async () => {
    const pod = await podOf()
    const { rhythm, ending } = await asks(pod, ben)
    expect(rhythm).not.toBeNull()
    expect(ending).toMatchObject({ by: 'Ben', is_own: true })
    expect((ending!.until.getTime() - Date.now()) / 3_600_000).toBeCloseTo(72, 0)
    await asks(pod, ben)
    expect((await of(ana).getRounds({ pod_id: pod.id })).ending).toMatchObject({ by: 'Ben', is_own: false })
    expect(await linesOf(pod)).toEqual(['rounds-ending: Ben asked to end the rounds.'])
    expect((await asks(pod, cal)).rhythm).toBeNull()
    expect(await linesOf(pod)).toEqual([
      'rounds-ending: Ben asked to end the rounds.',
      'rounds-ended: Cal agreed, and the rounds have ended.',
    ])
    expect((await of(ben).getRounds({ pod_id: pod.id })).ending).toBeNull()
  })

  test('is asked of all by mail, with the day', async () => {
    const pod = await podOf()
    await asks(pod, ben)
    expect(await mailsTo(ben)).toEqual([])
    for (const who of [ana, cal]) {
      const [mail] = await mailsTo(who)
      expect(mail).toMatchObject({ kind: 'rounds-ending', subject: 'The rounds of your pod may end' })
      expect(mail!.paragraphs[0]).toMatch(/^Ben has asked to end .+ unless one of you says otherwise\.$/)
      expect(mail!.paragraphs[0]).toContain(pod.name)
    }
    await keeps(pod, ana)
    expect((await sentMails(world)).filter(({ kind }) => kind === 'rounds-ending')).toEqual([])
  })

  test('or go on, and the others read by mail what came of it, each once, and not the man who did it', async () => {
    const pod = await podOf()
    const lastTo = async (who: Person) => (await mailsTo(who)).at(-1)?.paragraphs[0]
    const countTo = async (who: Person) => (await mailsTo(who)).length
    await asks(pod, ben)
    expect(await countTo(ana)).toBe(1)
    await keeps(pod, ana)
    const kept = `Ana would rather go on with the rounds of your pod "${pod.name}". They go on.`
    expect([await lastTo(ben), await lastTo(cal), await countTo(ana)]).toEqual([kept, kept, 1])
    await asks(pod, cal)
    await keeps(pod, cal)
    expect(await lastTo(ana)).toBe(`Cal has taken back that the rounds of your pod "${pod.name}" end. They go on.`)
    await asks(pod, cal)
    await asks(pod, ben)
    const ended = `The rounds of your pod "${pod.name}" have ended. Ben wanted that, too.`
    expect([await lastTo(ana), await lastTo(cal)]).toEqual([ended, ended])
    expect(await lastTo(ben)).not.toBe(ended)
    // a mail that waits while they begin again is not sent
    await changed(pod, ana)
    expect((await sentMails(world)).filter(({ kind }) => kind === 'rounds-ended')).toEqual([])
  })

  test('or go on: the mail says what happened then, also after other asks, and by “A member” if his account is gone', async () => {
    const gone = await world.member({ name: 'gone' })
    const pod = await podOf([ana, ben, cal, gone])
    await asks(pod, ben)
    await keeps(pod, gone)
    await asks(pod, cal)
    await keeps(pod, cal)
    await sql`delete from profiles where id = ${gone.id}`.execute(db)
    const words = (await mailsTo(ana)).map(({ paragraphs }) => paragraphs[0])
    // one batch of facts, so the mails have no order
    expect(words.sort()).toEqual([
      `A member would rather go on with the rounds of your pod "${pod.name}". They go on.`,
      `Cal has taken back that the rounds of your pod "${pod.name}" end. They go on.`,
    ])
  })

  test('by one man if nobody else has a say: the newcomers read that he wanted it, and not that others did', async () => {
    const pod = await podOf([ana])
    await openRound(world, pod)
    await world.as(ben).pods.joinPod({ id: pod.id })
    await asks(pod, ana)
    expect((await mailsTo(ben)).at(-1)?.paragraphs[0]).toBe(
      `The rounds of your pod "${pod.name}" have ended. Ana wanted that.`,
    )
  })

  test('not if the man who asked leaves: those who were mailed read that nobody asks any more', async () => {
    const pod = await podOf()
    await asks(pod, ben)
    expect(await mailsTo(ana)).toHaveLength(1)
    await world.as(ben).pods.leavePod({ id: pod.id })
    expect((await mailsTo(ana)).at(-1)?.paragraphs[0]).toBe(
      `Nobody asks to end the rounds of your pod "${pod.name}" any more. They go on.`,
    )
  })

  test('after three days: the others read by mail that nobody objected', async () => {
    const pod = await podOf()
    await asks(pod, ben)
    await passTime(world, pod, 3)
    await turnRounds(db)
    for (const who of [ana, ben, cal])
      expect((await mailsTo(who)).at(-1)?.paragraphs[0]).toBe(
        `The rounds of your pod "${pod.name}" have ended. Three days had passed, and nobody objected.`,
      )
  })

  test('after three days without an objection, once, however many processes look', async () => {
    const pod = await podOf()
    await asks(pod, ben)
    await turnRounds(db)
    expect((await of(ana).getRounds({ pod_id: pod.id })).rhythm).not.toBeNull()
    await passTime(world, pod, 3)
    await Promise.all([turnRounds(db), turnRounds(db), turnRounds(db)])
    expect((await of(ana).getRounds({ pod_id: pod.id })).rhythm).toBeNull()
    expect((await linesOf(pod)).slice(1)).toEqual(['rounds-ended: - The rounds have ended.'])
  })

  test('not if one man objects; the one who asked waits for two weeks, and another one does not', async () => {
    const pod = await podOf()
    await asks(pod, ben)
    expect((await keeps(pod, ana)).ending).toBeNull()
    await keeps(pod, cal)
    expect((await linesOf(pod)).slice(1)).toEqual(['rounds-kept: Ana would rather go on with the rounds.'])
    await passTime(world, pod, 5)
    await turnRounds(db)
    expect((await of(ana).getRounds({ pod_id: pod.id })).rhythm).not.toBeNull()
    expect(await refusal(asks(pod, ben))).toMatchObject({ code: 'ROUNDS_KEPT', status: 409 })
    await passTime(world, pod, 10)
    expect((await asks(pod, ben)).ending).toMatchObject({ is_own: true })
    await keeps(pod, ana)
    expect((await asks(pod, cal)).ending).toMatchObject({ is_own: true })
  })

  test('not if he takes it back, and then he may ask again', async () => {
    const pod = await podOf()
    await asks(pod, ben)
    expect((await keeps(pod, ben)).ending).toBeNull()
    expect((await linesOf(pod)).at(-1)).toBe('rounds-kept: Ben took it back. The rounds go on.')
    expect((await asks(pod, ben)).ending).not.toBeNull()
  })

  test('not for a man who has left the pod, or who has no say any more', async () => {
    const [left, stays] = [await podOf(), await podOf()]
    for (const pod of [left, stays]) await asks(pod, ben)
    await world.as(ben).pods.leavePod({ id: left.id })
    expect((await of(ana).getRounds({ pod_id: left.id })).ending).toBeNull()
    await sql`insert into pod_trials (pod_id, user_id, last_round) values (${stays.id}, ${ben.id}, 9)`.execute(db)
    await passTime(world, stays, 3)
    await turnRounds(db)
    const { rhythm, ending } = await of(ana).getRounds({ pod_id: stays.id })
    expect(rhythm).not.toBeNull()
    expect(ending).toBeNull()
  })

  test('at once if nobody else in the pod has a say', async () => {
    const pod = await podOf([ana])
    await openRound(world, pod)
    await closeRound(world, pod)
    await world.as(ben).pods.joinPod({ id: pod.id })
    for (const call of [asks, keeps]) expect(await refusal(call(pod, ben))).toMatchObject({ code: 'TOO_NEW' })
    expect((await asks(pod, ana)).rhythm).toBeNull()
    expect((await linesOf(pod)).at(-1)).toBe('rounds-ended: Ana ended the rounds.')
  })

  test('without a name for a viewer who has blocked the man who asks', async () => {
    const reader = await member('reader')
    const pod = await podOf([ana, ben, reader])
    await world.as(reader).blocks.blockMember({ user_id: ben.id })
    await asks(pod, ben)
    expect((await of(reader).getRounds({ pod_id: pod.id })).ending).toMatchObject({ by: null, is_own: false })
  })

  test('with the question, when the pod ends', async () => {
    const pod = await podOf()
    await asks(pod, ben)
    await sql`select end_pod(${pod.id})`.execute(db)
    const { rows } = await sql`select from rhythm_endings where pod_id = ${pod.id}`.execute(db)
    expect(rows).toEqual([])
  })

  test('once, or not at all, if members ask, agree and object at the same moment', async () => {
    for (let n = 0; n < 12; n++) {
      const pod = await podOf()
      const calls = [() => asks(pod, ben), () => asks(pod, cal), () => keeps(pod, ana), () => turnRounds(db)]
      await Promise.all(calls.map((_, at) => calls[(at + n) % calls.length]!().catch(() => undefined)))
      const isOver = (await of(ana).getRounds({ pod_id: pod.id })).rhythm === null
      const ends = (await linesOf(pod)).filter((line) => line.startsWith('rounds-ended'))
      expect(ends).toHaveLength(isOver ? 1 : 0)
    }
    expect(world.lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('the next round', () => {
  const row = async (on: Kysely<DB>, { id }: Subject) => {
    const { rows } = await sql<{
      next_on: string
      next: string
      last: string
      earliest: string
    }>`select t.next_on::text, to_char(t.next_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as next,
        (max(r.opens_at) at time zone 'UTC')::date::text as last,
        (greatest(now(), max(r.closes_at) filter (where r.closed_at is null),
          case when is_season_asked(t.pod_id) then t.next_at end) at time zone 'UTC')::timestamp::text as earliest
      from rhythms t left join rounds r on r.pod_id = t.pod_id where t.pod_id = ${id} group by t.pod_id`.execute(on)
    return rows[0]!
  }
  const DAY_MS = 86_400_000
  const later = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
  const isWeekday = (day: string, weekday: number) => new Date(`${day}T00:00Z`).getUTCDay() === weekday % 7
  const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

  /** A pod whose first round opens on Sunday 7 June 2026 at 20:00 UTC, and a session whose clock the test moves. */
  async function fromFirstRound(weeks: number, work: (pod: Subject, on: Kysely<DB>) => Promise<void>): Promise<void> {
    const pod = await world.pod({ members: [ana] })
    await sql`insert into rhythms (pod_id, weekday, local_time, time_zone, weeks, next_on, next_at)
      values (${pod.id}, 7, '20:00', 'UTC', ${weeks}, '2026-06-07', '2026-06-07T20:00Z')`.execute(db)
    await sql`update pod_members set joined_at = '2026-01-01' where pod_id = ${pod.id}`.execute(db)
    await atTime(world, '2026-06-07T20:00Z', async (on) => {
      await turnRounds(on)
      await work(pod, on)
    })
  }
  const clockAt = (on: Kysely<DB>, moment: string) => sql`select set_config('test.now', ${moment}, false)`.execute(on)
  const set = (on: Kysely<DB>, { id }: Subject, rhythm: Partial<Parameters<typeof setRhythm>[1]>) =>
    setRhythm({ ...world.ctx(ana), db: on }, { pod_id: id, ...SUNDAY, weeks: 1, ...rhythm })

  test.each([
    // [the rhythm until now, when it is changed, what it becomes, the next round after that, and the one after it]
    ['a later day of the same week', 1, '06-08', { weekday: 4 }, '2026-06-11 20:00', '2026-06-18'],
    ['a day that comes too early stays on Sunday', 1, '06-08', { weekday: 2 }, '2026-06-14 20:00', '2026-06-23'],
    ['and at the hour that was announced', 1, '06-08', { weekday: 2, time: '08:00' }, '2026-06-14 20:00', '2026-06-23'],
    [
      'or at the later hour of the new rhythm',
      1,
      '06-08',
      { weekday: 2, time: '22:00' },
      '2026-06-14 22:00',
      '2026-06-23',
    ],
    ['the last possible day of four weeks', 4, '06-08', { weekday: 3, weeks: 4 }, '2026-07-01 20:00', '2026-07-29'],
    ['from four weeks to one', 4, '06-08', { weekday: 7, weeks: 1 }, '2026-06-14 20:00', '2026-06-21'],
    ['from one week to four', 1, '06-08', { weekday: 7, weeks: 4 }, '2026-07-05 20:00', '2026-08-02'],
    ['a limit that has passed: the first day', 4, '06-24', { weekday: 5, weeks: 1 }, '2026-06-26 20:00', '2026-07-03'],
    ['and not a later one than it was', 4, '07-04', { weekday: 5, weeks: 1 }, '2026-07-05 20:00', '2026-07-10'],
  ] as const)('%s', async (_name, weeks, day, rhythm, next, then) => {
    await fromFirstRound(weeks, async (pod, on) => {
      await clockAt(on, `2026-${day}T10:00Z`)
      await turnRounds(on)
      await set(on, pod, rhythm)
      expect((await row(on, pod)).next).toBe(next)
      await clockAt(on, `${next.replace(' ', 'T')}Z`)
      await turnRounds(on)
      expect(await row(on, pod)).toMatchObject({ last: next.slice(0, 10), next_on: then })
    })
  })

  test('is not put off by more than a period, whatever is changed and however often', async () => {
    let seed = 20_260_607
    const random = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * most)
    }
    await fromFirstRound(1, async (pod, on) => {
      let clock = Date.parse('2026-06-07T20:00Z')
      for (let n = 0; n < 300; n++) {
        clock += random(40) * 3_600_000
        await clockAt(on, new Date(clock).toISOString())
        await turnRounds(on)
        const weeks = ([1, 2, 4] as const)[random(3)]!
        const wanted = { weekday: 1 + random(7), weeks, time: `${8 + random(14)}:30`.padStart(5, '0') }
        const before = await row(on, pod)
        await set(on, pod, wanted)
        const now = await row(on, pod)
        const what = JSON.stringify({ n, wanted, before, now })
        const limit = later(now.last, 7 * weeks)
        expect(now.next.slice(0, 10), what).toBe(now.next_on)
        if (now.next_on <= limit) continue
        // nothing was possible until then, and it does not come later than it would have come
        expect(now.next_on <= before.next_on, what).toBe(true)
        for (let day = before.earliest.slice(0, 10); day <= limit; day = later(day, 1))
          if (isWeekday(day, wanted.weekday))
            expect(`${day} ${wanted.time}` < before.earliest.slice(0, 16), `${day} was possible: ${what}`).toBe(true)
      }
    })
  })

  test('comes every week, however often one man moves it to the day that has just passed', async () => {
    await fromFirstRound(4, async (pod, on) => {
      for (let day = 1; day <= 100; day++) {
        const today = later('2026-06-07', day)
        // the limit of a rhythm of one week has passed long ago when he begins
        if (day < 20) continue
        await clockAt(on, `${today}T21:00Z`)
        await turnRounds(on)
        const weekday = new Date(`${later(today, -1)}T00:00Z`).getUTCDay() || 7
        await set(on, pod, { weekday, weeks: 1 })
      }
      const { rows } = await sql<{ day: string }>`select (opens_at at time zone 'UTC')::date::text as day from rounds
        where pod_id = ${pod.id} order by number`.execute(on)
      const gaps = rows.slice(1).map(({ day }, at) => daysBetween(rows[at]!.day, day))
      expect(gaps.length).toBeGreaterThan(6)
      // the first was announced for four weeks; a round is open for three days, so a week may become nine days
      expect(gaps[0]).toBeLessThanOrEqual(28)
      expect(Math.max(...gaps.slice(1))).toBeLessThanOrEqual(9)
    })
  })
})
