import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { makeWorld, type Person, refusal, whileDeleting } from '#test/world.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
const ben = await world.member({ name: 'ben' })
const { id: category_id } = await world.seeded('New Dads')
const sent = { type: 'poll' as const, title: 'Where does he sleep?', content: 'Tell us.', category_id }
const options = (count: number) => Array.from({ length: count }, (_, n) => `Option ${n + 1}`)
const pollAs = (who: Person, changes: object) =>
  world.as(who).posts.createPost({ ...sent, poll_options: ['Cot', 'Our bed'], ...changes } as typeof sent)
const voteAs = (who: Person | null, { id }: Pick<Post, 'id'>, option_id: string) =>
  world.as(who).polls.castPollVote({ post_id: id, option_id })
const optionOf = (poll: Post, place: number) => poll.poll!.options[place]!.id
const countsOf = async ({ id }: Pick<Post, 'id'>, who: Person | null = null) =>
  (await world.as(who).posts.getPost({ id })).poll!.options.map(({ vote_count }) => vote_count)
/** The votes counted from the rows, independently of the stored tally. */
const recount = async (post: Post) => {
  const { rows } = await sql<{ n: number }>`
    select count(v.*)::int as n from poll_options o left join poll_votes v on v.option_id = o.id
    where o.post_id = ${post.id} group by o.id, o.created_at order by o.created_at`.execute(world.db)
  return rows.map(({ n }) => n)
}

describe('a member creates a poll', () => {
  test('everyone reads its options in the order in which they were entered', async () => {
    const words = ['zebra', 'apple', 'Mango', 'ten', '2', '١', 'éclair', '👶']
    const made = await pollAs(ana, { poll_options: words })
    const { type, poll } = await world.as(null).posts.getPost({ id: made.id })
    expect(type).toBe('poll')
    expect(poll).toEqual({
      options: words.map((option_text) => ({ id: expect.any(String), option_text, vote_count: 0 })),
      my_option: null,
    })
  })

  test('blank options are left out, the others are trimmed', async () => {
    const { poll } = await pollAs(ana, { poll_options: ['  Cot ', '', ' \u200b ', '\tOur bed', '   '] })
    expect(poll!.options.map(({ option_text }) => option_text)).toEqual(['Cot', 'Our bed'])
  })

  const refused: [string, unknown, string][] = [
    ['none', undefined, 'Please add at least 2 poll options'],
    ['one', ['Cot'], 'Please add at least 2 poll options'],
    ['one option and blank ones', ['Cot', ' ', '\u200b'], 'Please add at least 2 poll options'],
    ['nine', options(9), 'Maximum 8 options allowed'],
    ['a thousand', options(1000), 'Maximum 8 options allowed'],
    ['two equal options', ['Cot', 'Our bed', 'Cot '], 'Poll options must be different'],
    ['two options that differ in case', ['Yes', 'yES'], 'Poll options must be different'],
    ['two options that differ only for a database', ['ſ', 'S', 's'], 'Poll options must be different'],
  ]
  test.each(refused)('%s: refused with the message, and no post is stored', async (_name, poll_options, sentence) => {
    const id = randomUUID()
    const answer = await refusal(pollAs(ana, { id, poll_options }))
    expect(answer).toEqual({
      code: 'INVALID',
      status: 400,
      message: sentence,
      data: { fields: { poll_options: sentence } },
    })
    expect((await refusal(world.as(ana).posts.getPost({ id }))).code).toBe('POST_NOT_FOUND')
  })

  test('an option has at most 100 characters', async () => {
    const long = '👶'.repeat(100)
    expect((await pollAs(ana, { poll_options: [long, 'b'] })).poll!.options[0]!.option_text).toBe(long)
    const answer = await refusal(pollAs(ana, { poll_options: [`${long}a`, 'b'] }))
    expect(answer).toMatchObject({ status: 400, message: 'An option can be at most 100 characters' })
  })

  test('only polls have options', async () => {
    expect(await refusal(pollAs(ana, { type: 'text' }))).toMatchObject({
      status: 400,
      message: 'Only a poll has options',
    })
  })

  test('the same id sent twice at once is one poll with its options once; with other options it is refused', async () => {
    const id = randomUUID()
    const all = await Promise.all(Array.from({ length: 5 }, () => pollAs(ana, { id })))
    for (const one of all) expect(one).toEqual(all[0])
    expect(all[0]!.poll!.options).toHaveLength(2)
    const other = await refusal(pollAs(ana, { id, poll_options: ['Our bed', 'Cot'] }))
    expect(other).toMatchObject({ code: 'ID_TAKEN', status: 409 })
  })

  test('the post and its options are stored in one transaction: if the options fail, there is no post', async () => {
    await sql`alter table poll_options add constraint no_cars check (option_text <> 'The car') not valid`.execute(
      world.db,
    )
    const id = randomUUID()
    const answer = await refusal(pollAs(ana, { id, poll_options: ['Cot', 'The car'] }))
    await sql`alter table poll_options drop constraint no_cars`.execute(world.db)
    expect(answer.status).toBe(500)
    expect((await refusal(world.as(ana).posts.getPost({ id }))).status).toBe(404)
  })
})

