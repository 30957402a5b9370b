import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { administratorOf, decided } from '#test/administrator.ts'
import { type Quoted, storeAnswer, takeBack } from '#test/stored-answers.ts'
import { type Made, makeWorld, type Network, type Person } from '#test/world.ts'
import { readAllFacts } from '../kernel/stream/readers.ts'
import { doubtReader, forgetQuoted, strikeBatch, verifyAnswers } from './assistant.ts'

const world = await makeWorld()
const { db } = world
const admin = await administratorOf(world)
const QUOTE = 'Rub his back until he burps.'
const CONTENT = `We tried it all. **Rub** his back\nuntil he burps. Then wait.`

interface Scene {
  asker: Person
  author: Person
  /** wrote the thread below which the author wrote a comment */
  host: Person
  network: Network
  post: Made
  comment: Made
  inNetwork: Made
}
let scene: Scene

beforeEach(async () => {
  await takeBack(world)
  const [asker, author, host] = (await world.members(3)) as [Person, Person, Person]
  const network = await world.publicNetwork({ members: [host, author] })
  await sql`update group_members set role = 'admin' where group_id = ${network.id} and user_id = ${host.id}`.execute(db)
  const thread = await world.post({ by: host })
  scene = {
    ...{ asker, author, host, network },
    post: await world.post({ by: author, content: CONTENT }),
    comment: { ...(await world.comment({ by: author, on: thread, content: CONTENT })), thread } as Made,
    inNetwork: await world.postIn(network, { by: author, content: CONTENT }),
  }
})

type Where = 'post' | 'comment' | 'inNetwork'
const quoted = (where: Where): Quoted => {
  const source = scene[where] as Made & { thread?: Made }
  return source.thread ? { post: source.thread, comment: source, quote: QUOTE } : { post: source, quote: QUOTE }
}
const readAs = async (id: string, by = scene.asker) => {
  const { sentences, response, sources, sourcesFound } = await world.as(by).assistant.getQuestion({ id })
  return { sentence: sentences[0]!, response, sources, sourcesFound }
}
const stored = async (id: string) =>
  (await db.selectFrom('assistant_sentences').selectAll().where('question_id', '=', id).execute())[0]!

const as = (person: Person) => world.as(person)
const WAYS: [why: string, where: Where, what: string, change: () => Promise<unknown>][] = [
  [
    'edited',
    'post',
    'the post is edited',
    () => as(scene.author).posts.editPost({ id: scene.post.id, content: 'Gone.' }),
  ],
  [
    ...(['edited', 'comment', 'the comment is edited'] as const),
    () => as(scene.author).comments.editComment({ id: scene.comment.id, content: 'Gone.' }),
  ],
  ['deleted', 'post', 'the post is deleted', () => as(scene.author).posts.deletePost({ id: scene.post.id })],
  [
    ...(['deleted', 'comment', 'the comment is deleted'] as const),
    () => as(scene.author).comments.deleteComment({ id: scene.comment.id }),
  ],
  [
    ...(['deleted', 'comment', 'the thread of the comment is deleted'] as const),
    () => as(scene.host).posts.deletePost({ id: quoted('comment').post.id }),
  ],
  [
    ...(['removed', 'post', 'an administrator removes the post'] as const),
    () => as(admin).admin.removeThing({ kind: 'post', id: scene.post.id, reason: 'Unkind.' }),
  ],
  [
    ...(['removed', 'comment', 'a report about the comment is decided'] as const),
    () => decided(world, { admin, by: scene.host, decision: 'remove' }, 'comment', scene.comment),
  ],
  [
    ...(['removed', 'comment', 'an administrator removes the thread'] as const),
    () => as(admin).admin.removeThing({ kind: 'post', id: quoted('comment').post.id, reason: 'Unkind.' }),
  ],
  [
    ...(['hidden', 'inNetwork', 'the network is shut'] as const),
    () => as(scene.host).groups.editGroup({ id: scene.network.id, is_public: false }),
  ],
  [
    ...(['blocked', 'post', 'the asker blocks the author'] as const),
    () => as(scene.asker).blocks.blockMember({ user_id: scene.author.id }),
  ],
  // the blocked member is not told that he was blocked
  [
    ...(['hidden', 'post', 'the author blocks the asker'] as const),
    () => as(scene.author).blocks.blockMember({ user_id: scene.asker.id }),
  ],
  [
    ...(['hidden', 'comment', 'the asker blocks the author of the thread'] as const),
    () => as(scene.asker).blocks.blockMember({ user_id: scene.host.id }),
  ],
  [
    ...(['hidden', 'comment', 'the author of the thread blocks the asker'] as const),
    () => as(scene.host).blocks.blockMember({ user_id: scene.asker.id }),
  ],
  [
    ...(['unwilling', 'comment', 'the author does not want to be quoted'] as const),
    () => as(scene.author).assistant.setQuotable({ is_quotable: false }),
  ],
  [
    ...(['unwilling', 'comment', 'the author of the thread does not want to be quoted'] as const),
    () => as(scene.host).assistant.setQuotable({ is_quotable: false }),
  ],
  [
    ...(['unwilling', 'inNetwork', 'the network does not want to be quoted'] as const),
    () => as(scene.host).assistant.setGroupQuotable({ group_id: scene.network.id, is_quotable: false }),
  ],
]

