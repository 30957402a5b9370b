/** Questions and answers through the contract: with a model, without one, refused, at the limit, and retried. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { careOf, mayHint } from '#contract/care-words.ts'
import { collectEvents, makeAnswered, TEETH, UNANSWERED, usedBy } from '#test/assistant-community.ts'
import { firstAndThen, good, makeModelServer, says, saysObjects } from '#test/model.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'
import type { Embeddings } from '../kernel/model/meaning.ts'
import { type Model, makeModel } from '../kernel/model/model.ts'

const world = await makeWorld()
const server = await makeModelServer()
afterAll(() => server.stop())
const ana = await world.member({ name: 'ana' })
const { post, comment, ben, cal } = await makeAnswered(world)

beforeEach(async () => {
  server.calls.length = 0
  server.answer = good
})

const asker = () => world.member({ name: 'asker' })
const withModel = () => ({ model: makeModel(server.config) })
const ask = async (by: Person, question = TEETH) => world.as(by, withModel()).assistant.askAssistant({ question })
const used = async (by: Person) => (await world.as(by).assistant.getAssistant()).queriesUsed

const countOf = (by: Person) => usedBy(world, by)

describe('with a model', () => {
  test('each sentence has a quotation with its author and place, and the reply has the described names', async () => {
    const member = await asker()
    const reply = await ask(member)
    expect(reply).toMatchObject({
      state: 'answered',
      with_model: true,
      queriesUsed: 1,
      queriesLimit: 5,
      sourcesFound: 1,
    })
    const said = reply.sentences.find(({ quotation }) => quotation?.comment_id === comment.id)!
    expect(said.kind).toBe('quotation')
    expect(said.quotation).toMatchObject({
      ...{
        n: 1,
        text: 'We let our toddler brush our teeth first. After a week he asked for his turn.',
        post_id: post.id,
      },
      author: { username: cal.username },
    })
    expect(reply.sources).toMatchObject([
      { n: 1, post_id: post.id, author: { username: ben.username }, place: { kind: 'category', name: 'New Dads' } },
    ])
    expect(reply.response).toBe(reply.sentences.map(({ text }) => text).join(' '))
    expect(await countOf(member)).toBe(1)
  })

  test('the model gets the passages as numbered data, and nothing about the asker', async () => {
    const member = await asker()
    await ask(member)
    const [call] = server.calls
    expect(call).toMatchObject({ path: '/v1/chat/completions', question: TEETH })
    expect(call!.body).toMatchObject({ model: 'test-model', stream: true, temperature: 0 })
    expect(call!.body.max_tokens).toBeGreaterThan(0)
    expect(call!.passages.map(({ n }) => n)).toEqual(call!.passages.map((_passage, place) => place + 1))
    const sent = JSON.stringify(call!.body)
    for (const own of [member.id, member.username, member.email, ben.id, ben.username]) expect(sent).not.toContain(own)
  })

  test('a stream sends its start, each sentence with its source, and the whole reply', async () => {
    const member = await asker()
    const events = await collectEvents(await world.as(member, withModel()).assistant.streamAnswer({ question: TEETH }))
    expect(events[0]).toMatchObject({ type: 'started', with_model: true, care: false, queriesUsed: 1 })
    const sentences = events.filter((event) => event.type === 'sentence')
    expect(sentences.map(({ source }) => source?.n ?? null)).toEqual([1, ...sentences.slice(1).map(() => null)])
    const last = events.at(-1)!
    expect(last).toMatchObject({ type: 'done', reply: { state: 'answered', queriesUsed: 1 } })
    if (last.type === 'done') expect(last.reply.sentences).toEqual(sentences.map(({ sentence }) => sentence))
  })

  test('the model chooses whole sentences; what it writes is dropped and counted', async () => {
    server.answer = saysObjects(() => [
      { text: 'Wait for 14 weeks.', n: 1, quote: 'After a week he asked' },
      { n: 1, s: [2], text: 'It must be true.' },
      { n: 7, s: [1] },
      { n: 1, s: [3] },
    ])
    const member = await asker()
    const reply = await ask(member)
    expect(reply.sentences.map(({ kind, text }) => [kind, text])).toEqual([
      ['quotation', 'After a week he asked for his turn.'],
    ])
    const { dropped } = await world.db
      .selectFrom('assistant_questions')
      .select('dropped')
      .where('id', '=', reply.id)
      .executeTakeFirstOrThrow()
    expect(dropped).toBe(3)
  })

  test('the model’s own words contain no knowledge, and are two sentences at most', async () => {
    server.answer = saysObjects(() => [
      { text: 'That sounds exhausting.', own: true },
      { text: 'Give him honey.', own: true },
      { text: 'You are not alone.', own: true },
      { text: 'Hang in there.', own: true },
      { n: 1, s: [1] },
      { n: 1, s: [2], lead: 'Also:' },
    ])
    const reply = await ask(await asker())
    expect(reply.sentences.map(({ kind, text }) => [kind, text])).toEqual([
      ['own', 'That sounds exhausting.'],
      ['own', 'You are not alone.'],
      ['quotation', 'We let our toddler brush our teeth first.'],
      ['own', 'Also:'],
      ['quotation', 'After a week he asked for his turn.'],
    ])
  })

  test.each([
    '',
    '[]',
    'No passage answers the question.',
    'Brush twice a day. It helps.',
    '{"text": "Brush.", "n": 1}',
  ])('a model that says only "%s" chooses nothing: the quotations are shown without it', async (nothing) => {
    server.answer = says(nothing)
    const reply = await ask(await asker())
    expect(reply).toMatchObject({ state: 'answered', with_model: false, queriesUsed: 1 })
    expect(reply.sentences.map(({ kind, text }) => [kind, text])).toEqual([
      ['quotation', 'We let our toddler brush our teeth first. After a week he asked for his turn.'],
    ])
  })

  test('if the model finds that no passage answers, the question is refused and costs nothing', async () => {
    server.answer = says('{"none": true}')
    const member = await asker()
    expect(await ask(member)).toMatchObject({ state: 'refused', sentences: [], sourcesFound: 0, queriesUsed: 0 })
    expect(server.calls.length).toBe(1)
    expect(await countOf(member)).toBe(0)
  })

  test('a model that chooses nothing for eight seconds is left, and the quotations are shown without it', {
    timeout: 30_000,
  }, async () => {
    const model: Model = {
      description: 'a model that writes and writes',
      async *ask({ signal }) {
        for (; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
          signal.throwIfAborted()
          yield { text: 'Well, ' }
        }
      },
    }
    const member = await asker()
    const reply = await world.as(member, { model }).assistant.askAssistant({ question: TEETH })
    expect(reply).toMatchObject({ state: 'answered', with_model: false, queriesUsed: 1, sourcesFound: 1 })
  })

  test('an author whose account is deleted during the answer is not quoted, and his id is not stored', async () => {
    const [member, gone] = [await asker(), await world.member({ name: 'gone' })]
    const content = 'Our toddler screams when we brush his teeth, so we sing to the brush.'
    const quotedComment = await world.comment({ by: gone, on: post, content })
    await world.readFacts()
    const held = Promise.withResolvers<void>()
    server.answer = async (response, call) => {
      await held.promise
      const its = call.passages.filter(({ text }) => text.includes('sing to the brush'))
      saysObjects(() => its.map(({ n }) => ({ n, s: [1] })))(response, call)
    }
    const asked = ask(member)
    await expect.poll(() => server.calls.length).toBe(1)
    expect(JSON.stringify(server.calls[0]!.passages)).toContain('sing to the brush')
    await sql`delete from "user" where id = ${gone.id}`.execute(world.db)
    held.resolve()
    const { id, sentences } = await asked
    expect(sentences.map(({ quotation }) => quotation?.comment_id)).not.toContain(quotedComment.id)
    const rows = await world.db.selectFrom('assistant_sentences').selectAll().where('question_id', '=', id).execute()
    expect(JSON.stringify(rows)).not.toContain(gone.id)
  })

  test('the time for finding passages is part of the time limit of a whole answer', async () => {
    const given: number[] = []
    const model: Model = {
      description: 'a model that notes how long it may take',
      async *ask({ within }) {
        given.push(within)
        yield { text: '[]' }
      },
    }
    await world.as(await asker(), { model }).assistant.askAssistant({ question: TEETH })
    expect(given).toEqual([expect.any(Number)])
    expect(given[0]).toBeLessThan(25_000)
  })

  test('the used tokens are counted in place of the reserved ones', async () => {
    const before = await spent()
    await ask(await asker())
    expect((await spent()) - before).toBe(340)
  })
})

const spent = async () =>
  (await world.db.selectFrom('assistant_spend').select('tokens').executeTakeFirst())?.tokens ?? 0

describe('without a model', () => {
  test('the quotations are shown alone, with their authors', async () => {
    const member = await asker()
    const reply = await world.as(member).assistant.askAssistant({ question: TEETH })
    expect(reply).toMatchObject({ state: 'answered', with_model: false, queriesUsed: 1, sourcesFound: 1 })
    expect(reply.sentences.map(({ quotation }) => quotation?.author?.username)).toContain(cal.username)
    expect(server.calls).toEqual([])
  })

  test('also if the tokens of the month are used up', async () => {
    const member = await asker()
    const api = world.as(member, { ...withModel(), modelMonthlyTokens: (await spent()) + 100 })
    expect(await api.assistant.askAssistant({ question: TEETH })).toMatchObject({
      state: 'answered',
      with_model: false,
    })
    expect(server.calls).toEqual([])
  })

  test('and if the model was called too often in this minute', async () => {
    const member = await asker()
    const limits = world.as(member, { ...withModel(), limits: 'real' })
    await sql`insert into rate_limits (key, points, expire)
      values ('model:all', 60, (extract(epoch from now()) * 1000)::bigint + 60000)`.execute(world.db)
    const reply = await limits.assistant.askAssistant({ question: TEETH })
    expect(reply).toMatchObject({ state: 'answered', with_model: false })
    expect(server.calls).toEqual([])
    await sql`delete from rate_limits`.execute(world.db)
  })
})

test('a question that no dad has answered is refused without a model, costs nothing and is not stored', async () => {
  const member = await asker()
  const reply = await ask(member, UNANSWERED)
  expect(reply).toMatchObject({ state: 'refused', sourcesFound: 0, sentences: [], sources: [], queriesUsed: 0 })
  expect(server.calls).toEqual([])
  expect(await countOf(member)).toBe(0)
  expect(await world.db.selectFrom('assistant_questions').where('member_id', '=', member.id).execute()).toEqual([])
  expect((await world.as(member).assistant.listQuestions({})).items).toEqual([])
})

test('a member can ask at most ten times in a minute', async () => {
  const api = world.as(await asker(), { limits: 'real' })
  for (let count = 0; count < 10; count++) await api.assistant.askAssistant({ question: UNANSWERED })
  expect(await refusal(api.assistant.askAssistant({ question: UNANSWERED }))).toMatchObject({ status: 429 })
  await sql`delete from rate_limits`.execute(world.db)
})

describe('the monthly limit', () => {
  test('is five on Free: the sixth question is refused with the usage', async () => {
    const member = await asker()
    for (let count = 1; count <= 5; count++) expect((await ask(member)).queriesUsed).toBe(count)
    expect(await refusal(ask(member))).toEqual({
      ...{ code: 'MONTHLY_LIMIT', status: 403, message: 'Monthly query limit reached' },
      data: { error: 'Monthly query limit reached', message: 'Monthly query limit reached', queriesUsed: 5 },
    })
    expect(server.calls.length).toBe(5)
    expect(await countOf(member)).toBe(5)
    expect(await world.as(member).assistant.countMonthlyQueries({ user_uuid: member.id })).toBe(5)
  })

  test('is not reported as reached while a question that may be refunded is being answered', async () => {
    const member = await asker()
    for (let count = 0; count < 4; count++) await ask(member)
    const held = Promise.withResolvers<void>()
    server.answer = async (response, call) => {
      await held.promise
      good(response, call)
    }
    const left = new AbortController()
    const events = await world
      .as(member, withModel())
      .assistant.streamAnswer({ question: TEETH }, { signal: left.signal })
    await events.next()
    expect(await refusal(ask(member))).toMatchObject({
      ...{ code: 'QUESTION_UNDER_WAY', status: 409 },
      message: 'This question is still being answered. Try again in a moment.',
    })
    // it is refunded, so the other one is answered
    left.abort()
    await collectEvents(events)
    held.resolve()
    expect(await ask(member)).toMatchObject({ state: 'answered', queriesUsed: 5 })
    expect(await refusal(ask(member))).toMatchObject({ code: 'MONTHLY_LIMIT', data: { queriesUsed: 5 } })
    expect(await countOf(member)).toBe(5)
  })

  test('depends on the plan, and Superdad has none', async () => {
    const [wise, superdad] = [await asker(), await asker()]
    const on = (who: Person, plan: string) =>
      sql`update profiles_private set plan = ${plan} where id = ${who.id}`.execute(world.db)
    await on(wise, 'Wise Dad')
    await on(superdad, 'Superdad')
    await sql`insert into assistant_usage select id, assistant_month(), 149 from profiles where id in (${wise.id}, ${superdad.id})`.execute(
      world.db,
    )
    expect(await ask(wise)).toMatchObject({ queriesUsed: 150, queriesLimit: 150 })
    expect(await refusal(ask(wise))).toMatchObject({ code: 'MONTHLY_LIMIT', data: { queriesUsed: 150 } })
    await ask(superdad)
    expect(await ask(superdad)).toMatchObject({ queriesUsed: 151, queriesLimit: null })
  })

  test('starts again with the month, and getAssistant returns that time', async () => {
    const member = await asker()
    await ask(member)
    await sql`update assistant_usage set month = month - interval '1 month' where member_id = ${member.id}`.execute(
      world.db,
    )
    const now = new Date()
    expect(await world.as(member).assistant.getAssistant()).toMatchObject({
      ...{ queriesUsed: 0, queriesLimit: 5, plan: 'Free', is_on: true, with_model: false, is_quotable: true },
      renews_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
    })
  })

  test('is counted for each member separately', async () => {
    const member = await asker()
    expect(await refusal(world.as(member).assistant.countMonthlyQueries({ user_uuid: ana.id }))).toMatchObject({
      code: 'NOT_YOURSELF',
    })
  })
})

describe('a retry with the same id', () => {
  const again = (by: Person, id: string, question = TEETH) =>
    world.as(by, withModel()).assistant.askAssistant({ id, question })

  test('and the same words gets the same answer, and is charged once', async () => {
    const [member, id] = [await asker(), randomUUID()]
    const one = await again(member, id)
    expect(await again(member, id)).toEqual(one)
    const events = await collectEvents(
      await world.as(member, withModel()).assistant.streamAnswer({ id, question: TEETH }),
    )
    expect(events.at(-1)).toEqual({ type: 'done', reply: one })
    expect(server.calls.length).toBe(1)
    expect(await countOf(member)).toBe(1)
  })

  test('is answered also if nothing is left of the month', async () => {
    const [member, id] = [await asker(), randomUUID()]
    await again(member, id)
    await sql`update assistant_usage set used = 5 where member_id = ${member.id}`.execute(world.db)
    expect(await again(member, id)).toMatchObject({ id, queriesUsed: 5 })
  })

  test('with other words, or by another member, is refused and reveals nothing', async () => {
    const [member, id] = [await asker(), randomUUID()]
    await again(member, id)
    const refused = { code: 'ID_TAKEN', status: 409, message: 'This question could not be sent. Please try again.' }
    expect(await refusal(again(member, id, 'What car seat did you buy for a tall 3 year old?'))).toEqual(refused)
    expect(await refusal(again(ana, id))).toEqual(refused)
    expect(await used(ana)).toBe(0)
  })

  test('of a question that was answered and deleted is refused', async () => {
    const [member, id] = [await asker(), randomUUID()]
    await again(member, id)
    await world.as(member).assistant.deleteQuestion({ id })
    expect(await refusal(again(member, id))).toMatchObject({ code: 'ID_TAKEN' })
    expect(await countOf(member)).toBe(1)
  })

  test('while it is being answered is refused', async () => {
    const [member, id] = [await asker(), randomUUID()]
    const events = await world.as(member, withModel()).assistant.streamAnswer({ id, question: TEETH })
    expect(await refusal(again(member, id))).toMatchObject({ code: 'QUESTION_UNDER_WAY', status: 409 })
    await collectEvents(events)
    expect(await countOf(member)).toBe(1)
  })
})

describe('a question that speaks of danger', () => {
  const DANGER = `I want to kill myself. ${TEETH}`
  const IN_JEST = 'Toddler who screams blue murder: how do you brush the teeth?'

  test('gets help first: nothing is quoted, charged or kept, and no model is called', async () => {
    const member = await asker()
    const events = await collectEvents(await world.as(member, withModel()).assistant.streamAnswer({ question: DANGER }))
    expect(events[0]).toMatchObject({ type: 'started', care: true, queriesUsed: 0 })
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      reply: {
        state: 'care',
        sentences: [],
        sources: [],
        response: '',
        help: { level: 'panel' },
        nearest: [],
        queriesUsed: 0,
      },
    })
    expect(events).toHaveLength(2)
    expect(await ask(member, DANGER)).toMatchObject({ state: 'care', sentences: [], queriesUsed: 0 })
    expect(server.calls).toEqual([])
    expect(await countOf(member)).toBe(0)
    expect((await world.as(member).assistant.listQuestions({})).items).toEqual([])
    expect(await world.db.selectFrom('assistant_questions').where('member_id', '=', member.id).execute()).toEqual([])
  })

  test('gets only the threads named if the words may be a way of speaking, and is neither charged nor kept', async () => {
    const member = await asker()
    expect(careOf(IN_JEST)?.level).toBe('line')
    const reply = await ask(member, IN_JEST)
    expect(reply).toMatchObject({ state: 'care', sentences: [], sources: [], response: '', queriesUsed: 0 })
    expect(reply.nearest.map(({ title }) => title)).toContain('Toddler will not brush his teeth')
    expect(server.calls).toEqual([])
    expect(await world.db.selectFrom('assistant_questions').where('member_id', '=', member.id).execute()).toEqual([])
    await sql`update assistant_settings set is_on = false`.execute(world.db)
    try {
      expect(await ask(member, IN_JEST)).toMatchObject({ state: 'care', nearest: [] })
    } finally {
      await sql`update assistant_settings set is_on = true`.execute(world.db)
    }
    for (let nth = 0; nth < 5; nth++) await ask(member)
    expect(await ask(member, IN_JEST)).toMatchObject({ state: 'care', nearest: [], queriesUsed: 5 })
  })

  const HINT = 'Since last night my toddler will not let me near him to brush his teeth'
  const NOT_FOUND_HINT = 'Zorblaxian tax law of 1482?'

  test('is not answered at once if it only hints at danger: threads are named, and nothing is charged or kept', async () => {
    const member = await asker()
    expect(careOf(HINT)).toBeNull()
    const reply = await ask(member, HINT)
    expect(reply).toMatchObject({ state: 'care', care: false, help: null, sentences: [], sources: [], queriesUsed: 0 })
    expect(reply.nearest.map(({ title }) => title)).toContain('Toddler will not brush his teeth')
    expect(server.calls).toEqual([])
    expect(await world.db.selectFrom('assistant_questions').where('member_id', '=', member.id).execute()).toEqual([])
    const anyway = await world.as(member, withModel()).assistant.askAssistant({ question: HINT, anyway: true })
    expect(anyway).toMatchObject({ state: 'answered', help: null, queriesUsed: 1 })
  })

  test('is refused at once if it only hints at danger and nothing is found, and costs nothing', async () => {
    const member = await asker()
    expect(mayHint(NOT_FOUND_HINT)).toBe(true)
    expect(await ask(member, NOT_FOUND_HINT)).toMatchObject({ state: 'refused', help: null, queriesUsed: 0 })
    expect(await world.db.selectFrom('assistant_questions').where('member_id', '=', member.id).execute()).toEqual([])
  })

  test('that only hints at danger says so at the limit and while the assistant is off', async () => {
    const member = await asker()
    await sql`update assistant_settings set is_on = false`.execute(world.db)
    try {
      expect(await refusal(ask(member, HINT))).toMatchObject({ code: 'ASSISTANT_OFF' })
    } finally {
      await sql`update assistant_settings set is_on = true`.execute(world.db)
    }
    for (let nth = 0; nth < 5; nth++) await ask(member)
    expect(await refusal(ask(member, HINT))).toMatchObject({ code: 'MONTHLY_LIMIT', data: { queriesUsed: 5 } })
  })

  test.each([
    ['a line', IN_JEST],
    ['a hint', HINT],
    ['a hint without a thread', NOT_FOUND_HINT],
  ])('goes to no service of embeddings before he asks all the same: %s', async (_what, question) => {
    const member = await asker()
    const sent: string[] = []
    const embeddings: Embeddings = {
      model: 'none',
      embed: async (texts) => {
        sent.push(...texts)
        throw new Error('no service')
      },
      stop: async () => {},
    }
    const api = world.as(member, { embeddings }).assistant
    expect(await api.askAssistant({ question })).toMatchObject({ state: 'care', sentences: [] })
    expect(sent).toEqual([])
    await api.askAssistant({ question, anyway: true })
    expect(sent).not.toEqual([])
  })

  test('is held back also if the hint is one sentence of many', async () => {
    const text = `${HINT}. ${'We went to the zoo with nan on Sunday and had tea and cake in the sun there. '.repeat(8)}`
    expect(careOf(text)).toBeNull()
    expect(mayHint(text)).toBe(true)
  })

  test('gets help also if the search for near threads fails', async () => {
    const member = await asker()
    await sql`alter table retrieval_totals rename to retrieval_totals_gone`.execute(world.db)
    try {
      expect(await ask(member, IN_JEST)).toMatchObject({ state: 'care', help: { level: 'line' }, nearest: [] })
    } finally {
      await sql`alter table retrieval_totals_gone rename to retrieval_totals`.execute(world.db)
    }
  })

  test('is answered if he asks all the same, with the help lines first', async () => {
    const member = await asker()
    const reply = await world.as(member, withModel()).assistant.askAssistant({ question: DANGER, anyway: true })
    expect(reply).toMatchObject({ care: true, help: { level: 'panel' } })
    expect(reply.state).not.toBe('care')
    expect((await world.as(member).assistant.listQuestions({})).items).toMatchObject([{ id: reply.id, care: true }])
  })

  test('gets help first at the limit and while the assistant is off, too', async () => {
    const member = await asker()
    await sql`update assistant_settings set is_on = false`.execute(world.db)
    expect(await ask(member, DANGER)).toMatchObject({ state: 'care' })
    await sql`update assistant_settings set is_on = true`.execute(world.db)
    for (let nth = 0; nth < 5; nth++) await ask(member)
    expect(await ask(member, DANGER)).toMatchObject({ state: 'care', queriesUsed: 5 })
  })
})

test('a question is refused if the operator has switched the assistant off', async () => {
  await sql`update assistant_settings set is_on = false`.execute(world.db)
  const member = await asker()
  expect(await refusal(ask(member))).toMatchObject({ code: 'ASSISTANT_OFF', status: 403 })
  expect(await world.as(member).assistant.getAssistant()).toMatchObject({ is_on: false })
  await sql`update assistant_settings set is_on = true`.execute(world.db)
  expect(await countOf(member)).toBe(0)
})

test('switching off during an answer aborts the call of the model and reports it; sentences that were shown are kept', async () => {
  const member = await asker()
  const held = Promise.withResolvers<void>()
  server.answer = firstAndThen(async (response) => {
    await held.promise
    const content = `${JSON.stringify({ n: 1, s: [2] })}\n`
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`)
  })
  const id = randomUUID()
  const events = await world.as(member, withModel()).assistant.streamAnswer({ id, question: TEETH })
  expect((await events.next()).value).toMatchObject({ type: 'started' })
  expect((await events.next()).value).toMatchObject({ type: 'sentence' })
  await sql`update assistant_settings set is_on = false`.execute(world.db)
  held.resolve()
  await expect(events.next()).rejects.toMatchObject({ code: 'ASSISTANT_OFF' })
  await expect.poll(() => server.calls[0]!.isLeft).toBe(true)
  await sql`update assistant_settings set is_on = true`.execute(world.db)
  expect((await world.as(member).assistant.getQuestion({ id })).sentences).toHaveLength(1)
  expect(await countOf(member)).toBe(1)
})

test('switching off before a sentence was shown is reported and costs nothing', async () => {
  const member = await asker()
  const held = Promise.withResolvers<void>()
  server.answer = async (response, call) => {
    await held.promise
    good(response, call)
  }
  const asked = refusal(ask(member))
  await expect.poll(() => server.calls.length).toBe(1)
  await sql`update assistant_settings set is_on = false`.execute(world.db)
  held.resolve()
  expect(await asked).toMatchObject({ code: 'ASSISTANT_OFF', status: 403 })
  await sql`update assistant_settings set is_on = true`.execute(world.db)
  expect(await countOf(member)).toBe(0)
})

test('a blank question and a visitor’s question each get their message', async () => {
  expect(await refusal(world.as(ana).assistant.askAssistant({ question: '   ' }))).toMatchObject({
    message: 'Please enter a question',
  })
  expect(await refusal(world.as(null).assistant.askAssistant({ question: TEETH }))).toMatchObject({
    ...{ code: 'UNAUTHENTICATED', message: 'Please sign in to use the assistant' },
  })
})
