import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWorld } from '#test/world.ts'
import { makeReference } from '../evaluation/reference.ts'
import { questionTerms } from './terms.ts'
import { threadsFor } from './threads.ts'

const world = await makeWorld()

const ANIMALS = ['otter', 'heron', 'badger', 'newt', 'vole', 'stoat', 'lapwing', 'curlew']

/** Animals in threads of different lengths: the first animal is in all of them, the last one in one. */
async function tellThreads(): Promise<void> {
  const [ana, ben] = await world.members(2)
  for (let nth = 1; nth <= 16; nth++) {
    const seen = ANIMALS.filter((_, animal) => nth % (animal + 1) === 0)
    const post = await world.post({ by: ana!, title: `Walk ${nth}`, content: `We met: ${seen.join(', ')}.\n\nRain.` })
    for (let comment = 0; comment < nth % 4; comment++)
      await world.comment({ by: ben!, on: post, content: `The ${seen.at(-1)} and its young ran from the ${seen[0]}.` })
  }
}

test('the scores are those of BM25, also after threads were edited', async () => {
  await tellThreads()
  await scoresMustBeRight()
  const { rows } = await sql<{
    id: string
    author_id: string
  }>`select id, author_id from comments order by id limit 6`.execute(world.db)
  for (const [nth, { id, author_id }] of rows.entries())
    if (nth % 2 === 0) await world.as({ id: author_id }).comments.deleteComment({ id })
    else
      await world.as({ id: author_id }).comments.editComment({ id, content: 'An otter, a curlew and another otter.' })
  await scoresMustBeRight()
})

async function scoresMustBeRight(): Promise<void> {
  await world.readFacts()
  const { rows } = await sql<{ id: string; words: string[] }>`
    select p.id, retrieval_words(p.title || ' ' || p.content || ' ' || coalesce((select string_agg(k.content, ' ')
      from comments k where k.post_id = p.id), '')) as words from posts p`.execute(world.db)
  const reference = makeReference(new Map(rows.map(({ id, words }) => [id, words])))
  for (const words of [
    ['otter'],
    ['lapwing', 'curlew'],
    ['vole', 'badger', 'stoat', 'newt', 'young'],
    ['zebra', 'heron'],
    // the question has more words than are used to find threads
    [...ANIMALS, 'walk', 'rain'],
  ]) {
    const asked = await sql<{ words: string[] }>`select retrieval_words(${words.join(' ')}) as words`.execute(world.db)
    const expected = new Map(reference.rank(asked.rows[0]!.words).map(({ id, score }) => [id, score]))
    const ctx = world.ctx(null)
    const threads = await threadsFor(ctx, await questionTerms(ctx, words.join(' ')), 50)
    if (words.length <= 5) expect(threads.length).toBe(expected.size)
    else expect(threads.length).toBeGreaterThan(5)
    for (const { post_id, score } of threads) expect(Math.abs(score - expected.get(post_id)!)).toBeLessThan(1e-6)
  }
}