describe('a sentence is retracted, with the reason,', () => {
  test.each(WAYS)('%s: its source is a %s and %s', async (why, where, _what, change) => {
    const id = await storeAnswer(world, scene.asker, [quoted(where)])
    expect(await readAs(id)).toMatchObject({ sentence: { text: QUOTE, struck: null }, sourcesFound: 1 })
    await change()
    const struck = {
      sentence: { nth: 1, kind: 'quotation', text: null, quotation: null, struck: why },
      ...{ response: '', sources: [], sourcesFound: 0 },
    }
    // at once, before a reader has processed the fact
    expect(await readAs(id)).toEqual(struck)
    expect(await stored(id)).toMatchObject({ struck: null, quote: QUOTE })
    await takeBack(world)
    expect(await stored(id)).toMatchObject({ struck: why, text: null, quote: null, author_id: null })
    expect(await readAs(id)).toEqual(struck)
  })

  test('in the answers of all askers concerned, and in no other answer', async () => {
    const other = await world.member()
    const [his, others] = [
      await storeAnswer(world, scene.asker, [quoted('post'), quoted('comment')]),
      await storeAnswer(world, other, [quoted('post')]),
    ]
    await as(scene.asker).blocks.blockMember({ user_id: scene.author.id })
    await takeBack(world)
    expect((await as(scene.asker).assistant.getQuestion({ id: his })).sentences.map(({ struck }) => struck)).toEqual([
      'blocked',
      'blocked',
    ])
    expect(await readAs(others, other)).toMatchObject({ sentence: { struck: null }, sourcesFound: 1 })
  })

  test('and stays retracted if its source is restored, because its words are deleted', async () => {
    const id = await storeAnswer(world, scene.asker, [quoted('post')])
    await as(admin).admin.removeThing({ kind: 'post', id: scene.post.id, reason: 'Unkind.' })
    await takeBack(world)
    await as(admin).admin.restoreThing({ kind: 'post', id: scene.post.id })
    await takeBack(world)
    expect(await readAs(id)).toMatchObject({ sentence: { struck: 'removed', text: null } })
  })
})

describe('a sentence that the model wrote', () => {
  const SAID = 'Rub his back until he burps.'
  const said = (text = `${SAID.slice(0, -1)}, we tried.`) =>
    storeAnswer(world, scene.asker, [{ ...quoted('post'), text }])

  test('is retracted if its source still contains the quotation, but says something else now', async () => {
    const [id, alone] = [await said(), await storeAnswer(world, scene.asker, [quoted('post')])]
    const content = `We tried it all. Our doctor warned us: never do what we did. Never: Rub his back\nuntil he burps. Then wait.`
    await as(scene.author).posts.editPost({ id: scene.post.id, content })
    expect((await readAs(id)).sentence).toMatchObject({ struck: 'edited', text: null })
    // an answer of quotations alone says only what is quoted
    expect((await readAs(alone)).sentence).toMatchObject({ struck: null, text: QUOTE })
    expect(await verifyAnswers(db)).toMatchObject({ refuted: [] })
    expect(await stored(id)).toMatchObject({ struck: 'edited', text: null, quote: null })
    expect(await stored(alone)).toMatchObject({ struck: null })
  })

  test('stands if its source is edited elsewhere', async () => {
    const id = await said()
    await as(scene.author).posts.editPost({ id: scene.post.id, content: `First of all. ${CONTENT}` })
    await takeBack(world)
    expect((await readAs(id)).sentence).toMatchObject({ kind: 'quoted', struck: null })
  })
})

