/** The first steps, through the API. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { GOALS, INTERESTS, ONBOARDING, SAY_FIRST } from '#contract/onboarding-words.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const newcomer = () => world.member({ onboarded: false })
const steps = (person: Person) => world.as(person).onboarding
const SAM = { first_name: 'Sam', last_name: 'Reed', display_name: 'Sam R.' }
const THREE: (typeof INTERESTS)[number][] = ['Travel', 'Cooking', 'Music']

/** Signs a member up and takes him to the step with this index, through the API. */
async function at(step: number): Promise<Person> {
  const person = await newcomer()
  const group = step > 3 && (await world.publicNetwork({ members: [] }))
  if (step > 0) await steps(person).saveProfileStep(SAM)
  if (step > 1) await steps(person).saveInterests({ interests: THREE })
  if (step > 2) await steps(person).saveGoals({ goals: ['Learn new skills'] })
  if (group) await steps(person).joinOfferedGroups({ group_ids: [group.id] })
  if (step > 4) await steps(person).passStep({ step: 'pods' })
  return person
}

const facts = async (person: Person, kind: string) => {
  const { rows } = await sql<{ data: Record<string, string> }>`
    select data from facts where actor_id = ${person.id} and kind = ${kind} order by id`.execute(world.db)
  return rows.map(({ data }) => data)
}

test('all steps: each is stored, the next one is the first unfinished, and completion is published once', async () => {
  const person = await newcomer()
  const network = await world.publicNetwork({ members: [] })
  expect(await steps(person).getOnboarding()).toMatchObject({
    step: 0,
    onboarding_completed: false,
    interests: [],
    goals: [],
  })
  expect(await world.as(person).account.getViewer()).toMatchObject({ onboarding_completed: false })
  const answers = { ...SAM, date_of_birth: '1986-04-30', bio: 'Two girls and a shed.', location: 'Leeds' }
  expect(await steps(person).saveProfileStep(answers)).toMatchObject({ ...answers, step: 1 })
  expect((await steps(person).saveInterests({ interests: THREE })).step).toBe(2)
  expect((await steps(person).saveGoals({ goals: ['Learn new skills'] })).step).toBe(3)
  expect(await steps(person).joinOfferedGroups({ group_ids: [network.id] })).toMatchObject({
    step: 4,
    joined: 1,
    group_count: 1,
    pod_count: 0,
  })
  expect((await steps(person).passStep({ step: 'pods' })).step).toBe(5)
  expect(await facts(person, 'member.onboarded')).toEqual([])
  expect(await steps(person).completeOnboarding()).toMatchObject({ onboarding_completed: true })
  await steps(person).completeOnboarding()
  expect(await facts(person, 'member.onboarded')).toEqual([{ user_id: person.id }])
  expect(await world.as(person).account.getViewer()).toMatchObject({ onboarding_completed: true, bio: answers.bio })
  // another device gets all answers, in the order of the lists
  expect(await steps(person).getOnboarding()).toMatchObject({
    ...answers,
    interests: ['Cooking', 'Travel', 'Music'],
    step: 5,
  })
})

test('two devices that finish at the same time complete the steps once', async () => {
  const person = await at(5)
  await Promise.all(Array.from({ length: 6 }, () => steps(person).completeOnboarding()))
  expect(await facts(person, 'member.onboarded')).toHaveLength(1)
})

