/** The door of a pod, through the contract: looking, places, invitations, and two rounds on trial. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { turnRounds } from '#server/rounds/rounds.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { makeWorld, type Person, refusal, type Subject, waitingForLocks } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const of = (who: Person | null) => world.as(who).seekers
const LOOKS = { stages: ['baby' as const], time_zone: 'UTC', weeks: 1 as const, aims: ['health' as const] }

/** A pod in UTC, weekly, with open places for fathers of babies. */
async function openPod(members: Person[], { places = 2, capacity = 6, is_private = false } = {}): Promise<Subject> {
  const pod = await world.pod({ members, capacity, is_private })
  await giveRhythm(world, pod)
  await of(members[0]!).openDoor({ pod_id: pod.id, places, stages: ['baby'], aims: ['health'] })
  return pod
}
const seeker = async (more: Partial<Parameters<ReturnType<typeof of>['lookForPod']>[0]> = {}) => {
  const man = await world.member()
  await of(man).lookForPod({ ...LOOKS, ...more })
  return man
}
const namesIn = (list: { user: { id: string } }[]) => list.map(({ user }) => user.id)
/** Only the men of one test: other tests have left men in line. */
const candidatesFor = async (viewer: Person, pod: Subject, men: Person[]) =>
  namesIn((await of(viewer).getDoor({ pod_id: pod.id })).candidates).filter((id) => men.some((man) => man.id === id))
const invitationOf = async (man: Person, pod: Subject) =>
  (await of(man).getOwnSearch()).invitations.find((one) => one.pod.id === pod.id)!
async function comeIn(man: Person, pod: Subject, by: Person) {
  await of(by).inviteSeeker({ pod_id: pod.id, member_id: man.id })
  const { id } = await invitationOf(man, pod)
  return of(man).answerInvitation({ id, answer: 'accept' })
}
const isIn = async (man: Person, pod: Subject) => (await world.as(man).pods.getPod({ slug: pod.slug })).is_member

describe('looking for a pod', () => {
  test('is said, changed with the place in line kept, and withdrawn', async () => {
    const man = await seeker()
    const { seeker: first } = await of(man).getOwnSearch()
    expect(first).toMatchObject(LOOKS)
    const changed = await of(man).lookForPod({ ...LOOKS, stages: ['baby', 'baby', 'grown'], weeks: 2 })
    expect(changed.seeker).toEqual({ ...first, stages: ['baby', 'grown'], weeks: 2 })
    expect(await of(man).stopLooking()).toEqual({ seeker: null, invitations: [], trials: [], pods: [] })
  })
  test.each([
    ['CET', 'Europe/Brussels'],
    ['+05:30', 'Asia/Kolkata'],
    ['-03:30', 'Etc/GMT+3'],
    ['-13:00', 'UTC'],
  ])('has the zone %s stored as %s', async (time_zone, stored) => {
    const man = await world.member()
    const { seeker: search } = await of(man).lookForPod({ ...LOOKS, time_zone })
    expect(search).toMatchObject({ time_zone: stored })
    await of(man).stopLooking()
  })
  test('needs a stage, one or two aims, and a zone that exists', async () => {
    const man = await world.member()
    for (const wrong of [
      { stages: [] },
      { aims: [] },
      { aims: ['health', 'work', 'sober'] as never },
      { time_zone: 'Mars/Olympus' },
      { weeks: 3 as never },
    ])
      expect(await refusal(of(man).lookForPod({ ...LOOKS, ...wrong }))).toMatchObject({ code: 'INVALID', status: 400 })
  })
  test('ends sixty days after the last visit, and a visit keeps it', async () => {
    const [ana, man] = [await world.member(), await seeker()]
    const pod = await openPod([ana])
    await sql`update seekers set seen_at = now() - interval '61 days' where user_id = ${man.id}`.execute(db)
    expect(await candidatesFor(ana, pod, [man])).toEqual([])
    await of(man).getOwnSearch()
    expect(await candidatesFor(ana, pod, [man])).toEqual([man.id])
  })
})

