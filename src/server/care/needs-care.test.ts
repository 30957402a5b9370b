/**
 * When the panel with help lines is shown, checked with phrases that fathers write, in
 * test/fixtures/care-phrases.jsonl.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsCare } from '#contract/care-words.ts'

interface Phrase {
  text: string
  care: boolean
}
const file = join(import.meta.dirname, '../../../test/fixtures/care-phrases.jsonl')
const phrases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Phrase)
const of = (care: boolean) => phrases.filter((phrase) => phrase.care === care).map(({ text }) => text)

test('every phrase of self-harm, violence or a child in danger shows the panel', () => {
  expect(of(true).length).toBeGreaterThan(300)
  expect(of(true).filter((text) => !needsCare(text))).toEqual([])
})

test('figures of speech, sport, tiredness and everyday accidents do not', () => {
  expect(of(false).length).toBeGreaterThan(370)
  expect(of(false).filter(needsCare)).toEqual([])
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
  expect(needsCare(text)).toBe(true)
})

test('words of two sentences are not combined', () => {
  expect(needsCare('My son wants to go to bed. The plants die without water.')).toBe(false)
})

test('the time is linear in the length of the text', () => {
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
      const began = performance.now()
      needsCare(text)
      // a rule with backtracking would take minutes
      expect(performance.now() - began, part).toBeLessThan(length / 20)
    }
})
