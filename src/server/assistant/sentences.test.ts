/** Whole sentences, and which of them are never shown without each other. */
import { expect, test } from 'vitest'
import { parseBody, plainOf } from '../kernel/text/text.ts'
import { choose } from './choosing.ts'
import { sentencesOf } from './sentences.ts'

const textsOf = (content: string) => sentencesOf(parseBody(content)).map(({ text }) => text)
/** What is shown if these sentences are chosen, counted from 1. */
const shown = (content: string, ...chosen: number[]) =>
  choose(
    { sentences: sentencesOf(parseBody(content)) },
    chosen.map((nth) => nth - 1),
  ).flatMap(({ spans }) => spans.map(({ text }) => text))

test.each<[string, string[]]>([
  ['We moved bedtime. He slept!', ['We moved bedtime.', 'He slept!']],
  ['Dr. Hill gave 0.5 ml at 7.30 a.m. and left. Fine.', ['Dr. Hill gave 0.5 ml at 7.30 a.m. and left.', 'Fine.']],
  ['"Stop!" he said. We stopped.', ['"Stop!" he said.', 'We stopped.']],
  ['“Wait a week. Then try,” she said. We did.', ['“Wait a week. Then try,” she said.', 'We did.']],
  ['We waited (it was long. Very long) and won. Yes.', ['We waited (it was long. Very long) and won.', 'Yes.']],
  ['And so on ... and on. Good :( Really.', ['And so on ... and on.', 'Good :( Really.']],
  ['Title\n\nFirst one. Second one', ['Title', 'First one.', 'Second one']],
  ['- one\n- two\n\nThree.', ['one', 'two', 'Three.']],
])('a text is split into its sentences: %s', (content, sentences) => expect(textsOf(content)).toEqual(sentences))

test('each sentence is letter by letter at its place in the source', () => {
  const body = parseBody('# A **bold** title\n\nWe did. It *helped*.\n\n> Their words.\n\n1. one\n2. two. Three')
  for (const { from, to, text } of sentencesOf(body)) expect(plainOf(body).slice(from, to)).toBe(text)
})

test.each<[string, string, number[], string[]]>([
  ['alone if it stands alone', 'We sang. The room was dark. Cold, too.', [2], ['The room was dark.']],
  ['with a "but" that follows', 'We gave honey. But never before one.', [1], ['We gave honey. But never before one.']],
  ['with a condition that follows', 'Let him cry. Only if he is well.', [1], ['Let him cry. Only if he is well.']],
  [
    'with an "if" that follows',
    'Give a bottle. If he is hungry, of course.',
    [1],
    ['Give a bottle. If he is hungry, of course.'],
  ],
  [
    'with a negation of it that follows',
    'We tried melatonin. It did not work.',
    [1],
    ['We tried melatonin. It did not work.'],
  ],
  [
    'with a chain of limits',
    'Do it. However, ask first. Never at night. Good.',
    [1],
    ['Do it. However, ask first. Never at night.'],
  ],
  ['with what it leans on', 'We used a lamp. That helped.', [2], ['We used a lamp. That helped.']],
  ['with parentheses that follow', 'We ran. (He was six.) Fun.', [1], ['We ran. (He was six.)']],
  [
    'with its list and what introduces it',
    'What we never do:\n\n- shout\n- run',
    [2],
    ['What we never do:\nshout\nrun'],
  ],
  [
    'with the title above it',
    'What did not work\n\nWhite noise all night.',
    [2],
    ['What did not work\nWhite noise all night.'],
  ],
  ['in the order of the source', 'We sang. We ate. We slept.', [3, 1], ['We sang.', 'We slept.']],
  ['once', 'We sang. We ate.', [1, 1, 1], ['We sang.']],
  ['not at all with markup in what belongs to it', 'We sang. But <b>no</b>. Good.', [1], []],
  ['not at all with a telephone number in it', 'We sang. But call 07700 900123.', [1], []],
])('a chosen sentence is shown %s', (_what, content, chosen, texts) => expect(shown(content, ...chosen)).toEqual(texts))

test('the words of another author in a block quote are not shown', () => {
  expect(shown('> He is right. It works.\n\nWe did that.', 1)).toEqual([])
  expect(shown('> He is right.\n\nIt worked for us, too.', 2)).toEqual(['It worked for us, too.'])
})

test('sentences that belong together and are longer than a quotation are shown in several quotations', () => {
  const long = `We ${'waited and '.repeat(40)}slept.`
  const texts = shown(`${long} But ${long}`, 1)
  expect(texts).toEqual([long, `But ${long}`])
})

test('sentences that follow each other are shown together, and one that may not be shown is left out alone', () => {
  expect(shown('We sang. We ate. We slept.', 1, 2)).toEqual(['We sang. We ate.'])
  expect(shown('We sang. We <b>ate</b>. We slept.', 1, 2, 3)).toEqual(['We sang.', 'We slept.'])
})

test('a sentence that is longer than a quotation is not shown in part', () =>
  expect(shown(`We ${'waited and '.repeat(80)}slept.`, 1)).toEqual([]))

test('a long hostile text is split and chosen from in a short time', () => {
  const texts = [
    `(${'. '.repeat(20_000)})`,
    `"${'! '.repeat(20_000)}"`,
    '- a\n'.repeat(10_000),
    'It is. '.repeat(6000),
    'a@ '.repeat(13_000),
    '1 '.repeat(20_000),
  ].map((content) => sentencesOf(parseBody(content)))
  const from = performance.now()
  for (const content of [`${'.'.repeat(40_000)}x`, `(${'. '.repeat(20_000)})`, `"${'! '.repeat(20_000)}"`])
    sentencesOf([{ t: 'p', c: [content] }])
  for (const sentences of texts)
    choose(
      { sentences },
      sentences.slice(0, 500).map((_sentence, place) => place),
    )
  expect(performance.now() - from).toBeLessThan(2000)
})