describe('the order of the steps', () => {
  test('refuses a step before the earlier ones and stores nothing of it', async () => {
    const network = await world.publicNetwork({ members: [] })
    const pod = await world.pod({ members: [await world.member()] })
    const too = { code: 'STEP_TOO_EARLY', status: 409 }
    for (let step = 0; step < 5; step++) {
      const person = await at(step)
      const calls = [
        () => steps(person).saveInterests({ interests: [...INTERESTS] }),
        () => steps(person).saveGoals({ goals: [...GOALS] }),
        () => steps(person).joinOfferedGroups({ group_ids: [network.id] }),
        () => steps(person).joinPods({ pod_ids: [pod.id] }),
        () => steps(person).completeOnboarding(),
      ].slice(step)
      const before = await steps(person).getOnboarding()
      for (const call of calls) expect(await refusal(call())).toMatchObject(too)
      if (step < 3) expect(await refusal(steps(person).passStep({ step: 'groups' }))).toMatchObject(too)
      if (step < 4) expect(await refusal(steps(person).passStep({ step: 'pods' }))).toMatchObject(too)
      expect(await steps(person).getOnboarding()).toEqual(before)
    }
  })

  test('accepts an earlier step again, changes only its answers, and does not move the member back', async () => {
    const person = await at(5)
    expect((await steps(person).saveInterests({ interests: ['Gaming', 'Music', 'Reading'] })).step).toBe(5)
    const after = await steps(person).saveProfileStep({ ...SAM, display_name: 'Sammy' })
    expect(after).toMatchObject({
      step: 5,
      display_name: 'Sammy',
      interests: ['Music', 'Reading', 'Gaming'],
      goals: ['Learn new skills'],
    })
  })
})

describe('the profile', () => {
  test.each(['first_name', 'last_name', 'display_name'])('%s is required', async (field) => {
    const person = await newcomer()
    for (const blank of ['', '   ', '\u200b\u2800']) {
      const answer = await refusal(steps(person).saveProfileStep({ ...SAM, [field]: blank }))
      expect(answer).toMatchObject({
        code: 'INVALID',
        message: SAY_FIRST.incomplete,
        data: { fields: { [field]: SAY_FIRST.incomplete } },
      })
    }
    expect(await steps(person).getOnboarding()).toMatchObject({ step: 0, first_name: null })
  })

  test('a field that is not sent stays; null and blank empty it', async () => {
    const person = await newcomer()
    await steps(person).saveProfileStep({ ...SAM, date_of_birth: '1990-02-28', bio: 'Hello', location: 'Hull' })
    expect(await steps(person).saveProfileStep(SAM)).toMatchObject({
      date_of_birth: '1990-02-28',
      bio: 'Hello',
      location: 'Hull',
    })
    const emptied = await steps(person).saveProfileStep({ ...SAM, date_of_birth: null, bio: ' ', location: '' })
    expect(emptied).toMatchObject({ date_of_birth: null, bio: null, location: null })
  })

  test('lengths are counted in code points', async () => {
    const person = await newcomer()
    const whole = {
      first_name: '👨'.repeat(80),
      last_name: 'ß'.repeat(80),
      display_name: '👍'.repeat(80),
      bio: '👨'.repeat(500),
      location: 'é'.repeat(120),
    }
    expect(await steps(person).saveProfileStep(whole)).toMatchObject(whole)
    for (const [field, words] of Object.entries(whole)) {
      const answer = await refusal(steps(person).saveProfileStep({ ...whole, [field]: `${words}x` }))
      expect(answer, field).toMatchObject({
        code: 'INVALID',
        data: { fields: { [field]: expect.stringContaining('characters') } },
      })
    }
  })

  test('a date of birth is a past day since 1900; a refused one stores nothing of the step', async () => {
    const person = await newcomer()
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    for (const date_of_birth of ['1899-12-31', tomorrow, '1990-02-30', '30.4.1986', '0000-00-00', '9999-12-31', '']) {
      const answer = await refusal(steps(person).saveProfileStep({ ...SAM, date_of_birth }))
      expect(answer, date_of_birth).toMatchObject({
        code: 'INVALID',
        data: { fields: { date_of_birth: SAY_FIRST.born } },
      })
    }
    expect(await steps(person).getOnboarding()).toMatchObject({ step: 0, first_name: null, date_of_birth: null })
    expect(await steps(person).saveProfileStep({ ...SAM, date_of_birth: '1900-01-01' })).toMatchObject({
      date_of_birth: '1900-01-01',
    })
  })

  test('a name is one line: line breaks and direction marks are removed, other invisible characters are refused', async () => {
    const person = await newcomer()
    for (const [name, kept] of [
      ['Sam\nBcc: all', 'Sam Bcc: all'],
      ['Sam\u202eevil', 'Samevil'],
      ['a\0b', 'ab'],
    ])
      expect(await steps(person).saveProfileStep({ ...SAM, display_name: name! })).toMatchObject({ display_name: kept })
    expect(await refusal(steps(person).saveProfileStep({ ...SAM, display_name: 'a\u200bb' }))).toMatchObject({
      code: 'INVALID',
    })
  })

  test('other members do not see first name, last name and date of birth', async () => {
    const person = await newcomer()
    await steps(person).saveProfileStep({
      ...SAM,
      first_name: 'Canaryfirst',
      last_name: 'Canarylast',
      date_of_birth: '1981-11-21',
    })
    const seen = JSON.stringify(await world.as(await world.member()).members.getMember({ username: person.username }))
    expect(seen).toContain(SAM.display_name)
    for (const secret of ['Canaryfirst', 'Canarylast', '1981']) expect(seen).not.toContain(secret)
  })
})

