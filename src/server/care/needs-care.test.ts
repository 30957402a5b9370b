/**
 * When the panel with help lines is shown, checked with phrases that fathers write, in
 * test/sets/care/train-phrases.jsonl, and with sentences that the model has not learned from (check*.jsonl there).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CARE_WEIGHTS } from '#contract/care-weights.ts'
import { type Care, careOf, mayHint } from '#contract/care-words.ts'
import { measureCare, readCareSet, trainingSentences } from '../evaluation/care-sets.ts'
import { trainCare } from '../evaluation/care-training.ts'

interface Phrase {
  text: string
  care: boolean
}
const setOf = (name: string) => join(import.meta.dirname, `../../../test/sets/care/${name}.jsonl`)
const file = setOf('train-phrases')
const phrases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Phrase)
const of = (care: boolean) => phrases.filter((phrase) => phrase.care === care).map(({ text }) => text)

test('every phrase of self-harm, violence or a child in danger shows the panel', () => {
  expect(of(true).length).toBeGreaterThan(300)
  expect(of(true).filter((text) => careOf(text)?.level !== 'panel')).toEqual([])
})

test('figures of speech, sport, tiredness and everyday accidents hardly ever do', () => {
  expect(of(false).length).toBeGreaterThan(370)
  const levels = of(false).map((text) => careOf(text)?.level)
  const [panels, lines] = [
    levels.filter((one) => one === 'panel').length,
    levels.filter((one) => one === 'line').length,
  ]
  expect((panels + lines / 2) / levels.length).toBeLessThan(0.04)
})

test('of the newest set, at least 95 % are found, with at most 8 % false alarms', () => {
  const { found, alarms } = measureCare(readCareSet(setOf('check-9')))
  expect(found).toBeGreaterThanOrEqual(0.95)
  expect(alarms).toBeLessThanOrEqual(0.08)
})

test('of sentences that the model has not learned from, at least 95 % are found, with at most 8 % false alarms', () => {
  const { needs, found, alarms } = measureCare(
    ['check', 'check-2', 'check-3', 'check-4'].flatMap((name) => readCareSet(setOf(name))),
  )
  expect(needs.of).toBe(800)
  expect(found).toBeGreaterThanOrEqual(0.95)
  expect(alarms).toBeLessThanOrEqual(0.08)
})

test('of texts of a crisis, as typed into Pop, at most 6 % show no help', () => {
  const { needs, alarms } = measureCare(['check-5', 'check-6', 'check-7'].flatMap((name) => readCareSet(setOf(name))))
  expect(needs.of).toBe(600)
  expect(needs.missed / needs.of).toBeLessThanOrEqual(0.06)
  expect(alarms).toBeLessThanOrEqual(0.08)
})

test('of 1,800 texts of danger at most 1.2 % would be answered at once, and of the everyday ones most are', () => {
  const sets = ['check', 'check-2', 'check-3', 'check-4', 'check-5', 'check-6', 'check-7', 'check-8', 'check-9']
  const some = sets.flatMap((name) => readCareSet(setOf(name)))
  const [needs, everyday] = [some.filter(({ care }) => care), some.filter(({ care }) => !care)]
  expect(needs.length).toBe(1800)
  expect(needs.filter(({ text }) => !mayHint(text)).length / needs.length).toBeLessThanOrEqual(0.012)
  expect(everyday.filter(({ text }) => mayHint(text)).length / everyday.length).toBeLessThan(0.26)
})

test.each(['de', 'es', 'fr', 'pl'])('in %s, most of them are found, too', (language) => {
  const { found, alarms } = measureCare(readCareSet(setOf(`check-${language}`)))
  expect(found).toBeGreaterThanOrEqual(0.75)
  expect(alarms).toBeLessThanOrEqual(0.19)
})

test('the weights are those that the training gives for the sentences in the repository', { timeout: 180_000 }, () => {
  expect(trainCare(trainingSentences())).toEqual(CARE_WEIGHTS)
})

test.each<[string, Partial<Care>]>([
  ['I want to kill myself', { level: 'panel', kind: 'self', now: false }],
  ['baby is not breathing', { level: 'panel', kind: 'health', now: true }],
  ['he swallowed a battery', { level: 'panel', kind: 'health', now: true }],
  ['she hit me in the face', { level: 'panel', kind: 'partner', now: false }],
  ['she had her hands round my neck', { level: 'panel', kind: 'partner', now: true }],
  ['my stepdad hits my son at home', { kind: 'child', now: false }],
  ["I don't want to live in this world anymore", { level: 'panel', kind: 'self' }],
  ['they would be better off', { level: 'panel', kind: 'self' }],
  ['Ich will nicht mehr leben', { level: 'panel', kind: 'self', language: 'de' }],
  ['Mi mujer me pega', { level: 'panel', kind: 'partner', language: 'es' }],
  ['mon bébé ne respire plus', { level: 'panel', kind: 'health', now: true, language: 'fr' }],
  ['my boy says he is going to shoot up the school', { level: 'panel' }],
  ['one side of my wifes face is drooping', { level: 'panel', kind: 'health', now: true }],
  ['his face is swollen after he ate peanut butter and he cant catch his breath', { level: 'panel', now: true }],
  ['what makeup do you use to cover a bruise before work', { level: 'line' }],
  ['his gran wants the girls cut when we go back home', { level: 'panel', kind: 'child' }],
  ['toddler swallowed button battery', { level: 'panel', kind: 'health', now: true, swallowed: true }],
  ['anyone else think about unaliving themselves', { level: 'panel', kind: 'self' }],
  ['My toddler drank a whole bottle of calpol', { level: 'panel', kind: 'health', now: true }],
  ['My daughter was hit by a car', { level: 'panel', now: true }],
  ['I took all the pills', { level: 'panel', kind: 'self', now: true }],
  ['Me voy a matar', { level: 'panel', kind: 'self', language: 'es' }],
  ['Je vais me suicider', { level: 'panel', kind: 'self', language: 'fr' }],
  ['żona mnie bije', { level: 'panel', kind: 'partner', language: 'pl' }],
])('%s', (text, care) => {
  expect(careOf(text)).toMatchObject(care)
})

test.each([
  'He has a fit for twenty minutes at bedtime, how do I stop it',
  'Fitting a stair gate to stop him climbing, which one is best?',
  'She had a fit because I gave her the blue cup',
  'my ex has taken the kids and the cleaner',
  'I was taken out of our pod and I am so sad',
  'we laughed until I could not catch my breath',
  'My daughter has not eaten for days and is getting thinner',
])('no emergency number comes first: %s', (text) => {
  expect(careOf(text)?.now ?? false).toBe(false)
})

test.each(['????', ' ', 'the of and', 'hi all', 'eczema', 'asdf', 'Uppababy Vista'])(
  'nothing that says nothing: %s',
  (text) => {
    expect(careOf(text)).toBeNull()
  },
)

test.each([
  'My toddler will not brush his teeth at night',
  'my daughter will not wear a hat',
  'my lad wont eat breakfast before school',
  'toddler will not sleep',
  'my boy wont share his bike',
])('a short everyday question shows nothing: %s', (text) => {
  expect(careOf(text)).toBeNull()
})

test('everyday life seldom gets the whole panel, and danger mostly does', () => {
  const shareOf = (care: boolean) => {
    const some = ['check', 'check-2', 'check-3', 'check-4']
      .flatMap((name) => readCareSet(setOf(name)))
      .filter((one) => one.care === care)
    return some.filter(({ text }) => careOf(text)?.level === 'panel').length / some.length
  }
  expect(shareOf(true)).toBeGreaterThan(0.8)
  expect(shareOf(false)).toBeLessThan(0.02)
})

test('a grave sentence among harmless ones shows the panel', () => {
  for (const text of [
    'I want to kill myself. How do I get my son to brush his teeth?',
    'We had a lovely day at the zoo. His mum hits him when I am at work. Tomorrow we go to nan for tea and cake.',
  ])
    expect(careOf(text)).toMatchObject({ level: 'panel' })
})

test('a figure of speech that a rule names lowers the panel to a line, and does not remove it', () => {
  expect(careOf('I nearly killed myself laughing at the school play')?.level ?? 'line').toBe('line')
  expect(careOf('I want to kill myself laughing on')).not.toBeNull()
})

test.each([
  ['a straight apostrophe', "I don't want to live anymore"],
  ['a curly one', 'I don’t want to live anymore'],
  ['none', 'i dont want to live anymore'],
  ['capitals', 'I DONT WANT TO LIVE ANYMORE'],
  ['spaces and line ends', 'I  don’t\twant   to live\u00a0anymore'],
  ['wide letters', 'Ｉ ｄｏｎｔ ｗａｎｔ ｔｏ ｌｉｖｅ ａｎｙｍｏｒｅ'],
  ['invisible characters', 'I dont want\u200b to li\u200bve anymore'],
  ['repeated letters', 'I dont wanttt to liveeee anymoreee'],
  ['a typing error', 'thinking about suicde'],
  [
    'a long text around it',
    `${'We went to the park. '.repeat(300)}I want to die. ${'Then we went home. '.repeat(300)}`,
  ],
])('it makes no difference how it is written: %s', (_how, text) => {
  expect(careOf(text)?.level).toBe('panel')
})

test('words of two sentences are not combined', () => {
  expect(careOf('My son wants to go to bed. The plants die without water.')).toBeNull()
})

/** In ms, of this thread: other work on the machine does not count. */
const cpuTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

test('the time is linear in the length of the text', { timeout: 300_000 }, () => {
  for (const part of [
    'a',
    'i ',
    'kill ',
    'want to ',
    'my baby is ',
    'scared i might ',
    'my wife was ',
    '. ',
    '’',
    'ſ',
    'my her my ',
  ])
    for (const length of [40_000, 120_000]) {
      const text = part.repeat(Math.ceil(length / part.length)).slice(0, length)
      const began = cpuTime()
      careOf(text)
      // a rule with backtracking would take minutes
      expect(cpuTime() - began, part).toBeLessThan(length / 20)
    }
})
