/** The second retrieval pass, with a model that knows three meanings: sleep, wheels, and everything else. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Made, makeWorld, type Person } from '#test/world.ts'
import { type Embeddings, unit } from '../kernel/model/meaning.ts'
import { embedAll, retrieve } from './retrieval.ts'
import { embedBatch } from './vectors.ts'

const world = await makeWorld()
const [ana, ben, cem] = await Promise.all(['ana', 'ben', 'cem'].map((name) => world.member({ name })))

const MEANINGS = [/sleep|nap|doze|awake|insomnia/i, /pram|jogger|buggy|bicycle/i]

/** Stands in for the packaged model or an embeddings service. */
const modelOf = (model: string, { fails = false } = {}): Embeddings => ({
  model,
  async embed(texts) {
    if (fails) throw new Error('away')
    return texts.map((text) => {
      const vector = new Float32Array(512).map((_, at) => ((at * 7919) % 13) / 1000)
      const meaning = MEANINGS.findIndex((words) => words.test(text))
      for (let at = 0; at < 512; at += 3) vector[at]! += meaning === (at / 3) % 2 ? 1 : -0.5
      return unit(vector)
    })
  },
  async stop() {},
})
const small = modelOf('small')

const ask = (by: Person | null, question: string, embeddings: Embeddings | null) =>
  retrieve({ ...world.ctx(by), embeddings }, question, { threads: 10, passages: 10 })
const titles = async (by: Person | null, question: string, embeddings: Embeddings | null = small) =>
  (await ask(by, question, embeddings)).threads.map(({ title }) => title)

let pram: Made
beforeAll(async () => {
  pram = await world.post({
    by: ana!,
    title: 'Which one for the woods',
    content: 'Our pram has large tyres and a brake.',
  })
  await world.post({ by: ana!, title: 'Nights', content: 'He is awake from two until five, every single night.' })
  await world.readFacts()
  await embedAll(world.db, small)
})

test('a thread that shares no word with the question is found, and its passage is quoted', async () => {
  expect(await titles(cem!, 'A jogger to run with', null)).toEqual([])
  const { threads, passages, evidence } = await ask(cem!, 'A jogger to run with', small)
  expect(threads[0]).toMatchObject({ post_id: pram.id, title: 'Which one for the woods' })
  expect(passages[0]).toMatchObject({ post_id: pram.id, text: 'Our pram has large tyres and a brake.' })
  expect(evidence.cosine).toBeGreaterThan(0.9)
})

test('a match by words and meaning comes before a match by meaning alone', async () => {
  await world.post({ by: ben!, title: 'Best jogger', content: 'This jogger folds with one hand.' })
  await world.readFacts()
  await embedAll(world.db, small)
  expect((await titles(cem!, 'jogger')).slice(0, 2)).toEqual(['Best jogger', 'Which one for the woods'])
})

test('a member who is apart from its author does not find it, and after its deletion nobody does', async () => {
  const post = await world.post({ by: ben!, title: 'On two wheels', content: 'The bicycle is for Sundays.' })
  await world.readFacts()
  await embedAll(world.db, small)
  expect(await titles(cem!, 'buggy')).toContain('On two wheels')
  await world.as(ben!).blocks.blockMember({ user_id: cem!.id })
  expect(await titles(cem!, 'buggy')).not.toContain('On two wheels')
  expect(await titles(ana!, 'buggy')).toContain('On two wheels')
  await world.as(ben!).posts.deletePost({ id: post.id })
  expect(await titles(ana!, 'buggy')).not.toContain('On two wheels')
  await world.readFacts()
  const { rows } = await sql`select from passage_vectors v
    where not exists (select from retrieval_passages r where r.id = v.passage_id)`.execute(world.db)
  expect(rows).toEqual([])
})

test('if the model does not answer, the search uses words alone', async () => {
  expect(await titles(ana!, 'pram', modelOf('small', { fails: true }))).toEqual(['Which one for the woods'])
  expect(world.lines.some(({ level, text }) => level === 'warn' && text?.includes('by its words alone'))).toBe(true)
})

test('the service never gets text that may not be quoted any more, even before the index is updated', async () => {
  const [dan, eli] = await Promise.all(['dan', 'eli'].map((name) => world.member({ name })))
  const unwilling = await world.post({ by: dan!, title: 'A', content: 'Words of an unwilling author.' })
  await world.comment({ by: ana!, on: unwilling, content: 'Words below an unwilling author.' })
  const post = await world.post({ by: ana!, title: 'B', content: 'Words that may be told.' })
  await world.comment({ by: dan!, on: post, content: 'Words of an unwilling commenter.' })
  const edited = await world.comment({ by: eli!, on: post, content: 'Words before they were edited.' })
  const deleted = await world.post({ by: eli!, title: 'C', content: 'Words that were deleted.' })
  await world.readFacts()
  await world.as(dan!).assistant.setQuotable({ is_quotable: false })
  await world.as(eli!).comments.editComment({ id: edited.id, content: 'Words after they were edited.' })
  await world.as(eli!).posts.deletePost({ id: deleted.id })
  const embedded: string[] = []
  await embedAll(world.db, {
    ...small,
    async embed(texts) {
      embedded.push(...texts)
      return small.embed(texts)
    },
  })
  expect(embedded).toEqual(['Words that may be told.'])
  await world.readFacts()
})

test('if the nearest passages cannot be searched, the question is answered by its words', async () => {
  await sql`alter table passage_signatures rename to passage_signatures_away`.execute(world.db)
  try {
    expect(await titles(ana!, 'pram')).toEqual(['Which one for the woods'])
  } finally {
    await sql`alter table passage_signatures_away rename to passage_signatures`.execute(world.db)
  }
  expect(
    world.lines.some(({ level, text }) => level === 'warn' && text?.startsWith('the second retrieval pass failed')),
  ).toBe(true)
})

test('vectors of another model are not compared, and are computed again', async () => {
  const other = modelOf('other')
  expect(await titles(ana!, 'A jogger to run with', other)).toEqual(await titles(ana!, 'A jogger to run with', null))
  await embedAll(world.db, other)
  expect(await titles(ana!, 'A jogger to run with', other)).toContain('Which one for the woods')
  const { rows } = await sql<{ model: string }>`select model from meaning`.execute(world.db)
  expect(rows).toEqual([{ model: 'other' }])
})

test('two concurrent processes store each vector once', async () => {
  await Promise.all([embedBatch(world.db, small), embedBatch(world.db, small)])
  await embedAll(world.db, small)
  const { rows } = await sql<{ passages: number; vectors: number; signatures: number }>`
    select (select count(*) from retrieval_passages where start is not null)::int as passages,
      (select count(*) from passage_vectors)::int as vectors, (select count(*) from passage_signatures)::int as signatures`.execute(
    world.db,
  )
  const [{ passages, ...made }] = rows as [(typeof rows)[0]]
  expect(made).toEqual({ vectors: passages, signatures: passages })
})
