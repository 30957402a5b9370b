import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Direction } from '#contract/votes.ts'
import { type Made, makeWorld, type Person, refusal, whileDeleting } from '#test/world.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
const ben = await world.member({ name: 'ben' })
const DIRECTIONS: Direction[] = ['up', 'down', 'none']

/** Posts and comments share the rules of voting; each rule is checked for both. */
const kinds = {
  post: {
    table: 'posts' as const,
    fact: 'vote.cast',
    missing: { code: 'POST_NOT_FOUND', status: 404, message: 'Post not found' },
    make: (): Promise<Made> => world.post({ by: ana }),
    cast: (who: Person | null, { id }: Made, direction: unknown, more: object = {}) =>
      world.as(who).votes.castPostVote({ post_id: id, direction: direction as Direction, ...more }),
    read: async (who: Person | null, { id }: Made) => {
      const { upvotes, downvotes, my_vote } = await world.as(who).posts.getPost({ id })
      return { upvotes, downvotes, my_vote }
    },
    stored: ({ id }: Made) =>
      sql<{ user_id: string; is_upvote: boolean; xmin: string }>`
      select user_id, is_upvote, xmin::text from post_votes where post_id = ${id}`.execute(world.db),
    xmin: ({ id }: Made) => sql<{ xmin: string }>`select xmin::text from posts where id = ${id}`.execute(world.db),
  },
  comment: {
    table: 'comments' as const,
    fact: 'comment_vote.cast',
    missing: { code: 'COMMENT_NOT_FOUND', status: 404, message: 'Comment not found' },
    make: async (): Promise<Made & { post_id: string }> =>
      world.comment({ by: ana, on: await world.post({ by: ana }) }),
    cast: (who: Person | null, { id }: Made, direction: unknown, more: object = {}) =>
      world.as(who).votes.castCommentVote({ comment_id: id, direction: direction as Direction, ...more }),
    read: async (who: Person | null, target: Made) => {
      const { post_id } = target as { post_id: string } & Made
      const { items } = await world.as(who).comments.listComments({ post_id })
      const { upvotes, downvotes, my_vote } = items.find(({ id }) => id === target.id)!
      return { upvotes, downvotes, my_vote }
    },
    stored: ({ id }: Made) =>
      sql<{ user_id: string; is_upvote: boolean; xmin: string }>`
      select user_id, is_upvote, xmin::text from comment_votes where comment_id = ${id}`.execute(world.db),
    xmin: ({ id }: Made) => sql<{ xmin: string }>`select xmin::text from comments where id = ${id}`.execute(world.db),
  },
}
type Kind = (typeof kinds)[keyof typeof kinds]

const factsOf = async (kind: Kind, { id }: Made) =>
  (
    await sql<{ actor_id: string; direction: string; xmin: string }>`
      select actor_id, data ->> 'direction' as direction, xmin::text from facts
      where kind = ${kind.fact} and ${id} in (data ->> 'post_id', data ->> 'comment_id') order by id`.execute(world.db)
  ).rows

/** The votes counted from the rows, independently of the stored tally. */
async function recount(kind: Kind, target: Made) {
  const { rows } = await kind.stored(target)
  const upvotes = rows.filter(({ is_upvote }) => is_upvote).length
  return { upvotes, downvotes: rows.length - upvotes, my_vote: null }
}

