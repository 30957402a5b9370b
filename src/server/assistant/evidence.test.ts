/** Which replies an answer quotes: thread by thread, the best one first, and never filled up. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Made, makeWorld, type Person } from '#test/world.ts'

const world = await makeWorld()
const [ana, ben, cal, dan] = await Promise.all(['ana', 'ben', 'cal', 'dan'].map((name) => world.member({ name })))
const asker = await world.member({ name: 'asker' })
await sql`update profiles_private set plan = 'Superdad' where id = ${asker.id}`.execute(world.db)
for (const [title, content] of [
  ['Garden shed', 'The roof of the shed leaks since the storm.'],
  ['School run', 'The school run takes an hour by bus.'],
  ['Camping', 'It rained for three days and they loved it.'],
  ['Bike seats', 'We bought a seat for the front of the bike.'],
])
  await world.post({ by: ana!, title: title!, content: content! })

const ask = async (question: string) => {
  await world.readFacts()
  return world.as(asker).assistant.askAssistant({ question })
}
const thread = (title: string, content: string, type: 'question' | 'text' = 'question') =>
  world.post({ by: ana!, type, title, content })
const reply = (by: Person, on: Made, content: string) => world.comment({ by, on, content })
const vote = (comment: Made, upvotes: number) =>
  sql`update comments set upvotes = ${upvotes} where id = ${comment.id}`.execute(world.db)

test('the best thread comes whole, and an answer is not filled up from unrelated threads', async () => {
  const on = await thread('Stammer at four', 'Does a stammer go away?')
  await reply(ben!, on, 'The stammer of our son went away at five. We never corrected him.')
  await reply(cal!, on, 'A speech therapist helped us with the stammer. It took a winter of small steps.')
  const other = await thread('Party at four', 'What do you do at a party of four year olds?')
  await reply(dan!, other, 'At four they all want to go away from the music, so we danced in the garden.')
  const { sources, sentences } = await ask('Does a stammer go away at four?')
  expect(sources.map(({ title }) => title)).toEqual(['Stammer at four'])
  expect(sentences.map(({ text }) => text).sort()).toEqual([
    'A speech therapist helped us with the stammer. It took a winter of small steps.',
    'The stammer of our son went away at five. We never corrected him.',
  ])
})

test('a further thread that is nearly as good follows under its own title', async () => {
  for (const [title, how] of [
    ['Hiccups of a baby', 'Hiccups of a baby stop if you hold him upright, as we did for ten minutes.'],
    ['Baby with hiccups', 'Hiccups of our baby stop after a sip of water, which took us months to find.'],
  ])
    await reply(ben!, await thread(title!, 'What stops hiccups of a baby?'), how!)
  const { sources, sentences } = await ask('What stops hiccups of a baby?')
  expect(sources.map(({ title }) => title)).toEqual(['Hiccups of a baby', 'Baby with hiccups'])
  expect(sentences.map(({ quotation }) => quotation!.n)).toEqual([1, 2])
})

test('the sentences of a thread stand together, and its best replies are those with the most votes', async () => {
  const on = await thread('Nosebleeds', 'What stops a nosebleed?')
  const texts = [
    'pinch the soft part',
    'hold a cold cloth',
    'lean forward a little',
    'sit still and breathe',
    'wait for it',
  ]
  const made: Made[] = []
  for (const [nth, how] of texts.entries())
    made.push(
      await reply([ben!, cal!, dan!][nth % 3]!, on, `A nosebleed stops if you ${how} for ten minutes, as ours did.`),
    )
  await vote(made[2]!, 20)
  await vote(made[4]!, 10)
  const { sentences, sources } = await ask('What stops a nosebleed?')
  expect(sources).toHaveLength(1)
  expect(sentences).toHaveLength(3)
  expect(sentences.map(({ quotation }) => quotation!.comment_id).slice(0, 2)).toEqual([made[2]!.id, made[4]!.id])
})

test('a one-liner loses to a reply that explains, although the members like it more', async () => {
  const on = await thread('Toddler bites', 'How do you stop a toddler who bites?')
  const joke = await reply(ben!, on, 'Toddler bites? Bite back.')
  const explains = await reply(
    cal!,
    on,
    'A toddler bites because he has no words yet, so we named what he wanted and held his hand until he was calm.',
  )
  await vote(joke, 3)
  const { sentences } = await ask('How do you stop a toddler who bites?')
  expect(sentences[0]!.quotation!.comment_id).toBe(explains.id)
})

test('a thread without replies answers nothing; a post that tells how it went does', async () => {
  await thread('Sleepwalking again', 'Our girl is sleepwalking each night. What do you do about sleepwalking?', 'text')
  expect(await ask('What do you do about sleepwalking?')).toMatchObject({
    state: 'refused',
    queriesUsed: expect.anything(),
  })
  await thread(
    'How sleepwalking ended',
    'Her sleepwalking ended when we woke her at eleven each night for a week.',
    'text',
  )
  const { sentences } = await ask('What do you do about sleepwalking?')
  expect(sentences.map(({ text }) => text)).toEqual([
    'Her sleepwalking ended when we woke her at eleven each night for a week.',
  ])
})

test('"What did he say" gets the words of that man only', async () => {
  const on = await thread('Thumb sucking', 'How did thumb sucking end?')
  await reply(ben!, on, 'Thumb sucking ended with a glove at night, after two weeks of patience.')
  const his = await reply(cal!, on, 'Thumb sucking ended by itself at school, because the others laughed.')
  const { sentences } = await ask(`What did ${cal!.username} say about thumb sucking?`)
  expect(sentences.map(({ quotation }) => quotation!.comment_id)).toEqual([his.id])
  expect(await ask(`What did ${dan!.username} say about thumb sucking?`)).toMatchObject({
    ...{ state: 'refused', queriesUsed: expect.anything() },
    nearest: [{ post_id: on.id, title: 'Thumb sucking' }],
  })
  expect((await ask('What did other dads say about thumb sucking?')).sentences).toHaveLength(2)
})

test('a passage with a telephone number is left out as a whole, and the other replies are quoted', async () => {
  const on = await thread('Head lice', 'What helps against head lice?')
  await reply(ben!, on, 'Head lice went away with a fine comb and conditioner. For more call me on 07700 900123.')
  await reply(cal!, on, 'Head lice went away with combing every second day. It cost £8 for two.')
  const { sentences } = await ask('What helps against head lice?')
  expect(sentences.map(({ text }) => text)).toEqual([
    'Head lice went away with combing every second day. It cost £8 for two.',
  ])
})