describe('the database itself', () => {
  const breach = (statement: ReturnType<typeof sql>) =>
    expect(statement.execute(world.db)).rejects.toThrow(/two to eight options|violates/)

  test('refuses a poll without two to eight options, options of any other post, and a blank or too long option', async () => {
    const poll = await pollAs(ana, {})
    const text = await world.post({ by: ana })
    const add = (post: Pick<Post, 'id'>, option: string) =>
      sql`insert into poll_options (post_id, option_text, created_at) values (${post.id}, ${option}, now() + interval '1 day')`
    await breach(sql`delete from poll_options where id = ${optionOf(poll, 0)}`)
    await breach(add(text, 'An option'))
    await breach(add(poll, 'COT'))
    await breach(add(poll, 'x'.repeat(101)))
    await breach(add(poll, ''))
    await breach(sql`insert into posts (title, content, body, excerpt, type, category_id)
      values ('a', 'a', '[]', 'a', 'poll', ${category_id})`)
    const other = await pollAs(ana, {})
    await breach(sql`insert into poll_votes (post_id, user_id, option_id)
      values (${poll.id}, ${ben.id}, ${optionOf(other, 0)})`)
  })
})

describe('a vote in a poll', () => {
  test('counts once, is shown to the voter, and can be changed', async () => {
    const poll = await world.poll({ by: ana })
    const [first, second] = [optionOf(poll, 0), optionOf(poll, 2)]
    expect((await voteAs(ben, poll, first)).my_option).toBe(first)
    expect(await voteAs(ben, poll, first)).toMatchObject({ my_option: first })
    expect(await countsOf(poll)).toEqual([1, 0, 0])
    const changed = await voteAs(ben, poll, second)
    expect(changed.my_option).toBe(second)
    expect(changed.options.map(({ vote_count }) => vote_count)).toEqual([0, 0, 1])
    expect((await world.as(ben).posts.getPost({ id: poll.id })).poll).toEqual(changed)
    expect((await world.as(ana).posts.getPost({ id: poll.id })).poll!.my_option).toBeNull()
    expect(await recount(poll)).toEqual([0, 0, 1])
  })

  test('stores a fact each time it changes something, in the same transaction', async () => {
    const poll = await world.poll({ by: ana })
    for (const place of [0, 0, 1]) await voteAs(ben, poll, optionOf(poll, place))
    const { rows } = await sql<{ actor_id: string; option_id: string }>`
      select actor_id, data ->> 'option_id' as option_id from facts
      where kind = 'poll_vote.cast' and data ->> 'post_id' = ${poll.id} order by id`.execute(world.db)
    expect(rows).toEqual([0, 1].map((place) => ({ actor_id: ben.id, option_id: optionOf(poll, place) })))
  })

  test('of a visitor is refused', async () => {
    const poll = await world.poll({ by: ana })
    const asked = { code: 'UNAUTHENTICATED', status: 401, message: 'Sign in to vote in this poll' }
    expect(await refusal(voteAs(null, poll, optionOf(poll, 0)))).toEqual(asked)
    expect(await countsOf(poll)).toEqual([0, 0, 0])
  })

  test('must name an option of this poll; a post that is not a poll has no such option', async () => {
    const [poll, other, text] = [
      await world.poll({ by: ana }),
      await world.poll({ by: ana }),
      await world.post({ by: ana }),
    ]
    const missing = { code: 'OPTION_NOT_FOUND', status: 404, message: 'This poll has no such option' }
    for (const option of [optionOf(other, 0), randomUUID(), 'x', ''])
      expect(await refusal(voteAs(ben, poll, option))).toEqual(missing)
    expect(await refusal(voteAs(ben, text, optionOf(poll, 0)))).toEqual(missing)
    expect(await refusal(voteAs(ben, { id: randomUUID() }, optionOf(poll, 0)))).toMatchObject({
      code: 'POST_NOT_FOUND',
    })
    expect(await refusal(voteAs(ben, { id: 'x' }, optionOf(poll, 0)))).toMatchObject({ code: 'POST_NOT_FOUND' })
    expect(await countsOf(other)).toEqual([0, 0, 0])
  })

  test('in a poll that is deleted at the same moment reads "Post not found", and stores nothing', async () => {
    const poll = await world.poll({ by: ana })
    const { call, deleted } = await whileDeleting(world, 'posts', poll.id, () => voteAs(ben, poll, optionOf(poll, 0)))
    expect(await refusal(call)).toMatchObject({ code: 'POST_NOT_FOUND', status: 404 })
    await deleted
    const { rows } = await sql`select from poll_votes where post_id = ${poll.id}
      union all select from facts where kind = 'poll_vote.cast' and data ->> 'post_id' = ${poll.id}`.execute(world.db)
    expect(rows).toEqual([])
  })
})

test('22: one member votes for eight options at once, and has one vote', async () => {
  const poll = await pollAs(ana, { poll_options: options(8) })
  await Promise.all(poll.poll!.options.map(({ id }) => voteAs(ben, poll, id)))
  const counts = await countsOf(poll)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(counts).toEqual(await recount(poll))
})

test('22: while members vote and change their votes at the same time, the totals equal the number of voters', {
  timeout: 120_000,
}, async () => {
  const crowd = await world.members(8)
  const votes = fc.array(fc.record({ who: fc.nat(7), option: fc.nat(2) }), { minLength: 1, maxLength: 30 })
  const property = fc.asyncProperty(votes, async (all) => {
    const poll = await world.poll({ by: ana })
    await Promise.all(all.map(({ who, option }) => voteAs(crowd[who]!, poll, optionOf(poll, option))))
    const counts = await countsOf(poll)
    expect(counts).toEqual(await recount(poll))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(new Set(all.map(({ who }) => who)).size)
  })
  await fc.assert(property, { numRuns: 15 })
  expect(world.lines.filter(({ level }) => level === 'warn')).toEqual([])
})