describe('interests and goals', () => {
  test('are at least three of the twelve and one of the six, and no other words', async () => {
    const person = await at(2)
    const interests = (words: string[]) => refusal(steps(person).saveInterests({ interests: words as never }))
    expect(await interests(['Music', 'Travel'])).toMatchObject({ code: 'INVALID', message: SAY_FIRST.interestsFew })
    expect(await interests(['Music', 'Music', 'Music'])).toMatchObject({
      code: 'INVALID',
      message: SAY_FIRST.interestsFew,
    })
    expect(await interests(['Music', 'Travel', 'Golf'])).toMatchObject({ code: 'INVALID' })
    expect(await refusal(steps(person).saveGoals({ goals: [] }))).toMatchObject({
      code: 'INVALID',
      message: SAY_FIRST.goalsFew,
    })
    expect(await refusal(steps(person).saveGoals({ goals: ['Win'] as never }))).toMatchObject({ code: 'INVALID' })
  })

  test('have one row per word, also if sent six times at the same time', async () => {
    const person = await at(3)
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        Promise.all([
          steps(person).saveInterests({ interests: n % 2 ? THREE : ['Music', 'Gaming', 'Reading'] }),
          steps(person).saveGoals({ goals: n % 2 ? ['Learn new skills'] : ['Mentor other fathers'] }),
        ]),
      ),
    )
    const { interests, goals } = await steps(person).getOnboarding()
    expect([
      ['Cooking', 'Travel', 'Music'],
      ['Music', 'Reading', 'Gaming'],
    ]).toContainEqual(interests)
    expect(goals).toHaveLength(1)
  })

  test('are the same words in the database', async () => {
    const { id } = await newcomer()
    const insert = (table: string, column: string, word: string) =>
      sql`insert into ${sql.table(table)} (user_id, ${sql.ref(column)}) values (${id}, ${word})`.execute(world.db)
    for (const word of INTERESTS) await insert('user_interests', 'interest_name', word)
    for (const word of GOALS) await insert('user_goals', 'goal_name', word)
    await expect(insert('user_interests', 'interest_name', 'Golf')).rejects.toMatchObject({ code: '23514' })
    await expect(insert('user_goals', 'goal_name', 'Win')).rejects.toMatchObject({ code: '23514' })
    for (const change of [
      'onboarding_step = 6',
      'date_of_birth = current_date + 1',
      "date_of_birth = '1899-12-31'",
      "first_name = ' '",
    ])
      await expect(
        sql`update profiles_private set ${sql.raw(change)} where id = ${id}`.execute(world.db),
      ).rejects.toMatchObject({ code: '23514' })
  })
})

