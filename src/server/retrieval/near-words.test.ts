/** Threads that use other words than the question. */
import { expect, test } from 'vitest'
import { makeWorld } from '#test/world.ts'
import { nearWords } from './near-words.ts'
import { retrieve } from './retrieval.ts'

const world = await makeWorld()
const [ana, ben] = await world.members(2)
await tellThreads()

const ask = (question: string) => retrieve(world.ctx(ana!), question, { threads: 5, passages: 5 })
const nearest = async (question: string) => (await ask(question)).nearest.map(({ title }) => title)

async function tellThreads(): Promise<void> {
  const camera = await world.post({
    by: ana!,
    title: 'An old camera',
    content: 'Which film do you buy for the family, and is it cheap?',
  })
  await world.comment({
    by: ben!,
    on: camera,
    content: 'Film has become expensive. A roll of camera film is ten pounds.',
  })
  await world.post({ by: ben!, title: 'Nights', content: 'He wakes at two, and the whole family is awake until five.' })
  await world.readFacts()
}

test('the table has the near words of a word as stems, the nearest first, and none of a word that it does not know', async () => {
  const found = await nearWords(world.ctx(null), ['photography', 'xqzzy'])
  expect(found.filter(({ of }) => of === 'xqzzy')).toEqual([])
  expect(found.map(({ lexeme }) => lexeme)).toContain('camera')
  expect(found.length).toBeLessThanOrEqual(40)
  expect(found.map(({ nearness }) => nearness)).toEqual(found.map(({ nearness }) => nearness).toSorted((a, b) => b - a))
  for (const { nearness } of found) expect(nearness).toBeLessThan(1)
})

test('a thread that uses near words is named after the best by the own words, and is no answer', async () => {
  const found = await ask('Is photography with the family pricey?')
  expect(found.nearest.map(({ title }) => title)).toEqual(['Nights', 'An old camera'])
  expect(found.certainty).toBe('unsure')
})

test('a word that has a meaning is not corrected to another word', async () => {
  // "pricey" is near "cheap", which a thread has; "awaek" has no meaning
  expect((await ask('is it pricey at night')).corrected).toEqual([])
  expect((await ask('awaek at night')).corrected).toEqual([{ from: 'awaek', to: 'awake' }])
})

test('a thread without a word of the question is not near', async () => {
  expect(await nearest('photography')).toEqual([])
})