describe('the door', () => {
  test('is asked for in a small pod with a rhythm, once a season', async () => {
    const [ana, ben] = [await world.member(), await world.member()]
    const pod = await world.pod({ members: [ana, ben] })
    expect(await of(ana).getDoor({ pod_id: pod.id })).toMatchObject({ can_open: false, asks: false, opening: null })
    const early = of(ana).openDoor({ pod_id: pod.id, places: 1 })
    expect(await refusal(early)).toMatchObject({ code: 'NO_RHYTHM', status: 409 })
    await giveRhythm(world, pod)
    expect(await of(ana).getDoor({ pod_id: pod.id })).toMatchObject({ can_open: true, asks: true, seats: 4 })
    expect(await of(ben).closeDoor({ pod_id: pod.id })).toMatchObject({ can_open: true, asks: false })
    await sql`update rhythms set season = season + 1 where pod_id = ${pod.id}`.execute(db)
    expect(await of(ana).getDoor({ pod_id: pod.id })).toMatchObject({ asks: true })
    expect((await of(ben).openDoor({ pod_id: pod.id, places: 2 })).opening).toMatchObject({ places: 2, taken: 0 })
    expect((await of(ana).openDoor({ pod_id: pod.id, places: 3, aims: ['work'] })).opening).toMatchObject({ places: 3 })
  })
  test('opens at most as many places as there are seats, and none in a full pod', async () => {
    const men = await world.members(3)
    const pod = await world.pod({ members: men.slice(0, 2), capacity: 3 })
    await giveRhythm(world, pod)
    const tooMany = of(men[0]!).openDoor({ pod_id: pod.id, places: 2 })
    expect(await refusal(tooMany)).toMatchObject({ code: 'INVALID', data: { fields: { places: expect.any(String) } } })
    await world.as(men[2]!).pods.joinPod({ id: pod.id })
    expect(await refusal(of(men[0]!).openDoor({ pod_id: pod.id, places: 1 }))).toMatchObject({ code: 'POD_FULL' })
  })
  test('is opened and changed by many members at once, and none waits for a connection that another one needs', async () => {
    const men = await world.members(11)
    const pod = await world.pod({ members: men, capacity: 12 })
    await giveRhythm(world, pod)
    const open = (who: Person) => world.as(who, { limits: 'real' }).seekers.openDoor({ pod_id: pod.id, places: 1 })
    await Promise.all([...men, ...men].map(open))
    expect((await of(men[0]!).getDoor({ pod_id: pod.id })).opening).toMatchObject({ places: 1 })
    // a member changes what the door says only a few times a day: each change shows other men
    const [man] = men as [Person]
    for (let nth = 0; nth < 4; nth++) await open(man)
    expect(await refusal(open(man))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(
      (
        await refusal(
          world.as(await world.member(), { limits: 'real' }).seekers.openDoor({ pod_id: pod.id, places: 1 }),
        )
      ).code,
    ).toBe('POD_NOT_FOUND')
  })
  test('of a private pod is its creator’s, until he is not in it any more or is suspended', async () => {
    const [ana, ben, cal] = (await world.members(3)) as [Person, Person, Person]
    const man = await seeker()
    const pod = await openPod([ana, ben, cal], { is_private: true })
    const [here, him] = [{ pod_id: pod.id }, { pod_id: pod.id, member_id: man.id }]
    for (const call of [
      () => of(ben).openDoor({ ...here, places: 1 }),
      () => of(ben).closeDoor(here),
      () => of(ben).inviteSeeker(him),
      () => of(ben).passOver(him),
    ])
      expect(await refusal(call())).toMatchObject({
        ...{ code: 'NOT_CREATOR', status: 403 },
        message: 'In a private pod its creator invites.',
      })
    const denied = { may_decide: false, only_creator: true, can_open: false, asks: false, candidates: [] }
    expect(await of(ben).getDoor(here)).toMatchObject(denied)
    expect(await of(ana).getDoor(here)).toMatchObject({ may_decide: true, only_creator: false, can_open: true })
    await sql`update profiles_private set suspended_at = now(), suspended_reason = 'Spam.' where id = ${ana.id}`.execute(
      db,
    )
    expect(await of(ben).getDoor(here)).toMatchObject({ may_decide: true, only_creator: false })
    await sql`update profiles_private set suspended_at = null, suspended_reason = null where id = ${ana.id}`.execute(db)
    await world.as(ana).pods.handOverPod({ id: pod.id, to: ben.id })
    expect(await of(ben).inviteSeeker(him)).toMatchObject({ may_decide: true })
    expect(await of(cal).getDoor(here)).toMatchObject(denied)
    await of(man).stopLooking()
  })
  test('does not exist for anyone outside of the pod', async () => {
    const [ana, eve, man] = [await world.member(), await world.member(), await seeker()]
    const pod = await openPod([ana])
    const [here, him] = [{ pod_id: pod.id }, { pod_id: pod.id, member_id: man.id }]
    for (const outside of [eve, man])
      for (const call of [
        () => of(outside).getDoor(here),
        () => of(outside).openDoor({ ...here, places: 1 }),
        () => of(outside).closeDoor(here),
        () => of(outside).inviteSeeker(him),
        () => of(outside).passOver(him),
        () => of(outside).sayFit({ ...him, fits: false }),
      ])
        expect(await refusal(call())).toMatchObject({ code: 'POD_NOT_FOUND', status: 404 })
  })
})

describe('candidates', () => {
  test('are ordered by fit, then by the time that they have waited', async () => {
    const ana = await world.member()
    const best = await seeker()
    const later = await seeker()
    const otherRhythm = await seeker({ weeks: 4 })
    const farOff = await seeker({ time_zone: 'Asia/Kolkata', weeks: 4 })
    const tooFar = await seeker({ time_zone: 'Asia/Tokyo' })
    const otherStage = await seeker({ stages: ['teenager'] })
    await sql`update seekers set since = now() - interval '3 days' where user_id = ${best.id}`.execute(db)
    const pod = await openPod([ana])
    const men = [farOff, otherRhythm, later, best, tooFar, otherStage]
    expect(await candidatesFor(ana, pod, men)).toEqual([best.id, later.id, otherRhythm.id, farOff.id])
    const { candidates } = await of(ana).getDoor({ pod_id: pod.id })
    expect(candidates.find(({ user }) => user.id === farOff.id)).toMatchObject({ hours_apart: 5.5 })
    expect((await of(best).getOwnSearch()).pods.map(({ id }) => id)).toContain(pod.id)
    expect((await of(tooFar).getOwnSearch()).pods.map(({ id }) => id)).not.toContain(pod.id)
    expect((await of(otherStage).getOwnSearch()).pods.map(({ id }) => id)).not.toContain(pod.id)
  })
  test('are not men who are blocked in either direction, taken out, suspended, on trial or in the pod', async () => {
    const [ana, ben] = [await world.member(), await world.member()]
    const [blocker, blocked, out, suspended, free] = [
      await seeker(),
      await seeker(),
      await seeker(),
      await seeker(),
      await seeker(),
    ]
    const pod = await openPod([ana, ben])
    await of(ben).lookForPod(LOOKS)
    await world.as(blocker).blocks.blockMember({ user_id: ben.id })
    await world.as(ben).blocks.blockMember({ user_id: blocked.id })
    await sql`insert into pod_exclusions (pod_id, user_id) values (${pod.id}, ${out.id})`.execute(db)
    await sql`update profiles_private set suspended_at = now(), suspended_reason = 'Spam.' where id = ${suspended.id}`.execute(
      db,
    )
    const men = [ben, blocker, blocked, out, suspended, free]
    expect(await candidatesFor(ana, pod, men)).toEqual([free.id])
    for (const man of [ben, blocker, blocked, out, suspended])
      expect(await refusal(of(ana).inviteSeeker({ pod_id: pod.id, member_id: man.id }))).toMatchObject({
        code: 'CANDIDATE_NOT_FOUND',
        status: 404,
      })
    expect((await of(blocker).getOwnSearch()).pods.map(({ id }) => id)).not.toContain(pod.id)
    await comeIn(free, pod, ana)
    const other = await openPod([await world.member()])
    expect(await refusal(of(ana).inviteSeeker({ pod_id: pod.id, member_id: free.id }))).toMatchObject({ status: 404 })
    expect((await of(free).getOwnSearch()).pods.map(({ id }) => id)).toContain(other.id)
  })
  test('who are passed over are no longer listed and cannot notice it', async () => {
    const [ana, man] = [await world.member(), await seeker()]
    const pod = await openPod([ana])
    const before = await of(man).getOwnSearch()
    await of(ana).passOver({ pod_id: pod.id, member_id: man.id })
    await of(ana).passOver({ pod_id: pod.id, member_id: man.id })
    expect(await candidatesFor(ana, pod, [man])).toEqual([])
    expect(await of(man).getOwnSearch()).toEqual(before)
  })
})

describe('an invitation', () => {
  test('is accepted on trial for two rounds, also to a private pod, and takes a place', async () => {
    const [ana, man] = [await world.member(), await seeker()]
    const pod = await openPod([ana], { places: 1, is_private: true })
    await world.as(man).pods.requestToJoinPod({ id: pod.id })
    const { slug } = await comeIn(man, pod, ana)
    expect(slug).toBe(pod.slug)
    expect((await world.as(ana).pods.listPodRequests({ pod_id: pod.id })).items).toEqual([])
    const door = await of(ana).getDoor({ pod_id: pod.id })
    // the pod was asked in this season
    expect(door).toMatchObject({ can_open: true, asks: false, opening: null, invited: [], candidates: [] })
    expect(door.trials).toMatchObject([{ user: { id: man.id }, rounds_left: 2, is_own: false, fits: true }])
    expect((await of(man).getOwnSearch()).trials).toEqual([
      { pod: { id: pod.id, name: expect.any(String), slug: pod.slug }, rounds_left: 2 },
    ])
  })
  test('does not bring back a member who has left, and accepting it twice is once', async () => {
    const [ana, man] = [await world.member(), await seeker()]
    const pod = await openPod([ana])
    await of(ana).inviteSeeker({ pod_id: pod.id, member_id: man.id })
    const { id } = await invitationOf(man, pod)
    const accept = () => of(man).answerInvitation({ id, answer: 'accept' })
    expect(await accept()).toEqual(await accept())
    await world.as(man).pods.leavePod({ id: pod.id })
    expect(await refusal(accept())).toMatchObject({ code: 'INVITATION_NOT_FOUND', status: 404 })
    expect(await isIn(man, pod)).toBe(false)
  })
  test('that is declined, lapsed, withdrawn or not answered is the same to the pod', async () => {
    const ana = await world.member()
    const men = [await seeker(), await seeker(), await seeker(), await seeker()]
    const [declines, stops, elsewhere, silent] = men as [Person, Person, Person, Person]
    const pod = await openPod([ana])
    for (const man of men) await of(ana).inviteSeeker({ pod_id: pod.id, member_id: man.id })
    const said = async () => JSON.stringify(await of(ana).getDoor({ pod_id: pod.id }))
    const before = await said()
    const { id } = await invitationOf(declines, pod)
    await of(declines).answerInvitation({ id, answer: 'decline' })
    await of(declines).answerInvitation({ id, answer: 'decline' })
    await of(stops).stopLooking()
    const other = await openPod([await world.member()])
    await sql`insert into pod_invitations (pod_id, user_id, state) values (${other.id}, ${elsewhere.id}, 'sent')`.execute(
      db,
    )
    await of(elsewhere).answerInvitation({ id: (await invitationOf(elsewhere, other)).id, answer: 'accept' })
    expect(await said()).toBe(before)
    expect(namesIn(JSON.parse(before).invited)).toEqual(men.map((man) => man.id))
    // the same answer for each, as for one who has not answered
    for (const man of men)
      expect(JSON.stringify(await of(ana).inviteSeeker({ pod_id: pod.id, member_id: man.id }))).toBe(before)
    await sql`update pod_invitations set expires_at = now() - interval '1 millisecond' where pod_id = ${pod.id}`.execute(
      db,
    )
    expect(await of(ana).getDoor({ pod_id: pod.id })).toMatchObject({ invited: [] })
    expect(await candidatesFor(ana, pod, men)).toEqual([])
    expect((await of(silent).getOwnSearch()).invitations).toEqual([])
    for (const man of men)
      expect(await refusal(of(ana).inviteSeeker({ pod_id: pod.id, member_id: man.id }))).toMatchObject({ status: 404 })
  })
  test('is one of at most six that a pod has on their way, whatever was answered', async () => {
    const ana = await world.member()
    const pod = await openPod([ana])
    const men: Person[] = []
    for (let nth = 0; nth < 7; nth++) men.push(await seeker())
    for (const man of men.slice(0, 6)) await of(ana).inviteSeeker({ pod_id: pod.id, member_id: man.id })
    await of(men[0]!).answerInvitation({ id: (await invitationOf(men[0]!, pod)).id, answer: 'decline' })
    const further = () => of(ana).inviteSeeker({ pod_id: pod.id, member_id: men[6]!.id })
    expect(await refusal(further())).toMatchObject({ code: 'ENOUGH_INVITATIONS', status: 409 })
    await sql`update pod_invitations set expires_at = now() - interval '1 second' where user_id = ${men[1]!.id}`.execute(
      db,
    )
    expect(namesIn((await further()).invited)).toContain(men[6]!.id)
  })
  test('is offered no longer by a pod that changes its zone: other men fit, and opening again counts', async () => {
    const [ana, man] = [await world.member(), await seeker()]
    const pod = await openPod([ana])
    const rhythm = { pod_id: pod.id, weekday: 1, time: '12:00', weeks: 1, season_rounds: 8 } as const
    await world.as(ana).rounds.setRhythm({ ...rhythm, time_zone: 'UTC' })
    expect(namesIn((await of(ana).getDoor({ pod_id: pod.id })).candidates)).toContain(man.id)
    await world.as(ana).rounds.setRhythm({ ...rhythm, time_zone: 'Asia/Tokyo' })
    expect(await of(ana).getDoor({ pod_id: pod.id })).toMatchObject({ opening: null, candidates: [] })
  })
  test('is not offered by a closed door, and cannot be accepted then', async () => {
    const [ana, man] = [await world.member(), await seeker()]
    const pod = await openPod([ana])
    await of(ana).inviteSeeker({ pod_id: pod.id, member_id: man.id })
    const { id } = await invitationOf(man, pod)
    await of(ana).closeDoor({ pod_id: pod.id })
    expect((await of(man).getOwnSearch()).invitations).toEqual([])
    expect(await refusal(of(man).answerInvitation({ id, answer: 'accept' }))).toMatchObject({ code: 'PLACE_TAKEN' })
    const other = await seeker()
    const late = of(ana).inviteSeeker({ pod_id: pod.id, member_id: other.id })
    expect(await refusal(late)).toMatchObject({ code: 'DOOR_CLOSED', status: 409 })
  })
  test('is known to the invited man alone', async () => {
    const [ana, man, eve] = [await world.member(), await seeker(), await seeker()]
    const pod = await openPod([ana])
    await of(ana).inviteSeeker({ pod_id: pod.id, member_id: man.id })
    const { id } = await invitationOf(man, pod)
    expect((await of(eve).getOwnSearch()).invitations).toEqual([])
    for (const other of [eve, ana])
      expect(await refusal(of(other).answerInvitation({ id, answer: 'accept' }))).toMatchObject({
        code: 'INVITATION_NOT_FOUND',
        status: 404,
      })
    expect(await isIn(man, pod)).toBe(false)
  })
  test('comes as a mail, and not after it was answered', async () => {
    const mails = async (man: Person) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from graphile_worker._private_jobs
        where payload ->> 'kind' = 'pod-invitation' and payload ->> 'to' = ${man.email}`.execute(db)
      return rows[0]!.n
    }
    const [ana, prompt, slow] = [await world.member(), await seeker(), await seeker()]
    const pod = await openPod([ana])
    await comeIn(prompt, pod, ana)
    await of(ana).inviteSeeker({ pod_id: pod.id, member_id: slow.id })
    await world.readFacts()
    expect([await mails(prompt), await mails(slow)]).toEqual([0, 1])
  })
  test('finds the last place taken, and the man keeps his place in line', async () => {
    const ana = await world.member()
    const [first, second] = [await seeker(), await seeker()]
    const pod = await openPod([ana], { places: 1 })
    for (const man of [first, second]) await of(ana).inviteSeeker({ pod_id: pod.id, member_id: man.id })
    const ids = [(await invitationOf(first, pod)).id, (await invitationOf(second, pod)).id]
    const ends = await Promise.allSettled(
      [first, second].map((man, nth) => of(man).answerInvitation({ id: ids[nth]!, answer: 'accept' })),
    )
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'PLACE_TAKEN' } })
    const { rows } = await sql`select places, taken from pod_openings where pod_id = ${pod.id}`.execute(db)
    expect(rows).toEqual([{ places: 1, taken: 1 }])
    expect([(await of(first).getOwnSearch()).seeker, (await of(second).getOwnSearch()).seeker]).not.toContain(null)
  })
  test('accepted from two pods at the same time, it brings the man into one', async () => {
    const [ana, ben] = [await world.member(), await world.member()]
    const man = await seeker()
    const pods = [await openPod([ana]), await openPod([ben])]
    await Promise.all([
      of(ana).inviteSeeker({ pod_id: pods[0]!.id, member_id: man.id }),
      of(ben).inviteSeeker({ pod_id: pods[1]!.id, member_id: man.id }),
    ])
    const ids = [(await invitationOf(man, pods[0]!)).id, (await invitationOf(man, pods[1]!)).id]
    const ends = await Promise.allSettled(ids.map((id) => of(man).answerInvitation({ id, answer: 'accept' })))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await of(man).getOwnSearch()).trials).toHaveLength(1)
  })
  test.each(['block', 'accept'] as const)('and a block at the same time: the %s comes first', async (first) => {
    const [ana, man] = [await world.member(), await seeker()]
    const pod = await openPod([ana])
    await of(ana).inviteSeeker({ pod_id: pod.id, member_id: man.id })
    const { id } = await invitationOf(man, pod)
    const calls = {
      block: (): Promise<unknown> => world.as(ana).blocks.blockMember({ user_id: man.id }),
      accept: (): Promise<unknown> => of(man).answerInvitation({ id, answer: 'accept' }),
    }
    // both wait for the man, in this order
    const ends: Promise<PromiseSettledResult<unknown>[]>[] = []
    await db.transaction().execute(async (trx) => {
      await sql`select lock_pod_entry(${man.id}::uuid)`.execute(trx)
      for (const name of [first, first === 'block' ? 'accept' : 'block'] as const) {
        ends.push(Promise.allSettled([calls[name]()]))
        await waitingForLocks(world, ends.length)
      }
    })
    const [one, other] = (await Promise.all(ends)).flat()
    expect(one).toMatchObject({ status: 'fulfilled' })
    expect(other).toMatchObject(
      first === 'block' ? { status: 'rejected', reason: { code: 'PLACE_TAKEN' } } : { status: 'fulfilled' },
    )
    expect(await isIn(man, pod)).toBe(first === 'accept')
    expect((await of(man).getOwnSearch()).invitations).toEqual([])
  })
})

describe('a trial', () => {
  const turn = async (pod: Subject) => {
    await openRound(world, pod)
    await closeRound(world, pod)
  }
  async function onTrial(others: number) {
    const men = await world.members(others)
    const man = await seeker()
    await sql`update seekers set since = now() - interval '10 days' where user_id = ${man.id}`.execute(db)
    const pod = await openPod(men)
    await comeIn(man, pod, men[0]!)
    return { men, man, pod }
  }
  test('ends after two rounds with a place, unless more than half of the others say otherwise', async () => {
    const { men, man, pod } = await onTrial(4)
    for (const by of men.slice(0, 2)) await of(by).sayFit({ pod_id: pod.id, member_id: man.id, fits: false })
    await turn(pod)
    expect((await of(man).getOwnSearch()).trials).toMatchObject([{ rounds_left: 1 }])
    await turn(pod)
    expect(await isIn(man, pod)).toBe(true)
    expect(await of(man).getOwnSearch()).toEqual({ seeker: null, invitations: [], trials: [], pods: [] })
    const { rows } = await sql`select count(*)::int as n from trial_doubts where user_id = ${man.id}`.execute(db)
    expect(rows).toEqual([{ n: 0 }])
  })
  test('does not end because the man on trial changes or stops the rounds', async () => {
    const { men, man, pod } = await onTrial(3)
    const rhythm = { pod_id: pod.id, weekday: 1, time: '12:00', time_zone: 'UTC', weeks: 1, season_rounds: 6 } as const
    const his = () => world.as(man).rounds
    expect((await his().getRounds({ pod_id: pod.id })).own.can_set_rhythm).toBe(false)
    for (const call of [() => his().endRhythm({ pod_id: pod.id }), () => his().setRhythm(rhythm)])
      expect(await refusal(call())).toMatchObject({ code: 'TOO_NEW', status: 409 })
    for (const by of men) await of(by).sayFit({ pod_id: pod.id, member_id: man.id, fits: false })
    await turn(pod)
    await turn(pod)
    // his membership is about to end, and he does not see it: he may do now what a man may who stays
    expect((await his().getRounds({ pod_id: pod.id })).own.can_set_rhythm).toBe(true)
    for (const who of [man, men[0]!]) await world.as(who).rounds.endRhythm({ pod_id: pod.id })
    await sql`update pod_trials set ends_at = now() - interval '1 millisecond' where pod_id = ${pod.id}`.execute(db)
    await turnRounds(db)
    expect(await isIn(man, pod)).toBe(false)
  })
  test('that ends without a place looks to the man like one that ends with a place, until his membership ends', async () => {
    const [stays, goes] = [await onTrial(1), await onTrial(1)]
    await of(goes.men[0]!).sayFit({ pod_id: goes.pod.id, member_id: goes.man.id, fits: false })
    for (const { pod } of [stays, goes]) {
      await turn(pod)
      await turn(pod)
    }
    const seen = ({ man }: { man: Person }) => of(man).getOwnSearch()
    expect(await seen(goes)).toEqual(await seen(stays))
    expect(await seen(goes)).toEqual({ seeker: null, invitations: [], trials: [], pods: [] })
    const again = async ({ man }: { man: Person }) => (await of(man).lookForPod({ ...LOOKS, weeks: 4 })).seeker!
    for (const since of [(await again(stays)).since, (await again(goes)).since])
      expect(Date.now() - since.getTime()).toBeLessThan(60_000)
    await sql`update pod_trials set ends_at = now() - interval '1 millisecond' where pod_id = ${goes.pod.id}`.execute(
      db,
    )
    await turnRounds(db)
    // what he looks for now, with his old place in line
    const { seeker: looks } = await seen(goes)
    expect(looks).toMatchObject({ weeks: 4 })
    expect(Date.now() - looks!.since.getTime()).toBeGreaterThan(9 * 86_400_000)
  })
  test('that ends without a place looks to the pod as if he had left; he gets a mail and keeps his place in line', async () => {
    const { men, man, pod } = await onTrial(3)
    const since = (await of(man).getOwnSearch()).seeker!.since
    for (const by of men.slice(0, 2)) await of(by).sayFit({ pod_id: pod.id, member_id: man.id, fits: false })
    await turn(pod)
    expect(await isIn(man, pod)).toBe(true)
    await turn(pod)
    // not at the same moment as the round, and nobody sees that it will be so
    expect(await isIn(man, pod)).toBe(true)
    expect((await of(men[2]!).getDoor({ pod_id: pod.id })).trials).toEqual([])
    expect((await of(man).getOwnSearch()).trials).toEqual([])
    await sql`update pod_trials set ends_at = now() - interval '1 millisecond' where pod_id = ${pod.id} and ends_at > now() + interval '1 hour'`.execute(
      db,
    )
    await Promise.all([turnRounds(db), turnRounds(db)])
    expect(await isIn(man, pod)).toBe(false)
    const door = await of(men[2]!).getDoor({ pod_id: pod.id })
    expect(door).toMatchObject({ trials: [], invited: [] })
    expect(namesIn(door.candidates)).not.toContain(man.id)
    const { rows: told } = await sql`select kind from topic_events
      where topic = ${`pod:${pod.id}`} and subject = ${man.id} order by seq`.execute(db)
    expect(told).toEqual([{ kind: 'pod.joined' }, { kind: 'pod.left' }])
    const search = await of(man).getOwnSearch()
    expect(search).toMatchObject({ seeker: { since }, trials: [] })
    expect(search.pods.map(({ id }) => id)).not.toContain(pod.id)
    await world.readFacts()
    const { rows: mails } = await sql`select 1 from graphile_worker._private_jobs
      where payload ->> 'kind' = 'pod-trial-ended' and payload ->> 'to' = ${man.email}`.execute(db)
    expect(mails).toHaveLength(1)
    // no exclusion
    await world.as(man).pods.joinPod({ id: pod.id })
    expect(await isIn(man, pod)).toBe(true)
  })
  test('an opinion is read by the member who has it, and can be taken back', async () => {
    const { men, man, pod } = await onTrial(2)
    const [ana, ben] = men as [Person, Person]
    const [seenByBen, seenByHim] = [
      await of(ben).getDoor({ pod_id: pod.id }),
      await of(man).getDoor({ pod_id: pod.id }),
    ].map((door) => JSON.stringify(door))
    const said = await of(ana).sayFit({ pod_id: pod.id, member_id: man.id, fits: false })
    expect(said.trials).toMatchObject([{ fits: false }])
    expect(JSON.stringify(await of(ben).getDoor({ pod_id: pod.id }))).toBe(seenByBen)
    expect(JSON.stringify(await of(man).getDoor({ pod_id: pod.id }))).toBe(seenByHim)
    expect((await of(ana).sayFit({ pod_id: pod.id, member_id: man.id, fits: true })).trials).toMatchObject([
      { fits: true },
    ])
    const own = of(man).sayFit({ pod_id: pod.id, member_id: man.id, fits: false })
    expect(await refusal(own)).toMatchObject({ code: 'TRIAL_NOT_FOUND', status: 404 })
  })
  test('begins for a man who joins an open pod by himself, too, and not for one who does not look', async () => {
    const ana = await world.member()
    const [man, friend] = [await seeker(), await world.member()]
    const pod = await openPod([ana], { places: 3 })
    for (const who of [man, friend]) await world.as(who).pods.joinPod({ id: pod.id })
    const door = await of(ana).getDoor({ pod_id: pod.id })
    expect(namesIn(door.trials)).toEqual([man.id])
    expect(door.opening).toMatchObject({ places: 3, taken: 2 })
  })
  test('begins for everyone who joins a public pod after its first round, also without an open door', async () => {
    const men = await world.members(3)
    const pod = await world.pod({ members: men })
    await giveRhythm(world, pod)
    const [early, friend, late] = await world.members(3)
    await world.as(early!).pods.joinPod({ id: pod.id })
    await openRound(world, pod)
    // its first men come by a link while the first round is open
    await world.as(friend!).pods.joinPod({ id: pod.id })
    await closeRound(world, pod)
    await of(men[0]!).closeDoor({ pod_id: pod.id })
    await world.as(late!).pods.joinPod({ id: pod.id })
    const { trials } = await of(men[0]!).getDoor({ pod_id: pod.id })
    expect(trials).toMatchObject([{ user: { id: late!.id }, rounds_left: 2, may_say: true }])
    expect(await of(late!).getOwnSearch()).toMatchObject({ seeker: null, trials: [{ pod: { id: pod.id } }] })
    await turn(pod)
    await turn(pod)
    expect(await isIn(late!, pod)).toBe(true)
    expect((await of(men[0]!).getDoor({ pod_id: pod.id })).trials).toEqual([])
  })
  test('does not begin in a pod without rounds, in a private one, or for a man who had come there before', async () => {
    const [ana, ben, eve] = await world.members(3)
    const [chat, priv, known] = [
      await world.pod({ members: [ana!] }),
      await world.pod({ members: [ana!], is_private: true }),
      await world.pod({ members: [ana!, ben!] }),
    ]
    for (const pod of [priv, known]) await giveRhythm(world, pod)
    await turn(priv)
    const round_id = await openRound(world, known)
    await world.as(ben!).rounds.checkIn({ round_id, outcome: 'kept' })
    await closeRound(world, known)
    await world.as(ben!).pods.leavePod({ id: known.id })
    await world.as(ben!).pods.joinPod({ id: known.id })
    await world.as(eve!).pods.joinPod({ id: chat.id })
    await world.as(eve!).pods.requestToJoinPod({ id: priv.id })
    const [request] = (await world.as(ana!).pods.listPodRequests({ pod_id: priv.id })).items
    await world.as(ana!).pods.decidePodRequest({ id: request!.id, decision: 'approved' })
    for (const pod of [chat, priv, known]) expect((await of(ana!).getDoor({ pod_id: pod.id })).trials).toEqual([])
  })
  test('that ends without a place ends for a man who was not looking, too; he looks for nothing, and reads so', async () => {
    const men = await world.members(3)
    const man = await world.member()
    const pod = await world.pod({ members: men })
    await giveRhythm(world, pod)
    await turn(pod)
    await world.as(man).pods.joinPod({ id: pod.id })
    for (const by of men.slice(0, 2)) await of(by).sayFit({ pod_id: pod.id, member_id: man.id, fits: false })
    const come = async () => {
      const round_id = await openRound(world, pod)
      await world.as(man).rounds.checkIn({ round_id, outcome: 'kept' })
      await closeRound(world, pod)
    }
    await come()
    await come()
    expect(await isIn(man, pod)).toBe(true)
    await sql`update pod_trials set ends_at = now() - interval '1 millisecond' where pod_id = ${pod.id}`.execute(db)
    await turnRounds(db)
    expect(await isIn(man, pod)).toBe(false)
    expect(await of(man).getOwnSearch()).toEqual({ seeker: null, invitations: [], trials: [], pods: [] })
    await world.readFacts()
    const { rows: mails } = await sql<{ words: string }>`select payload ->> 'paragraphs' as words
      from graphile_worker._private_jobs
      where payload ->> 'kind' = 'pod-trial-ended' and payload ->> 'to' = ${man.email}`.execute(db)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.words).not.toContain('place in line')
    // he has come to rounds there, but not beyond his trial
    await world.as(man).pods.joinPod({ id: pod.id })
    expect(namesIn((await of(men[0]!).getDoor({ pod_id: pod.id })).trials)).toEqual([man.id])
  })
  test('ends when he leaves, without a reason, and he keeps his place in line', async () => {
    const { men, man, pod } = await onTrial(2)
    await world.as(man).pods.leavePod({ id: pod.id })
    expect(await of(man).getOwnSearch()).toMatchObject({ seeker: LOOKS, trials: [] })
    expect((await of(men[0]!).getDoor({ pod_id: pod.id })).trials).toEqual([])
  })
})

describe('the figures of the administrators', () => {
  test('count nothing under five pods, then shares and a median', async () => {
    const admin = await world.member()
    await sql`update profiles_private set is_admin = true where id = ${admin.id}`.execute(db)
    await sql`delete from pod_figures`.execute(db)
    await sql`delete from pod_openings`.execute(db)
    const none = { lasting_round_4: null, lasting_round_8: null, waiting_days: null, filled: null }
    const pods = []
    for (let nth = 0; nth < 5; nth++) {
      pods.push(await world.pod({ members: [] }))
      expect(await of(admin).getPodFigures()).toEqual(none)
      await sql`insert into pod_figures (kind, pod_id, amount) values ('round-4', ${pods[nth]!.id}, ${nth}), ('found', ${pods[nth]!.id}, ${nth * 10})`.execute(
        db,
      )
      await sql`insert into pod_openings (pod_id, places, taken, taken_soon, opened_at, closed_at)
        values (${pods[nth]!.id}, 2, 2, ${nth % 2}, now() - interval '40 days', now())`.execute(db)
    }
    expect(await of(admin).getPodFigures()).toEqual({ ...none, lasting_round_4: 0.4, waiting_days: 20, filled: 0.2 })
    expect(await refusal(of(await world.member()).getPodFigures())).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })
  test('a pod counts once with its fourth and its eighth round, and a man when his trial ends with a place', async () => {
    const men = await world.members(3)
    const man = await seeker()
    // the three weeks of his trial move his coming, and not this
    await sql`update seekers set since = now() - interval '33 days 12 hours' where user_id = ${man.id}`.execute(db)
    const pod = await openPod(men)
    for (let number = 1; number <= 8; number++) {
      const round_id = await openRound(world, pod)
      if (number === 3) await comeIn(man, pod, men[0]!)
      for (const who of number === 4 ? men : []) await world.as(who).rounds.checkIn({ round_id, outcome: 'kept' })
      await closeRound(world, pod)
    }
    const { rows } = await sql`select kind, amount from pod_figures where pod_id = ${pod.id} order by id`.execute(db)
    expect(rows).toEqual([
      { kind: 'round-4', amount: 3 },
      { kind: 'found', amount: 12 },
      { kind: 'round-8', amount: 0 },
    ])
  })
})
