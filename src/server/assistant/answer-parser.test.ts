/** Reads the objects of an answer from its text, however it is cut and wrapped. */
import { expect, test } from 'vitest'
import { readObjects } from './answer-parser.ts'

const ONE = { text: 'Low lights.', n: 1, quote: 'kept the lights low' }
const OWN = { text: 'That is hard.', own: true }
const read = (text: string, size = 1000) => {
  const reading = readObjects()
  const objects = (text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []).flatMap((piece) => reading.feed(piece))
  return { texts: objects.map(({ text }) => text), malformed: reading.malformed() }
}
const LINES = `${JSON.stringify(ONE)}\n${JSON.stringify(OWN)}\n`
const BOTH = { texts: [ONE.text, OWN.text], malformed: 0 }

test.each([1, 2, 3, 7, 1000])('one object per line, in pieces of %i letters', (size) =>
  expect(read(LINES, size)).toEqual(BOTH),
)

test.each([
  ['in a fence of code', `Sure!\n\`\`\`json\n${LINES}\`\`\`\n`],
  ['in an array', JSON.stringify([ONE, OWN])],
  ['over several lines', JSON.stringify([ONE, OWN], null, 2)],
  ['without a line break between them', JSON.stringify(ONE) + JSON.stringify(OWN)],
])('%s', (_what, text) => expect(read(text)).toEqual(BOTH))

test('an object is yielded as soon as it ends', () => {
  const reading = readObjects()
  expect(reading.feed('{"text": "a", "own": true')).toEqual([])
  expect(reading.feed('}')).toEqual([{ text: 'a', n: undefined, quote: undefined, own: true }])
})

test('braces and quotes inside a string do not end an object', () => {
  const text = 'He said "}" and \\ {'
  expect(read(JSON.stringify({ text, own: true }))).toEqual({ texts: [text], malformed: 0 })
})

test.each([
  ['text that is not JSON', '{text: low}\n'],
  ['an object without a text', '{"n": 1, "quote": "a b c"}\n'],
  ['an invalid number', '{"text": "a", "n": "1", "quote": "a b c"}\n'],
  ['knowledge without a quotation', '{"text": "a", "n": 1}\n'],
  ['an object without an end', '{"text": "a\n'],
  ['an object that is too long', `{"text": "${'a'.repeat(5000)}`],
])('%s is counted, and what comes after it is read', (_what, text) => {
  expect(read(text).malformed).toBe(1)
  expect(read(`${text}\n${LINES}`).texts).toEqual(BOTH.texts)
})

test('text between the objects is ignored', () => expect(read(`Here you are: ${LINES} I hope it helps.`)).toEqual(BOTH))