describe.each(Object.entries(kinds))('a vote on a %s', (_name, kind) => {
  test('counts at once, for the voter and for everyone', async () => {
    const target = await kind.make()
    expect(await kind.cast(ben, target, 'up')).toEqual({ id: target.id, upvotes: 1, downvotes: 0, my_vote: 'up' })
    expect(await kind.read(ben, target)).toEqual({ upvotes: 1, downvotes: 0, my_vote: 'up' })
    expect(await kind.read(ana, target)).toEqual({ upvotes: 1, downvotes: 0, my_vote: null })
    expect(await kind.read(null, target)).toEqual({ upvotes: 1, downvotes: 0, my_vote: null })
  })

  test('can be changed and withdrawn', async () => {
    const target = await kind.make()
    await kind.cast(ana, target, 'up')
    await kind.cast(ben, target, 'up')
    expect(await kind.cast(ben, target, 'down')).toMatchObject({ upvotes: 1, downvotes: 1, my_vote: 'down' })
    expect(await kind.cast(ben, target, 'none')).toMatchObject({ upvotes: 1, downvotes: 0, my_vote: null })
    expect((await kind.stored(target)).rows).toMatchObject([{ user_id: ana.id, is_upvote: true }])
  })

  test('is one per member, however often he repeats it', async () => {
    const target = await kind.make()
    for (const direction of ['none', 'down', 'down', 'down'] as const) await kind.cast(ben, target, direction)
    expect(await kind.read(null, target)).toEqual({ upvotes: 0, downvotes: 1, my_vote: null })
    expect((await kind.stored(target)).rows).toMatchObject([{ user_id: ben.id, is_upvote: false }])
    expect(await factsOf(kind, target)).toMatchObject([{ actor_id: ben.id, direction: 'down' }])
  })

  test('stores row, tally and fact in one transaction', async () => {
    const target = await kind.make()
    await kind.cast(ben, target, 'up')
    const [row, tally, fact] = [await kind.stored(target), await kind.xmin(target), await factsOf(kind, target)]
    expect(fact).toEqual([{ actor_id: ben.id, direction: 'up', xmin: row.rows[0]!.xmin }])
    expect(tally.rows[0]!.xmin).toBe(row.rows[0]!.xmin)
    await kind.cast(ben, target, 'none')
    expect((await factsOf(kind, target)).map(({ direction }) => direction)).toEqual(['up', 'none'])
  })

  test('stores nothing if any part of it fails', async () => {
    const target = await kind.make()
    await sql`alter table facts add constraint no_news check (kind not like '%vote%') not valid`.execute(world.db)
    expect(await refusal(kind.cast(ben, target, 'up'))).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    await sql`alter table facts drop constraint no_news`.execute(world.db)
    expect(await kind.read(ben, target)).toEqual({ upvotes: 0, downvotes: 0, my_vote: null })
    expect((await kind.stored(target)).rows).toEqual([])
  })

  test('by a visitor is answered with "Please sign in to vote", whatever he sends', async () => {
    const asked = { code: 'UNAUTHENTICATED', status: 401, message: 'Please sign in to vote' }
    const target = await kind.make()
    expect(await refusal(kind.cast(null, target, 'up'))).toEqual(asked)
    expect(await refusal(kind.cast(null, { id: 'x' }, 'sideways', { user_id: ana.id }))).toEqual(asked)
    expect((await kind.stored(target)).rows).toEqual([])
  })

  test.each([randomUUID(), 'x', '', 'a\0'])('on "%s", which is not there, says so', async (id) => {
    for (const direction of DIRECTIONS) expect(await refusal(kind.cast(ben, { id }, direction))).toEqual(kind.missing)
  })

  test('of a member on his own post or comment can be up, down or none', async () => {
    const target = await kind.make()
    for (const direction of ['sideways', true, 1, null, undefined, ['up'], 'UP']) {
      expect(await refusal(kind.cast(ben, target, direction))).toMatchObject({
        code: 'INVALID',
        message: 'Choose up, down or none',
      })
    }
    for (const field of ['user_id', 'is_upvote', 'upvotes', 'constructor']) {
      const answer = await refusal(kind.cast(ben, target, 'up', { [field]: ana.id }))
      expect(answer).toMatchObject({ code: 'INVALID', status: 400, message: 'This field is not known here' })
    }
    expect((await kind.stored(target)).rows).toEqual([])
  })

  test('of one member, cast twenty times at once, ends as one row that agrees with the tally', async () => {
    const target = await kind.make()
    const wishes = Array.from({ length: 20 }, (_, n) => DIRECTIONS[n % 3]!)
    await Promise.all(wishes.map((direction) => kind.cast(ben, target, direction)))
    expect(await kind.read(null, target)).toEqual(await recount(kind, target))
    expect((await kind.stored(target)).rows.length).toBeLessThanOrEqual(1)
  })

  test.each(DIRECTIONS)(
    '%s, on something that is deleted at the same moment, is refused as if it did not exist',
    async (direction) => {
      const target = await kind.make()
      if (direction === 'none') await kind.cast(ben, target, 'up')
      const { call, deleted } = await whileDeleting(world, kind.table, target.id, () =>
        kind.cast(ben, target, direction),
      )
      expect(await refusal(call)).toEqual(kind.missing)
      await deleted
    },
  )
})

describe('thirty members vote at once', () => {
  test.each([
    ['one post', 1],
    ['five posts', 5],
  ])('on %s: the tallies equal the rows, are never below zero, and no vote is refused', async (_name, count) => {
    const [crowd, targets] = [
      await world.members(30),
      await Promise.all(Array.from({ length: count }, kinds.post.make)),
    ]
    const random = fc.sample(fc.tuple(fc.nat(29), fc.nat(count - 1), fc.constantFrom(...DIRECTIONS)), {
      numRuns: 240,
      seed: 30 + count,
    })
    await Promise.all(random.map(([who, which, direction]) => kinds.post.cast(crowd[who]!, targets[which]!, direction)))
    for (const target of targets) expect(await kinds.post.read(null, target)).toEqual(await recount(kinds.post, target))
    expect(world.lines.filter(({ level }) => level === 'warn')).toEqual([])
  })
})

