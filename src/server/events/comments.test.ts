/** Comments on events. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { snapshot } from '#test/snapshot.ts'
import { makeWorld, passed, refusal, waitingForLocks } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const [ana, ben, cal] = [await world.member(), await world.member(), await world.member()]
const { id } = await world.event({ by: ana })
const say = (content: string, comment_id: string = randomUUID(), who = ben, event = id) =>
  world.as(who).events.createEventComment({ id: event, comment_id, content })
const unsay = (comment: string, who = ben) => world.as(who).events.deleteEventComment({ id: comment })
const count = async (table: string, mark: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} t where t::text like ${`%${mark}%`}`.execute(db)
  return rows[0]!.n
}

describe('a comment', () => {
  test('is stored and published with its author', async () => {
    const comment = await say('  Bring *a ball*.  ')
    expect(comment).toMatchObject({
      ...{ event_id: id, content: 'Bring *a ball*.', is_own: true },
      ...{
        author: { id: ben.id, username: ben.username },
        body: [{ t: 'p', c: ['Bring ', { t: 'i', c: ['a ball'] }, '.'] }],
      },
    })
    const { rows } = await sql`select event_id, user_id, content from event_comments where id = ${comment.id}`.execute(
      db,
    )
    expect(rows).toEqual([{ event_id: id, user_id: ben.id, content: 'Bring *a ball*.' }])
    const { rows: published } =
      await sql`select kind, subject from topic_events where topic = ${`event:${id}`}`.execute(db)
    expect(published).toEqual([{ kind: 'comment.sent', subject: comment.id }])
    expect(await count('facts', comment.id)).toBe(1)
    expect(world.notified).toContain(`event:${id}`)
  })

  test.each(['', '   ', '\n\t', '\u200b\u200d', '\u2800'])('is refused if it is only %j', async (content) => {
    const before = await snapshot(db)
    expect(await refusal(say(content))).toMatchObject({
      status: 400,
      data: { fields: { content: 'Please enter a comment' } },
    })
    expect(await snapshot(db)).toBe(before)
  })

  test('has at most 10,000 characters', async () => {
    expect((await say('👶'.repeat(10_000))).content).toHaveLength(20_000)
    expect(await refusal(say('👶'.repeat(10_001)))).toMatchObject({ status: 400 })
    const long = sql`update event_comments set content = ${'👶'.repeat(10_001)}`
    await expect(long.execute(db)).rejects.toMatchObject({ code: '23514' })
  })

  test('comes after the earlier ones; a visitor reads them page by page', async () => {
    const { id } = await world.event({ by: ana })
    expect(await world.as(null).events.listEventComments({ id })).toEqual({ items: [], next: null })
    for (let n = 0; n < 45; n++) await passed(await say(`${n}`, randomUUID(), n % 2 ? ben : cal, id))
    const read: string[] = []
    for (let after: string | undefined; ; ) {
      const { items, next } = await world.as(null).events.listEventComments({ id, ...(after && { after }) })
      expect(items.every(({ is_own }) => !is_own)).toBe(true)
      read.push(...items.map(({ content }) => content))
      if (!next) break
      after = next
    }
    expect(read).toEqual(Array.from({ length: 45 }, (_, n) => `${n}`))
    const { items } = await world.as(ben).events.listEventComments({ id })
    expect(items.map(({ is_own }) => is_own)).toEqual(Array.from({ length: 20 }, (_, n) => n % 2 === 1))
    expect(await refusal(world.as(null).events.listEventComments({ id, after: 'x' }))).toMatchObject({ status: 400 })
  })

  test('can be written on a cancelled event and on one that is over', async () => {
    const { id } = await world.event({ by: ana })
    await sql`update local_events set cancelled_at = now(), event_date = '2026-01-01' where id = ${id}`.execute(db)
    expect(await say('It was fine.', randomUUID(), ben, id)).toMatchObject({ content: 'It was fine.' })
  })

  test('of a deleted account stays, without an author', async () => {
    const gone = await world.member()
    const { id } = await world.event({ by: ana })
    await say('I was here.', randomUUID(), gone, id)
    await db.deleteFrom('user').where('id', '=', gone.id).execute()
    expect(await world.as(ben).events.listEventComments({ id })).toMatchObject({
      items: [{ author: null, is_own: false }],
    })
  })
})

describe('27: the same comment sent again', () => {
  test('is stored once and published once, also if sent at the same time', async () => {
    const mark = randomUUID()
    const sent = await Promise.all(Array.from({ length: 8 }, () => say('Once.', mark)))
    for (const comment of sent) expect(comment).toEqual(sent[0])
    for (const table of ['event_comments', 'facts', 'topic_events']) expect(await count(table, mark), table).toBe(1)
  })

  test('is refused with other words, on another event or from another member', async () => {
    const mark = randomUUID()
    await say('Mine.', mark)
    const other = await world.event({ by: ana })
    const taken = { code: 'ID_TAKEN', status: 409, message: 'Failed to add comment. Please try again.' }
    expect(await refusal(say('Other.', mark))).toEqual(taken)
    expect(await refusal(say('Mine.', mark, cal))).toEqual(taken)
    expect(await refusal(say('Mine.', mark, ben, other.id))).toEqual(taken)
    expect(await count('event_comments', mark)).toBe(1)
  })

  test('is not restored after its author has deleted it; for others its id is taken', async () => {
    const mark = randomUUID()
    await say('Gone.', mark)
    await unsay(mark)
    expect(await refusal(say('Gone.', mark))).toMatchObject({ code: 'COMMENT_DELETED', status: 410 })
    expect(await refusal(say('Gone.', mark, cal))).toMatchObject({ code: 'ID_TAKEN', status: 409 })
    expect(await count('event_comments', mark)).toBe(0)
    expect(await count('used_ids', mark)).toBe(1)
  })

  test('is not restored if sent while it is being deleted', async () => {
    const mark = randomUUID()
    await say('Now.', mark)
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deleted = db.transaction().execute(async (inside) => {
      await inside.deleteFrom('event_comments').where('id', '=', mark).execute()
      held.resolve()
      await go.promise
    })
    await held.promise
    const again = say('Now.', mark)
    again.catch(() => {})
    await waitingForLocks(world, 1)
    go.resolve()
    await deleted
    expect(await refusal(again)).toMatchObject({ code: 'COMMENT_DELETED', status: 410 })
    expect(await count('event_comments', mark)).toBe(0)
  })
})

describe('a member who deletes comments', () => {
  test('deletes his own once, and the deletion is published', async () => {
    const { id: comment } = await say('Never mind.')
    const { rows: before } = await sql<{ seq: number }>`select seq from topics where topic = ${`event:${id}`}`.execute(
      db,
    )
    expect(await unsay(comment.toUpperCase())).toEqual({ id: comment })
    const { rows } = await sql`select kind, subject from topic_events
      where topic = ${`event:${id}`} and seq > ${before[0]!.seq}`.execute(db)
    expect(rows).toEqual([{ kind: 'comment.deleted', subject: comment }])
    expect(await refusal(unsay(comment))).toEqual({
      code: 'COMMENT_NOT_FOUND',
      status: 404,
      message: 'Comment not found',
    })
    expect(await count('facts', comment)).toBe(2)
  })

  test('cannot delete a comment of another member, not even on his own event', async () => {
    const { id: comment } = await say('Stays.')
    const before = await snapshot(db)
    for (const who of [ana, cal])
      expect(await refusal(unsay(comment, who))).toMatchObject({ code: 'NOT_AUTHOR', status: 403 })
    expect(await snapshot(db)).toBe(before)
  })

  test('succeeds with exactly one of many deletions at the same time', async () => {
    const { id: comment } = await say('Twice.')
    const ends = await Promise.allSettled(Array.from({ length: 6 }, () => unsay(comment)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await count('topic_events', comment)).toBe(2)
  })
})
