import { expect, test } from 'vitest'
import { makeWorld } from '#test/world.ts'
import { retrieve } from './retrieval.ts'

const world = await makeWorld()
const [ana, ben] = await world.members(2)
await tellThreads()

const ask = (question: string) => retrieve(world.ctx(ana!), question, { threads: 5, passages: 5 })
const titles = async (question: string) => (await ask(question)).threads.map(({ title }) => title)

async function tellThreads(): Promise<void> {
  const sleep = await world.post({
    by: ana!,
    title: 'Sleep training',
    content: 'Our son wakes every hour of the night.',
  })
  await world.comment({
    by: ben!,
    on: sleep,
    content: 'We began sleep training at six months, and he slept after a week.',
  })
  await world.post({ by: ana!, title: 'Best pram for running', content: 'It needs three large wheels and a brake.' })
  await world.post({ by: ben!, title: 'A slip on the stairs', content: 'He fell on the stairs, but ran on.' })
  await world.readFacts()
}

test('a word that no thread contains is corrected to the nearest word, and the reader is told both', async () => {
  for (const [typed, corrected] of [
    ['sleepnig', [{ from: 'sleepnig', to: 'sleeping' }]],
    [
      'slep trainign',
      [
        { from: 'slep', to: 'sleep' },
        { from: 'trainign', to: 'training' },
      ],
    ],
  ] as const) {
    const found = await ask(typed)
    expect(found.corrected).toEqual(corrected)
    expect(found.threads[0]?.title).toBe('Sleep training')
  }
})

test('a word that a thread contains is never corrected, nor is a word with nothing near it', async () => {
  expect((await ask('a slip in the night')).corrected).toEqual([])
  expect((await ask('sleep with a xylophone')).corrected).toEqual([])
})

test('a misspelled thing is found by the name that a thread has for it', async () => {
  const found = await ask('best stroler for running')
  expect(found.corrected).toEqual([{ from: 'stroler', to: 'stroller' }])
  expect(found.threads[0]?.title).toBe('Best pram for running')
})

test('a long question keeps all its own words, however many others nobody uses', async () => {
  const strange =
    'photography painting sculpture orchestra violin piano senate congress president minister army soldier'
  const [short, long] = [
    await ask('sleep training at night'),
    await ask(`${strange.repeat(3)} sleep training at night`),
  ]
  expect(long.threads[0]).toEqual(short.threads[0])
})

test('a misspelled "about" is not searched for as another word', async () => {
  const found = await ask('Tell me abuot sleep training')
  expect(found).toMatchObject({ corrected: [], evidence: { unknown: 1 / 3 } })
})

test('a word is not corrected to itself if the index only has its stem', async () => {
  expect((await ask('Which sleeper for his room at night?')).corrected).toEqual([])
})

test('a word that nobody uses counts neither in the coverage nor in the first score', async () => {
  const [without, withOne] = [await ask('sleep training'), await ask('sleep training quuxish')]
  expect(withOne.evidence).toEqual({ ...without.evidence, unknown: 1 / 3 })
})

test('a thread is found by another word for the same thing, and the thing is counted once', async () => {
  expect(await titles('Which stroller?')).toEqual(['Best pram for running'])
  const [one, two] = [await ask('pram'), await ask('pram or a stroller, or a buggy')]
  expect(two.threads).toEqual(one.threads)
})

test('a question in chat language is understood', async () => {
  expect(await titles('how 2 train a 6mo')).toContain('Sleep training')
})
