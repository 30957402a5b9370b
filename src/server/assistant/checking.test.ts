/** Sentences that a model wrote before models only chose: they stand only while their source supports them. */
import { describe, expect, test } from 'vitest'
import { findQuote, isSupported } from './checking.ts'
import { isComfort } from './own-words.ts'
import { isPlain } from './plain.ts'

interface Written {
  text: string
  n?: number
  quote: string
}

const PASSAGES = [
  'We moved bedtime to 7:30 and kept the lights low. After two weeks he slept through, and Maria got her evenings back.',
  'Never give honey before the first birthday. Our doctor in Leeds told us so.',
  'I tried WHITE NOISE; it didn’t help at all — until we turned it down.',
  'Warm milk and a cuddle calmed him. The nurse gave us 5 ml for the fever at 7 am, and 10 drops at night.',
  'Dr. Hill said that we should not give him aspirin with a fever, at any age. Rest was what he needed.',
]
const isShown = ({ text, n = 1, quote }: Written) => isSupported(text, quote, PASSAGES[n - 1]!)
const LIGHTS = 'kept the lights low'

describe('a sentence is shown', () => {
  test.each([
    ['that states the same as its quotation', 'They kept the lights low at bedtime.', 1, LIGHTS],
    ['with a number of its passage', 'Bedtime moved to 7:30.', 1, 'We moved bedtime to 7:30'],
    [
      'with a number in digits that its passage has in words',
      'He slept through after 2 weeks.',
      1,
      'After two weeks he slept through',
    ],
    ['with a name of its passage', 'It gave Maria her evenings back.', 1, 'Maria got her evenings back'],
    [
      'that advises against what its passage advises against',
      "Don't give honey before the first birthday.",
      2,
      'never give honey before the first birthday',
    ],
    [
      'with words that only report its source',
      'The nurse suggested to give 5 ml for the fever at 7am.',
      4,
      'The nurse gave us 5 ml for the fever at 7 am',
    ],
    ['whose quotation differs in case and spaces', 'They kept the lights low.', 1, 'KEPT  the\nlights LOW'],
    ['whose quotation has plain marks for typographic ones', "White noise didn't help.", 3, "it didn't help at all"],
  ])('%s', (_what, text, n, quote) => {
    expect(isShown({ text, n, quote })).toBe(true)
  })

  test('in the letters of the passage, not in those of the model', () => {
    expect(findQuote("IT  DIDN'T help at all", PASSAGES[2]!)).toMatchObject({ quote: 'it didn’t help at all' })
  })
})

describe('a sentence is not shown', () => {
  test.each<[string, Written]>([
    ['with a quotation of another passage', { text: 'They kept the lights low.', n: 2, quote: LIGHTS }],
    [
      'with a quotation that is in no passage',
      { text: 'They kept the lights low.', quote: 'kept the lights very low' },
    ],
    ['with a quotation of two words', { text: 'They kept the lights low.', quote: 'the lights' }],
    ['with a quotation of a few letters', { text: 'They kept the lights low.', quote: 'he w a' }],
    ['with a quotation that begins inside a word', { text: 'They kept the lights low.', quote: 'ept the lights low' }],
    [
      'with a number that its passage does not contain',
      { text: 'They kept the lights low for 3 weeks.', quote: LIGHTS },
    ],
    [
      'with a number in words that its passage does not contain',
      { text: 'They kept the lights low for ten weeks.', quote: LIGHTS },
    ],
    [
      'with a unit that its passage does not contain',
      { text: 'After two months of lights kept low he slept.', quote: LIGHTS },
    ],
    ['with an effect that its source does not mention', { text: 'Lights kept low reduced the waking.', quote: LIGHTS }],
    ['about everybody if its source is about one person', { text: 'They always kept all lights low.', quote: LIGHTS }],
    ['with a part of a number', { text: 'Lights low at 7.', quote: LIGHTS }],
    ['with digits of another script', { text: 'They kept the lights low for ٣ weeks.', quote: LIGHTS }],
    [
      'with a name that its passage does not contain',
      { text: 'They kept the lights low as Winterbottom says.', quote: LIGHTS },
    ],
    ['with a name at its beginning', { text: 'Zorblax kept the lights low.', quote: LIGHTS }],
    ['with a first name at its beginning', { text: 'Grace kept the lights low.', quote: LIGHTS }],
    ['with a word in capitals', { text: 'They kept the lights low, says the NHS.', quote: LIGHTS }],
    ['with a word in another script', { text: 'They kept the lights low спасибо.', quote: LIGHTS }],
    ['with the name of another passage', { text: 'They kept the lights low in Leeds.', quote: LIGHTS }],
    ['with an address', { text: 'They kept the lights low, see https://evil.example.', quote: LIGHTS }],
    ['with an address without a scheme', { text: 'They kept the lights low, see evil.com now.', quote: LIGHTS }],
    ['with an address under an uncommon ending', { text: 'They kept the lights low, evil.site.', quote: LIGHTS }],
    ['with an e-mail address', { text: 'They kept the lights low, ask me@home.', quote: LIGHTS }],
    ['with HTML', { text: 'They <b>kept</b> the lights low.', quote: LIGHTS }],
    ['with a link of Markdown', { text: 'They kept the [lights](low).', quote: LIGHTS }],
    ['with a picture of Markdown', { text: '![kept](lights) low', quote: LIGHTS }],
    ['with emphasis of Markdown', { text: 'They kept the **lights** low.', quote: LIGHTS }],
    ['with an invisible character', { text: 'They kept the lights\u200B low.', quote: LIGHTS }],
    ['with invisible tag letters', { text: 'They kept the lights low.\u{E0041}\u{E0042}', quote: LIGHTS }],
    ['with a character that reverses the line', { text: 'They kept \u202Ethe lights low.', quote: LIGHTS }],
    [
      'of more than 400 letters',
      { text: `They kept the lights low${' and the lights low'.repeat(21)}.`, quote: LIGHTS },
    ],
    ['about something else', { text: 'They bought blackout curtains and a fan.', quote: LIGHTS }],
    [
      'with a drink that its source does not name',
      { text: 'Warm milk with whiskey calmed him.', n: 4, quote: 'Warm milk and a cuddle calmed him' },
    ],
    [
      'with a common word that its source does not contain',
      { text: 'Warm milk and water calmed him.', n: 4, quote: 'Warm milk and a cuddle calmed him' },
    ],
    [
      'with an illness that its source does not name',
      {
        text: 'Warm milk and a cuddle calmed him and cured meningitis.',
        n: 4,
        quote: 'Warm milk and a cuddle calmed him',
      },
    ],
    ['with a first name in small letters', { text: 'The lights kept low calmed kevin.', quote: LIGHTS }],
    [
      'with a common first name in small letters',
      { text: 'Warm milk and a cuddle calmed john.', n: 4, quote: 'Warm milk and a cuddle calmed him' },
    ],
    [
      'with a number of another sentence',
      { text: 'Warm milk and 5 cuddles calmed him.', n: 4, quote: 'Warm milk and a cuddle calmed him' },
    ],
    [
      'with another unit of a number',
      { text: 'The nurse gave us 5 mg for the fever.', n: 4, quote: 'The nurse gave us 5 ml for the fever' },
    ],
    [
      'with the unit of another number',
      { text: 'The nurse gave us 5 drops for the fever.', n: 4, quote: 'The nurse gave us 5 ml for the fever' },
    ],
    [
      'with another half of the day',
      { text: 'The nurse gave us 5 ml at 7 pm.', n: 4, quote: 'The nurse gave us 5 ml for the fever at 7 am' },
    ],
    [
      'that recommends what is denied far before the quotation',
      { text: 'Give him aspirin with a fever, at any age.', n: 5, quote: 'aspirin with a fever, at any age' },
    ],
    [
      'that recommends what is denied after the quotation',
      { text: 'White noise was tried.', n: 3, quote: 'I tried WHITE NOISE' },
    ],
    [
      'whose words are mostly in other sentences than the quotation',
      { text: 'A fever needs rest at any age.', n: 5, quote: 'Rest was what he needed' },
    ],
    ['that only repeats the question', { text: 'Your son will sleep through the night.', quote: LIGHTS }],
    [
      'that recommends what its passage warns of',
      { text: 'Give honey before the first birthday.', n: 2, quote: 'give honey before the first birthday' },
    ],
    ['that states the contrary', { text: "They didn't keep the lights low.", quote: LIGHTS }],
    ['that is blank', { text: ' \n ', quote: LIGHTS }],
  ])('%s', (_what, said) => expect(isShown(said)).toBe(false))
})