describe('a sentence stands', () => {
  test('if its source is edited around the quotation, and spaces and capitals may change', async () => {
    const id = await storeAnswer(world, scene.asker, [quoted('post'), quoted('comment')])
    await as(scene.author).posts.editPost({ id: scene.post.id, content: `RUB his   back until\n\nhe burps. And more.` })
    const moved = `First of all. ${CONTENT}`
    await as(scene.author).comments.editComment({ id: scene.comment.id, content: moved })
    await takeBack(world)
    const { sentences } = await as(scene.asker).assistant.getQuestion({ id })
    expect(sentences.map(({ text }) => text)).toEqual([QUOTE, QUOTE])
    // its new position is stored
    const { updated_at } = await db
      .selectFrom('comments')
      .select('updated_at')
      .where('id', '=', scene.comment.id)
      .executeTakeFirstOrThrow()
    const place = db.selectFrom('assistant_sentences').select(['span_from', 'span_to', 'revision'])
    expect(await place.where('question_id', '=', id).where('nth', '=', 2).execute()).toEqual([
      { span_from: 31, span_to: 31 + QUOTE.length, revision: updated_at },
    ])
  })

  test('if its author votes, comments, joins and blocks somebody else, or his network is renamed', async () => {
    const id = await storeAnswer(world, scene.asker, [quoted('inNetwork')])
    await as(scene.author).blocks.blockMember({ user_id: scene.host.id })
    await as(scene.asker).votes.castPostVote({ post_id: scene.inNetwork.id, direction: 'up' })
    await world.comment({ by: scene.asker, on: scene.inNetwork })
    await as(scene.host).groups.editGroup({ id: scene.network.id, location: 'Leeds' })
    await takeBack(world)
    expect(await readAs(id)).toMatchObject({ sentence: { struck: null } })
  })
})

test('a deleted account is not quoted any more, at once, though its words stay where it wrote them', async () => {
  const id = await storeAnswer(world, scene.asker, [quoted('post')])
  await sql`update posts set author_id = null where id = ${scene.post.id}`.execute(db)
  expect((await readAs(id)).sentence).toMatchObject({ text: null, quotation: null, struck: 'unwilling' })
  while (await forgetQuoted(world.ctx(null), scene.author.id));
  expect(await stored(id)).toMatchObject({ struck: 'unwilling', text: null, quote: null, author_id: null })
})

describe('concurrent changes', () => {
  test('a source that is retracted while it is quoted is noticed when the answer is stored', async () => {
    const quote = quoted('post')
    await as(scene.author).posts.editPost({ id: scene.post.id, content: 'Gone.' })
    await takeBack(world)
    // with the revision that the answer quoted
    const id = await storeAnswer(world, scene.asker, [quote])
    await sql`update assistant_sentences set revision = revision - interval '1 minute' where question_id = ${id}`.execute(
      db,
    )
    expect(await readAs(id)).toMatchObject({ sentence: { struck: 'edited' } })
    await takeBack(world)
    expect(await stored(id)).toMatchObject({ struck: 'edited' })
  })

  test('an author with many sentences does not delay others: batches rotate', async () => {
    const rows = Array.from({ length: 3000 }, () => randomUUID())
    await sql`insert into assistant_questions (id, member_id, question, state, answered_at)
      select id, ${scene.asker.id}, 'Sleep?', 'answered', now() from unnest(${rows}::uuid[]) as x (id)`.execute(db)
    await sql`insert into assistant_sentences (question_id, nth, asker_id, kind, text, quote, post_id, author_id, revision)
      select x.id, 1, ${scene.asker.id}, 'quotation', ${QUOTE}, ${QUOTE}, ${scene.post.id}, ${scene.author.id}, p.updated_at
      from unnest(${rows}::uuid[]) as x (id), posts p where p.id = ${scene.post.id}`.execute(db)
    await sql`delete from assistant_doubts`.execute(db)
    await as(scene.author).assistant.setQuotable({ is_quotable: false })
    await takeBackIn(1)
    const id = await storeAnswer(world, scene.host, [{ post: scene.inNetwork, quote: QUOTE }])
    await sql`delete from assistant_doubts where about = 'question'`.execute(db)
    await as(scene.author).posts.deletePost({ id: scene.inNetwork.id })
    // the notes that were there before get one batch each
    await takeBackIn(3)
    expect(await stored(id)).toMatchObject({ struck: 'deleted' })
    const left = await db
      .selectFrom('assistant_sentences')
      .select('nth')
      .where('post_id', '=', scene.post.id)
      .where('struck', 'is', null)
      .execute()
    expect(left.length).toBeGreaterThan(0)
    await takeBack(world)
    expect(await verifyAnswers(db)).toMatchObject({ refuted: [] })
  })
})

async function takeBackIn(steps: number): Promise<void> {
  await readAllFacts(db, [doubtReader])
  for (let n = 0; n < steps; n++) await strikeBatch(db)
}

describe('npm run verify-answers', () => {
  test('lists each standing sentence that is not in its source, and no other', async () => {
    await storeAnswer(world, scene.asker, [quoted('comment'), 'That sounds exhausting.'])
    const before = await verifyAnswers(db)
    expect(before.refuted).toEqual([])
    // words that were never in the source, with its current revision
    const id = await storeAnswer(world, scene.asker, [quoted('post'), { post: scene.post, quote: 'Whisky helps.' }])
    await sql`delete from assistant_doubts`.execute(db)
    expect(await verifyAnswers(db)).toEqual({
      ...before,
      standing: before.standing + 1,
      refuted: [{ question_id: id, nth: 2, why: 'edited' }],
    })
  })
})