describe('communities', () => {
  test('the ten largest public, approved networks are offered', async () => {
    const people = await world.members(3)
    const large = await Promise.all(Array.from({ length: 12 }, () => world.publicNetwork({ members: people })))
    const shut = await world.privateNetwork({ members: people })
    const pending = await world.publicNetwork({ members: people })
    await sql`update groups set status = 'pending' where id = ${pending.id}`.execute(world.db)
    const offered = await steps(await at(3)).listOfferedGroups()
    expect(offered).toHaveLength(ONBOARDING.groups.offered)
    expect(offered.every(({ member_count, joined }) => member_count === 3 && !joined)).toBe(true)
    expect(Object.keys(offered[0]!)).toEqual(['id', 'name', 'description', 'member_count', 'joined'])
    const ids = offered.map(({ id }) => id)
    expect(ids).not.toContain(shut.id)
    expect(ids).not.toContain(pending.id)
    expect(large.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })

  test('a network is joined once as a member, with the same fact and live event as a normal join', async () => {
    const person = await at(3)
    const groups = await Promise.all([world.publicNetwork({ members: [] }), world.publicNetwork({ members: [] })])
    const group_ids = groups.map(({ id }) => id)
    await Promise.all(Array.from({ length: 4 }, () => steps(person).joinOfferedGroups({ group_ids })))
    const rows = await world.db
      .selectFrom('group_members')
      .select(['group_id', 'role'])
      .where('user_id', '=', person.id)
      .execute()
    expect(rows.map(({ group_id }) => group_id).sort()).toEqual([...group_ids].sort())
    expect(rows.every(({ role }) => role === 'member')).toBe(true)
    expect((await facts(person, 'group.joined')).map(({ group_id }) => group_id).sort()).toEqual([...group_ids].sort())
    expect(world.notified).toContain(`group:${group_ids[0]}`)
  })

  test('a network that became private is skipped; if none is left the response reports it and the step stays', async () => {
    const person = await at(3)
    const [open, shut] = [await world.publicNetwork({ members: [] }), await world.privateNetwork({ members: [] })]
    expect(await refusal(steps(person).joinOfferedGroups({ group_ids: [shut.id] }))).toMatchObject({
      code: 'GROUPS_GONE',
      status: 409,
    })
    expect((await steps(person).getOnboarding()).step).toBe(3)
    expect(await steps(person).joinOfferedGroups({ group_ids: [shut.id, open.id] })).toMatchObject({
      joined: 1,
      group_count: 1,
      step: 4,
    })
    expect(await refusal(steps(person).joinOfferedGroups({ group_ids: [] }))).toMatchObject({
      message: SAY_FIRST.groupsFew,
    })
  })

  test('a member continues if no network could be offered', async () => {
    const person = await at(3)
    expect((await steps(person).passStep({ step: 'groups' })).step).toBe(4)
  })
})

describe('pods', () => {
  const ids = async (person: Person) => (await steps(person).listOfferedPods()).map(({ id }) => id)

  test('public pods with fewer than six members and a free seat are offered', async () => {
    const six = await world.members(6)
    const offered = [
      await world.pod({ members: six.slice(0, 5), capacity: 6 }),
      await world.pod({ members: six.slice(0, 5), capacity: 12 }),
      await world.pod({ members: [six[0]!], capacity: 2 }),
    ]
    const others = [
      await world.pod({ members: six, capacity: 12 }),
      await world.pod({ members: six.slice(0, 4), capacity: 4 }),
      await world.pod({ members: [six[0]!], is_private: true }),
      await world.pod({ members: [six[0]!] }),
    ]
    await sql`update pods set status = 'deleted' where id = ${others[3]!.id}`.execute(world.db)
    const found = await ids(await at(4))
    expect(found).toEqual(expect.arrayContaining(offered.map(({ id }) => id)))
    for (const { id } of others) expect(found).not.toContain(id)
  })

  test('at most twenty pods are offered', async () => {
    const one = await world.member()
    await Promise.all(Array.from({ length: 25 }, () => world.pod({ members: [one] })))
    const offered = await steps(await at(4)).listOfferedPods()
    expect(offered).toHaveLength(20)
    expect(Object.keys(offered[0]!)).toEqual(['id', 'name', 'description', 'current_members', 'capacity', 'joined'])
  })

  test('a pod can be created with any name; it has six seats and the member is its creator and first member', async () => {
    const person = await at(4)
    const pod = await steps(person).createFirstPod({ name: ' Ä ', description: 'Two of us so far.' })
    expect(pod).toMatchObject({
      name: 'Ä',
      description: 'Two of us so far.',
      current_members: 1,
      capacity: 6,
      joined: true,
    })
    const row = await world.db.selectFrom('pods').selectAll().where('id', '=', pod.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'active', creator_id: person.id, capacity: 6, is_private: false })
    expect((await steps(person).listOfferedPods())[0]).toEqual(pod)
    const blank = await refusal(steps(person).createFirstPod({ name: '   ' }))
    expect(blank).toMatchObject({ code: 'INVALID', message: SAY_FIRST.podNameBlank })
    expect(await refusal(steps(await at(4)).createFirstPod({ name: 'ä' }))).toMatchObject({ code: 'NAME_TAKEN' })
  })

  test('a repeated request creates one pod', async () => {
    const person = await at(4)
    const sent = { id: crypto.randomUUID(), name: 'Bench talk' }
    const made = await Promise.all([steps(person).createFirstPod(sent), steps(person).createFirstPod(sent)])
    expect(made[0]).toEqual(made[1])
    expect(await facts(person, 'pod.created')).toHaveLength(1)
  })

  test('four pods are refused, and none is joined', async () => {
    const person = await at(4)
    const one = await world.member()
    const pods = await Promise.all(Array.from({ length: 4 }, () => world.pod({ members: [one] })))
    const answer = await refusal(steps(person).joinPods({ pod_ids: pods.map(({ id }) => id) }))
    expect(answer).toMatchObject({ code: 'INVALID', message: SAY_FIRST.podsMany })
    expect(await facts(person, 'pod.joined')).toEqual([])
  })

  test('pods that the member is in already count; a pod that is sent twice counts once', async () => {
    const person = await at(4)
    const one = await world.member()
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => world.pod({ members: [one] })))
    const own = await steps(person).createFirstPod({ name: 'Night watch' })
    const answer = await refusal(steps(person).joinPods({ pod_ids: [first!.id, second!.id, third!.id] }))
    expect(answer).toMatchObject({ code: 'TOO_MANY_PODS', message: SAY_FIRST.podsMany })
    expect(await steps(person).joinPods({ pod_ids: [own.id, first!.id, second!.id] })).toMatchObject({
      joined: 3,
      pod_count: 3,
    })
    expect(await steps(person).joinPods({ pod_ids: [first!.id, second!.id] })).toMatchObject({ joined: 2 })
    expect(await refusal(steps(person).joinPods({ pod_ids: [third!.id] }))).toMatchObject({ code: 'TOO_MANY_PODS' })
  })

  test('a pod is joined once as a member, with fact and live event; a full pod is skipped', async () => {
    const person = await at(4)
    const two = await world.members(2)
    const [free, full] = [await world.pod({ members: [two[0]!] }), await world.pod({ members: two, capacity: 2 })]
    expect(await refusal(steps(person).joinPods({ pod_ids: [full.id] }))).toMatchObject({
      code: 'PODS_GONE',
      status: 409,
    })
    expect(await steps(person).joinPods({ pod_ids: [free.id, full.id] })).toMatchObject({ joined: 1, step: 5 })
    expect(await steps(person).joinPods({ pod_ids: [free.id] })).toMatchObject({ joined: 1 })
    const rows = await world.db
      .selectFrom('pod_members')
      .select(['pod_id', 'role', 'is_active'])
      .where('user_id', '=', person.id)
      .execute()
    expect(rows).toEqual([{ pod_id: free.id, role: 'member', is_active: true }])
    expect(await facts(person, 'pod.joined')).toEqual([{ pod_id: free.id }])
    expect(world.notified).toContain(`pod:${free.id}`)
  })
})

test('11: a member who has not finished the steps can use every operation', async () => {
  const person = await newcomer()
  const post = await world.post({ by: person })
  await world.comment({ by: person, on: post })
  expect((await world.as(person).pods.listPods({})).page).toBe(1)
})

test('the welcome card shows for seven days by the database’s clock, until it is dismissed', async () => {
  const person = await world.member()
  const shows = async () => (await world.as(person).account.getViewer())!.shows_welcome
  const turn = (interval: string) =>
    sql`update profiles set created_at = now() - ${interval}::interval where id = ${person.id}`.execute(world.db)
  expect(await shows()).toBe(true)
  await turn('7 days')
  expect(await shows()).toBe(false)
  await turn('6 days 23 hours 59 minutes')
  expect(await shows()).toBe(true)
  expect(await steps(person).putWelcomeAway()).toEqual({ shows_welcome: false })
  expect(await shows()).toBe(false)
})