describe('the model’s own words', () => {
  test.each([
    'That sounds exhausting.',
    'That sounds really hard.',
    'You’re not alone.',
    "I'm sorry you're going through this.",
    'This must be tough and tiring.',
  ])('%s', (text) => expect(isComfort(text)).toBe(true))
  test.each([
    'Give him honey.',
    'You should see a doctor.',
    'Most babies sleep after 12 weeks.',
    'That sounds exhausting. Give him honey.',
    'That sounds like Leeds.',
    'Hang in there, see https://evil.example',
    'My sources are: he slept through.',
  ])('contain no knowledge and no advice: %s', (text) => expect(isComfort(text)).toBe(false))
})

test('a quotation is found even if its letters are encoded in another way', () => {
  const passage = 'Das Caf\u00E9 hat   uns gerettet, ja.'
  expect(findQuote('das cafe\u0301 hat uns', passage)).toEqual({ from: 0, to: 18, quote: 'Das Caf\u00E9 hat   uns' })
  expect(findQuote('i̇stanbul was the best', 'In İSTANBUL was the best')).toMatchObject({
    quote: 'İSTANBUL was the best',
  })
})

test('emoji are allowed, hidden characters between letters are not', () => {
  for (const text of ['Good night 👨‍👩‍👧', 'We ❤️ it', '👍🏽 works']) expect(isPlain(text), text).toBe(true)
  for (const text of ['a\u200Db', 'a\u00ADb', 'a\uFEFFb', '1\u200D2']) expect(isPlain(text), text).toBe(false)
})

test.each([
  ...['evil.site', 'youtu.be/abc', 'cheap.shop', 'evil。com', 'evil․com', 'evil．com', 'EVIL.Site', 'xn--e1a.xn--p1ai'],
  ...['1.2.3.4', 'my_shop.x1/a', 'почта.рф', 'me＠home', 'see＜b＞'],
])('%s is an address or markup', (word) => {
  expect(isPlain(word)).toBe(false)
  expect(isPlain(`Look at ${word}, it helps.`)).toBe(false)
})

test.each([
  'e.g. milk',
  'at 7.30 a.m.',
  'wait...and see',
  'wait…and see',
  '3.5kg',
  'and/or. Then',
  'i.e. not',
  'We did. It helped',
])('%s is neither an address nor markup', (text) => expect(isPlain(text)).toBe(true))

test('a long sentence of a hostile model is checked in a short time', () => {
  const from = performance.now()
  for (const one of [
    'a'.repeat(390),
    '!['.repeat(190),
    '&'.repeat(390),
    `${'that is '.repeat(48)}x`,
    ' '.repeat(50_000),
  ]) {
    isShown({ text: one, quote: one.repeat(8) })
    isComfort(one)
  }
  expect(performance.now() - from).toBeLessThan(500)
})
