/** Reads the objects of an answer from its text, however it is cut and wrapped. */
import { expect, test } from 'vitest'
import { readObjects } from './answer-parser.ts'

const ONE = { n: 1, s: [2, 3], lead: 'Also:' }
const OWN = { text: 'That is hard.', own: true }
const read = (text: string, size = 1000) => {
  const reading = readObjects()
  const objects = (text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []).flatMap((piece) => reading.feed(piece))
  return { objects, malformed: reading.malformed() }
}
const LINES = `${JSON.stringify(ONE)}\n${JSON.stringify(OWN)}\n`
const OBJECTS = [
  { kind: 'chosen', ...ONE },
  { kind: 'own', text: OWN.text },
]
const BOTH = { objects: OBJECTS, malformed: 0 }

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
  expect(reading.feed('}')).toEqual([{ kind: 'own', text: 'a' }])
})

test('braces and quotes inside a string do not end an object', () => {
  const text = 'He said "}" and \\ {'
  expect(read(JSON.stringify({ text, own: true }))).toEqual({ objects: [{ kind: 'own', text }], malformed: 0 })
})

test.each([
  ['text that is not JSON', '{text: low}\n'],
  ['an object that chooses no sentence', '{"n": 1, "s": []}\n'],
  ['own words without a text', '{"own": true}\n'],
  ['a passage in words', '{"n": "1", "s": [1]}\n'],
  ['a passage that is no whole number', '{"n": 1.5, "s": [1]}\n'],
  ['a negative passage', '{"n": -1, "s": [1]}\n'],
  ['a passage beyond all numbers', '{"n": 1e400, "s": [1]}\n'],
  ['a sentence in words', '{"n": 1, "s": ["We did."]}\n'],
  ['a sentence that is no whole number', '{"n": 1, "s": [1.5]}\n'],
  ['a negative sentence', '{"n": 1, "s": [-1]}\n'],
  ['a sentence that is not in a list', '{"n": 1, "s": 1}\n'],
  ['too many sentences', `{"n": 1, "s": [${Array(21).fill(1).join()}]}\n`],
  ['a quotation that the model wrote', '{"text": "a", "n": 1, "quote": "a b c"}\n'],
  ['an object without an end', '{"text": "a\n'],
  ['an object that is too long', `{"text": "${'a'.repeat(5000)}`],
])('%s is counted, and what comes after it is read', (_what, text) => {
  expect(read(text).malformed).toBe(1)
  expect(read(`${text}\n${LINES}`).objects).toEqual(OBJECTS)
})

test('text between the objects is ignored', () => expect(read(`Here you are: ${LINES} I hope it helps.`)).toEqual(BOTH))

test('a model may say that no passage answers', () =>
  expect(read('{"none": true}')).toEqual({ objects: [{ kind: 'none' }], malformed: 0 }))