test('thirty members vote through thirty processes that do not share memory: the database keeps the tally correct', async () => {
  const [crowd, target] = [await world.members(30), await kinds.post.make()]
  const cast = ({ id }: Person, direction: Direction) =>
    sql`select from cast_post_vote(${id}::uuid, ${target.id}::uuid, ${direction})`.execute(world.db)
  await Promise.all(DIRECTIONS.flatMap((direction) => crowd.map((one) => cast(one, direction))))
  expect(await kinds.post.read(null, target)).toEqual(await recount(kinds.post, target))
})

describe('a row that many members update at once is found as fast as before', () => {
  const LONG = { title: 'Hot', content: 'What did you do? '.repeat(50) }
  /**
   * Counts the pages read to find a row. Readers remove dead row versions on the way, but only when no transaction can
   * see them, and PostgreSQL learns that with a delay. Autovacuum is off in this test, so nothing else removes them.
   */
  const pagesTo = async (table: 'posts' | 'comments', { id }: Made): Promise<number> => {
    const look = sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
      explain (analyze, buffers, format json) select from ${sql.table(table)} where id = ${id}::uuid`
    const { Plan } = (await look.execute(world.db)).rows[0]!['QUERY PLAN'][0]
    return Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
  }

  test.each([
    ['votes on a post', 'posts', 'cast_post_vote', (post: Made) => Promise.resolve(post)],
    ['votes on a comment', 'comments', 'cast_comment_vote', (on: Made) => world.comment({ by: ana, on, ...LONG })],
  ] as const)('%s', async (_name, table, cast, made) => {
    const crowd = await world.members(30)
    const target = await made(await world.post({ by: ana, ...LONG }))
    for (let round = 0; round < 6; round++)
      await Promise.all(
        crowd.flatMap(({ id }) =>
          DIRECTIONS.map((direction) =>
            sql`select from ${sql.raw(cast)}(${id}::uuid, ${target.id}::uuid, ${direction})`.execute(world.db),
          ),
        ),
      )
    await expect.poll(() => pagesTo(table, target)).toBeLessThan(10)
  })

  test('comments on a post', async () => {
    const [crowd, post] = [await world.members(30), await world.post({ by: ana, ...LONG })]
    for (let round = 0; round < 10; round++)
      await Promise.all(crowd.map((by) => world.comment({ by, on: post, content: 'Same here.' })))
    await expect.poll(() => pagesTo('posts', post)).toBeLessThan(10)
  })
})

test('whatever members do at the same time, every count equals a recount', async () => {
  const [crowd, subject] = [await world.members(4), await world.category()]
  const operation = fc.record({
    who: fc.nat(3),
    what: fc.constantFrom('vote', 'vote', 'vote on comment', 'comment', 'post'),
    which: fc.nat(1),
    direction: fc.constantFrom(...DIRECTIONS),
  })
  const bursts = fc.array(fc.array(operation, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 })
  const write = (by: Person) => world.post({ by, category: subject })
  await fc.assert(
    fc.asyncProperty(bursts, async (bursts) => {
      const posts = [await write(crowd[0]!), await write(crowd[1]!)]
      const comments = await Promise.all(posts.map((on) => world.comment({ by: crowd[2]!, on })))
      for (const burst of bursts) {
        await Promise.all(
          burst.map(({ who, what, which, direction }) => {
            if (what === 'post') return write(crowd[who]!)
            if (what === 'comment') return world.comment({ by: crowd[who]!, on: posts[which]! })
            if (what === 'vote') return kinds.post.cast(crowd[who]!, posts[which]!, direction)
            return kinds.comment.cast(crowd[who]!, comments[which]!, direction)
          }),
        )
      }
      for (const post of posts) expect(await kinds.post.read(null, post)).toEqual(await recount(kinds.post, post))
      for (const one of comments) expect(await kinds.comment.read(null, one)).toEqual(await recount(kinds.comment, one))
    }),
    { numRuns: 25, seed: 7 },
  )
  const wrong = await sql`
    select p.id from posts p where category_id = ${subject.id}
      and comment_count <> (select count(*) from comments c where c.post_id = p.id)
    union all select k.id from categories k where id = ${subject.id}
      and post_count <> (select count(*) from posts p where p.category_id = k.id)
    union all select m.id from profiles m where id = any (${crowd.map(({ id }) => id)}::uuid[])
      and (comment_count <> (select count(*) from comments c where c.author_id = m.id)
        or post_count <> (select count(*) from posts p where p.author_id = m.id))`.execute(world.db)
  expect(wrong.rows).toEqual([])
})
