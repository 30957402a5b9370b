/**
 * A model chooses; it does not write. Whatever a hostile model sends, all that is shown as knowledge is whole sentences that
 * a father wrote, letter by letter from their source.
 */
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { LEADS } from '#server/assistant/own-words.ts'
import { makeModel } from '#server/kernel/model/model.ts'
import { plainOf } from '#server/kernel/text/text.ts'
import { makeModelServer, says, saysObjects } from './model.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const server = await makeModelServer()
afterAll(() => server.stop())
const [ben, cal, dan] = await Promise.all(['ben', 'cal', 'dan'].map((name) => world.member({ name })))
const asker = await world.member({ name: 'asker' })
await sql`update profiles_private set plan = 'Superdad' where id = ${asker.id}`.execute(world.db)

const QUESTION = 'How do you bring down a fever at night?'
/** The whole sentences of each reply. */
const REPLIES = [
  [
    'Our doctor gave us 5 ml of the fever syrup at night.',
    'But never give it to a baby under three months.',
    'We kept the room cool.',
  ],
  ['We tried cold baths for the fever.', 'It made him worse.', 'A damp cloth at night helped him more.'],
  ['For a fever we do not use aspirin at any age.', 'Rest and water did it in two nights.'],
]
const SENTENCES = new Set(REPLIES.flat())

const post = await world.post({
  by: dan!,
  type: 'question',
  title: 'Fever at night',
  content: 'What helps with fever?',
})
for (const [nth, sentences] of REPLIES.entries())
  await world.comment({ by: [ben!, cal!, ben!][nth]!, on: post, content: sentences.join(' ') })
for (const subject of ['Sheds', 'Bikes', 'Buses'])
  await world.post({ by: dan!, title: subject, content: `All about ${subject} and nothing else.` })
await world.readFacts()

const ask = async () =>
  world.as(asker, { model: makeModel(server.config) }).assistant.askAssistant({ question: QUESTION })

/** Each quotation is in its source, and is nothing but whole sentences of one father. */
async function mustBeFathersOwn(reply: Awaited<ReturnType<typeof ask>>): Promise<void> {
  for (const { kind, text, quotation } of reply.sentences) {
    if (kind === 'own') {
      expect([...LEADS, 'You are not alone.'] as string[]).toContain(text)
      continue
    }
    expect(kind).toBe('quotation')
    expect(text).toBe(quotation!.text)
    const { rows } = await sql<{ body: Parameters<typeof plainOf>[0] }>`
      select body from comments where id = ${quotation!.comment_id}`.execute(world.db)
    expect(plainOf(rows[0]!.body)).toContain(text)
    const parts = text!.split(/(?<=\.) /)
    expect(parts.filter((part) => !SENTENCES.has(part))).toEqual([])
    // the warning and the result are never left out
    for (const [one, next] of REPLIES.slice(0, 2)) if (text!.includes(one!)) expect(text).toContain(next!)
  }
}

const wordsOf = (objects: object[]) => objects.map((one) => `${JSON.stringify(one)}\n`).join('')

test.each<[string, (passages: { n: number; text: string }[]) => object[] | string]>([
  ['rewrites', () => [{ text: 'Give 5 ml of syrup to any baby.', n: 1, quote: '5 ml of the fever syrup' }]],
  ['splices halves', () => [{ text: 'Our doctor gave us cold baths.', n: 1, s: ['Our doctor gave us', 'cold baths'] }]],
  ['drops a negation', () => [{ text: 'For a fever we use aspirin.', n: 3, quote: 'use aspirin at any age' }]],
  ['leaves out the warning that follows', ({ length }) => Array.from({ length }, (_, at) => ({ n: at + 1, s: [1] }))],
  ['leaves out what "it" is', ({ length }) => Array.from({ length }, (_, at) => ({ n: at + 1, s: [2] }))],
  ['turns the order round in one object', () => [{ n: 1, s: [3, 2, 1] }]],
  [
    'turns the order round in two objects',
    () => [
      { n: 1, s: [3] },
      { n: 1, s: [1] },
    ],
  ],
  ['invents numbers', () => [{ text: 'Give 50 ml.', n: 1, s: [1], amount: '50 ml' }]],
  ['cuts a sentence in half', () => [{ n: 3, s: [1], from: 0, to: 12, quote: 'For a fever we' }]],
  ['adds an address', () => [{ n: 1, s: [1], url: 'https://evil.example', lead: 'See https://evil.example' }]],
  ['adds markup', () => [{ n: 1, s: [1], lead: '<b>Also:</b>', text: '<img src=x>' }]],
  ['writes prose', () => 'Give him 50 ml of syrup and a cold bath. Ask @evil about it.'],
  ['writes a list', () => '1. Cold baths.\n2. Aspirin.\n- 50 ml'],
  ['names passages that do not exist', () => [99, 0, -1, 1.5, 1e21, '1', null, [1]].map((n) => ({ n, s: [1] }))],
  ['names sentences that do not exist', () => [99, 0, -1, 1.5, 1e21, '1', null, [1]].map((s) => ({ n: 1, s: [s] }))],
  ['names one sentence a thousand times', () => [{ n: 1, s: Array(1000).fill(1) }]],
  ['repeats itself', () => Array.from({ length: 50 }, () => ({ n: 1, s: [1, 1, 1] }))],
  [
    'writes its own words into the lead',
    () => [
      { n: 1, s: [3] },
      { n: 2, s: [3], lead: 'Aspirin is safe:' },
    ],
  ],
  ['writes its own words as comfort', () => [{ text: 'You are not alone. Give aspirin.', own: true }]],
  [
    'pollutes prototypes',
    () => '{"__proto__": {"own": true}, "text": "Aspirin.", "n": 1, "s": {"length": 1, "0": 1}}\n',
  ],
  ['hides letters', () => [{ n: 1, s: [1], lead: 'Al\u200Bso:' }]],
  [
    'says that there is none, and advises',
    () => [
      { none: true, text: 'Aspirin.' },
      { text: 'Aspirin.', own: true },
    ],
  ],
])('a model that %s gets none of it shown', async (_what, attack) => {
  server.answer = (response, call) => {
    const said = attack(call.passages)
    return says(typeof said === 'string' ? said : wordsOf(said))(response, call)
  }
  const reply = await ask()
  expect(server.calls.at(-1)!.passages.length).toBeGreaterThan(1)
  expect(reply.state).toBe('answered')
  expect(reply.sentences.some(({ kind }) => kind === 'quotation')).toBe(true)
  await mustBeFathersOwn(reply)
})

