import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { administratorOf } from '#test/administrator.ts'
import { storeAnswer } from '#test/stored-answers.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
let [leo, ana] = [] as unknown as [Person, Person]
beforeEach(async () => {
  ;[leo, ana] = (await world.members(2)) as [Person, Person]
})
const questions = (by: Person, after?: string) => world.as(by).assistant.listQuestions({ after })

describe('stored questions', () => {
  test('are shown with each sentence, its quotation, and sources numbered in the order of their use', async () => {
    const category = await world.category('Nights')
    const thread = await world.post({ by: ana, category, title: 'Colic', content: 'Hold on. It ends at twelve weeks.' })
    const comment = await world.comment({ by: leo, on: thread, content: 'Rub his back.' })
    const network = await world.publicNetwork({ members: [ana] })
    const inside = await world.postIn(network, { by: ana, title: 'Dummies', content: 'We took it away.' })
    const id = await storeAnswer(
      world,
      leo,
      [
        'That sounds exhausting.',
        { post: inside, quote: 'We took it away.' },
        { post: thread, comment, quote: 'Rub his back.', text: 'A dad says to rub his back.' },
        { post: thread, quote: 'It ends at twelve weeks.' },
      ],
      'He cries all evening?',
    )
    const [he, she] = [leo, ana].map(({ id, username }) => expect.objectContaining({ id, username }))
    const place = { kind: 'group', name: network.name, slug: network.slug }
    const answer = await world.as(leo).assistant.getQuestion({ id })
    expect(answer).toEqual({
      id,
      question: 'He cries all evening?',
      state: 'answered',
      response: 'That sounds exhausting. We took it away. A dad says to rub his back. It ends at twelve weeks.',
      sentences: [
        { nth: 1, kind: 'own', text: 'That sounds exhausting.', quotation: null, struck: null },
        {
          ...{ nth: 2, kind: 'quotation', text: 'We took it away.', struck: null },
          quotation: {
            ...{ n: 1, text: 'We took it away.', post_id: inside.id, comment_id: null, author: she },
            created_at: expect.any(Date),
          },
        },
        {
          ...{ nth: 3, kind: 'quoted', text: 'A dad says to rub his back.', struck: null },
          quotation: {
            ...{ n: 2, text: 'Rub his back.', post_id: thread.id, comment_id: comment.id, author: he },
            created_at: comment.created_at,
          },
        },
        {
          ...{ nth: 4, kind: 'quotation', text: 'It ends at twelve weeks.', struck: null },
          quotation: {
            ...{ n: 2, text: 'It ends at twelve weeks.', post_id: thread.id, comment_id: null, author: she },
            created_at: thread.created_at,
          },
        },
      ],
      sources: [
        { n: 1, post_id: inside.id, title: 'Dummies', author: she, place, created_at: expect.any(Date) },
        {
          ...{ n: 2, post_id: thread.id, title: 'Colic', author: she, created_at: thread.created_at },
          place: { kind: 'category', name: 'Nights', slug: category.slug },
        },
      ],
      ...{ sourcesFound: 2, with_model: false, care: false, created_at: expect.any(Date) },
    })
    expect((await questions(leo)).items).toEqual([answer])
  })

  test('come in pages, the newest first; failed and pending questions are not shown', async () => {
    const ids: string[] = []
    for (let n = 0; n < 43; n++) ids.push(await storeAnswer(world, leo, []))
    await sql`update assistant_questions q set created_at = now() - make_interval(secs => x.n)
      from unnest(${ids}::uuid[]) with ordinality as x (id, n) where q.id = x.id`.execute(db)
    await sql`update assistant_questions set state = 'failed' where id = ${ids[0]}`.execute(db)
    await sql`update assistant_questions set state = 'asked' where id = ${ids[30]}`.execute(db)
    const seen: string[] = []
    const sizes: number[] = []
    for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
      const page = await questions(leo, after)
      sizes.push(page.items.length)
      seen.push(...page.items.map(({ id }) => id))
      after = page.next ?? undefined
    }
    expect(sizes).toEqual([20, 20, 1])
    expect(seen).toEqual(ids.filter((_, n) => n !== 0 && n !== 30))
    expect(await refusal(world.as(leo).assistant.getQuestion({ id: ids[0]! }))).toMatchObject({ status: 404 })
  })

  test('have no sentence and no source if they were refused', async () => {
    const id = await storeAnswer(world, leo, [])
    expect(await world.as(leo).assistant.getQuestion({ id })).toMatchObject({
      ...{ state: 'refused', response: '', sentences: [], sources: [], sourcesFound: 0 },
    })
  })

  test('can be read and deleted by their member only', async () => {
    const id = await storeAnswer(world, leo, [])
    for (const missing of [id, randomUUID(), 'nonsense']) {
      const refused = { code: 'QUESTION_NOT_FOUND', status: 404, message: 'Question not found' }
      expect(await refusal(world.as(ana).assistant.getQuestion({ id: missing }))).toEqual(refused)
      expect(await refusal(world.as(ana).assistant.deleteQuestion({ id: missing }))).toEqual(refused)
    }
    expect(await world.as(ana).assistant.deleteQuestions()).toEqual({ deleted: 0 })
    expect((await questions(ana)).items).toEqual([])
    expect(await world.as(leo).assistant.deleteQuestion({ id })).toEqual({ id })
    expect(await refusal(world.as(leo).assistant.getQuestion({ id }))).toMatchObject({ status: 404 })
  })

  test('are deleted all at once with their sentences; what was charged stays charged', async () => {
    const post = await world.post({ by: ana })
    const [id] = [
      await storeAnswer(world, leo, [{ post, quote: 'Six hours in a row.' }]),
      await storeAnswer(world, leo, []),
    ]
    const underWay = await storeAnswer(world, leo, [])
    await sql`update assistant_questions set state = 'asked' where id = ${underWay}`.execute(db)
    await sql`insert into assistant_ledger (question_id, member_id, month, state, settled_at)
      values (${id}, ${leo.id}, '2020-02-01', 'charged', now())`.execute(db)
    expect(await world.as(leo).assistant.deleteQuestions()).toEqual({ deleted: 2 })
    const { rows } = await sql`select id from assistant_questions where member_id = ${leo.id}
      union all select question_id from assistant_sentences where asker_id = ${leo.id}`.execute(db)
    expect(rows).toEqual([{ id: underWay }])
    expect((await sql`select from assistant_ledger where question_id = ${id}`.execute(db)).rows).toHaveLength(1)
  })
})

