/** When the operator is told, minute by minute, with a clock of this test. */
import { expect, test } from 'vitest'
import { afterLook, type Trouble } from './troubles.ts'

const START = Date.parse('2026-11-27T12:00:00Z')

/** One look a minute. `says`: what is wrong at that minute. Returns the minutes of the mails, with what they are about. */
function mailsOf(minutes: number, says: (minute: number) => Record<string, boolean>): string[] {
  let troubles: Trouble[] = []
  const mails: string[] = []
  for (let minute = 0; minute <= minutes; minute++) {
    const looked = new Map(
      Object.entries(says(minute)).map(([about, isWrong]) => [about, isWrong ? [`${about}!`] : []]),
    )
    const after = afterLook(troubles, looked, START + minute * 60_000)
    // as it comes back from the database
    troubles = JSON.parse(JSON.stringify(after.troubles))
    const names = (list: Trouble[]) => list.map(({ about }) => about).join('+')
    if (!after.news) continue
    const { begun, over, still } = after.news
    mails.push(`${minute}: begun ${names(begun)}, over ${names(over)}, still ${names(still)}`)
  }
  return mails
}

test('what is wrong for fifteen minutes makes one mail, and one when it was well for fifteen', () => {
  expect(mailsOf(200, (minute) => ({ disk: minute >= 10 && minute < 100 }))).toEqual([
    '25: begun disk, over , still ',
    '115: begun , over disk, still ',
  ])
})

test('what is wrong for fourteen minutes makes none', () => {
  expect(mailsOf(100, (minute) => ({ disk: minute >= 10 && minute < 25 }))).toEqual([])
})

test('what goes wrong together goes into one mail, and its end into one', () => {
  const says = (minute: number) => ({ disk: minute < 60, site: minute >= 8 && minute < 80, mail: false })
  expect(mailsOf(200, says)).toEqual(['15: begun disk+site, over , still ', '95: begun , over disk+site, still '])
})

test('what goes wrong later makes a mail of its own, which says what is still wrong', () => {
  const says = (minute: number) => ({ disk: minute < 100, site: minute >= 40 && minute < 100 })
  expect(mailsOf(200, says)).toEqual([
    '15: begun disk, over , still ',
    '55: begun site, over , still disk',
    '115: begun , over disk+site, still ',
  ])
})

test('what flaps makes one mail and one end in six hours', () => {
  // twenty minutes wrong, twenty minutes well
  const slow = mailsOf(24 * 60, (minute) => ({ site: minute % 40 < 20 }))
  expect(slow.length).toBeLessThanOrEqual(2 * 4 + 1)
  // it never lasts
  expect(mailsOf(24 * 60, (minute) => ({ site: minute % 10 < 8 }))).toEqual([])
  // told once, it is not over while it comes back
  expect(mailsOf(24 * 60, (minute) => ({ site: minute < 20 || minute % 10 < 8 }))).toEqual([
    '15: begun site, over , still ',
  ])
})

test('what is not looked at stays as it is', () => {
  const says = (minute: number) => (minute > 20 && minute < 60 ? {} : { disk: minute < 20 })
  expect(mailsOf(100, says as (minute: number) => Record<string, boolean>)).toEqual([
    '15: begun disk, over , still ',
    '60: begun , over disk, still ',
  ])
})

test('if something stays wrong for ever, what is well again is told after six hours', () => {
  expect(mailsOf(12 * 60, (minute) => ({ limits: true, disk: minute < 30 }))).toEqual([
    '15: begun limits+disk, over , still ',
    '390: begun , over disk, still limits',
  ])
})