test('in whatever way the numbers are mixed, only whole sentences are shown, each once and in the order of its source', async () => {
  for (let round = 0; round < 40; round++) {
    const number = () => Math.floor(Math.random() * 6) - 1
    server.answer = saysObjects(() =>
      Array.from({ length: 6 }, () => ({
        ...{ n: number(), s: Array.from({ length: 1 + Math.abs(number()) }, number) },
        ...(number() > 2 && { lead: number() > 1 ? LEADS[0] : 'Aspirin:' }),
      })),
    )
    const reply = await ask()
    await mustBeFathersOwn(reply)
    const bySource = Map.groupBy(
      reply.sentences.filter(({ kind }) => kind === 'quotation'),
      ({ quotation }) => quotation!.comment_id,
    )
    for (const [nth, sentences] of REPLIES.entries()) {
      const said = [...bySource.values()].flat().flatMap(({ text }) => text!.split(/(?<=\.) /))
      const places = said.map((one) => REPLIES[nth]!.indexOf(one)).filter((place) => place >= 0)
      expect(places).toEqual([...new Set(places)].sort())
      expect(sentences.length).toBeGreaterThan(1)
    }
  }
})

type Distortion = (sentence: string, other: string) => string

/** Each makes a false sentence of fathers' own words. */
const DISTORTIONS: Record<string, Distortion> = {
  'drops the negation': (one) => one.replace(/\b(not|never|n't) ?/gi, ''),
  'adds a negation': (one) => one.replace(/^(\w+) /, '$1 never '),
  'joins two halves': (one, other) => `${half(one)} ${half(other).toLowerCase()}.`,
  'cuts the end off': (one) => `${half(one)}.`,
  'changes the numbers': (one) => one.replace(/\d+|three|two/g, '50'),
  'turns the words round': (one) => one.split(' ').toReversed().join(' '),
  'adds a judgement': (one, other) => `${one} No problem at ${other.split(' ').at(-1)}`,
  'says it in other words': (one) => `Dads here say: ${one.toLowerCase()}`,
  'adds an address': (one) => `${one} See www.evil.example or call 0800 123 456.`,
  'hides a letter': (one) => one.replace(/ /, '\u200B '),
}

const half = (sentence: string) => sentence.slice(0, Math.ceil(sentence.length / 2)).trim()

/** The ways in which a model can send a sentence of its own. */
const FORMS: ((text: string, n: number) => object | string)[] = [
  (text, n) => ({ text, n, s: [1] }),
  (text) => ({ text, own: true }),
  (text, n) => ({ n, s: [1], lead: text }),
  (text, n) => ({ text, n, quote: text, kind: 'quotation' }),
  (text) => text,
]

test('of 500 sentences of ten kinds that are made of the words of fathers, none is shown', async () => {
  const replies = REPLIES.flat()
  let sent = 0
  for (let round = 0; round < 50; round++) {
    const said = Object.values(DISTORTIONS).map((distort, kind) => {
      const at = (round + kind) % replies.length
      return distort(replies[at]!, replies[(at + 1 + (round % (replies.length - 1))) % replies.length]!)
    })
    const objects = said.map((text, nth) => FORMS[(round + nth) % FORMS.length]!(text, 1 + (nth % REPLIES.length)))
    sent += objects.length
    server.answer = says(objects.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''))
    const reply = await ask()
    expect(reply.state).toBe('answered')
    await mustBeFathersOwn(reply)
  }
  expect(sent).toBe(500)
})