describe('switches', () => {
  const factsOf = async (kind: string, by: Person) =>
    (await db.selectFrom('facts').select('data').where('kind', '=', kind).where('actor_id', '=', by.id).execute()).map(
      ({ data }) => data,
    )

  test('of a member: setting it to its present value records no fact', async () => {
    for (const is_quotable of [true, false, false, true])
      expect(await world.as(leo).assistant.setQuotable({ is_quotable })).toEqual({ is_quotable })
    expect(await factsOf('member.quotable_set', leo)).toEqual([{ is_quotable: false }, { is_quotable: true }])
  })

  test('of a network: only its admins set it and see its state', async () => {
    const network = await world.publicNetwork({ members: [leo, ana] })
    await sql`update group_members set role = 'admin' where group_id = ${network.id} and user_id = ${leo.id}`.execute(
      db,
    )
    const set = (by: Person, group_id = network.id) =>
      world.as(by).assistant.setGroupQuotable({ group_id, is_quotable: false })
    expect(await refusal(set(ana))).toMatchObject({ code: 'NOT_GROUP_ADMIN', status: 403 })
    for (const missing of [randomUUID(), 'nonsense'])
      expect(await refusal(set(leo, missing))).toMatchObject({ code: 'GROUP_NOT_FOUND', status: 404 })
    expect((await world.as(leo).groups.getGroup({ slug: network.slug })).is_quotable).toBe(true)
    expect(await set(leo)).toEqual({ group_id: network.id, is_quotable: false })
    expect((await world.as(leo).groups.getGroup({ slug: network.slug })).is_quotable).toBe(false)
    for (const caller of [ana, null])
      expect(await world.as(caller).groups.getGroup({ slug: network.slug })).not.toHaveProperty('is_quotable')
    await set(leo)
    expect(await factsOf('group.quotable_set', leo)).toEqual([{ group_id: network.id, is_quotable: false }])
  })

  test('of the whole instance: administrators set it, with a line in their log', async () => {
    const admin = await administratorOf(world)
    const { getAssistantSwitch, setAssistantSwitch } = world.as(admin).assistant
    expect(await refusal(world.as(leo).assistant.setAssistantSwitch({ is_on: false }))).toMatchObject({ status: 404 })
    expect(await refusal(world.as(leo).assistant.getAssistantSwitch())).toMatchObject({ status: 404 })
    for (const is_on of [true, false, false]) expect(await setAssistantSwitch({ is_on })).toEqual({ is_on })
    expect(await getAssistantSwitch()).toEqual({
      ...{ is_on: false, tokens: 0, tokens_limit: null, questions: 0 },
      by_meaning: false,
    })
    await setAssistantSwitch({ is_on: true })
    expect(await factsOf('assistant.switched', admin)).toEqual([{ is_on: false }, { is_on: true }])
    await world.readFacts()
    const { items } = await world.as(admin).admin.listActs({})
    expect(items.map(({ what, subject, path }) => [what, subject, path])).toEqual([
      ['assistant.on', null, null],
      ['assistant.off', null, null],
    ])
  })

  test('and the administrators see the costs of the month: tokens, and charged questions', async () => {
    const admin = await administratorOf(world)
    const now = sql`date_trunc('month', now() at time zone 'UTC')::date`
    await sql`insert into assistant_spend (month, tokens) values (${now}, 1234), (${now} - interval '1 month', 99)`.execute(
      db,
    )
    const ids = Array.from({ length: 3 }, () => randomUUID())
    await sql`insert into assistant_ledger (question_id, member_id, month, state)
      select id, ${leo.id}, ${now}, 'reserved' from unnest(${ids}::uuid[]) as x (id)`.execute(db)
    const settle = (id: string, state: string) =>
      sql`update assistant_ledger set state = ${state}, settled_at = now() where question_id = ${id}`.execute(db)
    for (const [n, state] of ['charged', 'charged', 'returned'].entries()) await settle(ids[n]!, state)
    await settle(ids[0]!, 'charged')
    expect(await world.as(admin).assistant.getAssistantSwitch()).toMatchObject({ tokens: 1234, questions: 2 })
  })
})
