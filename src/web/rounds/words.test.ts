import { describe, expect, test } from 'vitest'
import { filledRhythm, nowWords } from './filled-rhythm.ts'
import { hereAndThere, weekdayAt } from './words.ts'

const AT = new Date('2026-12-06T19:00:00Z')
const rhythm = {
  ...{ weekday: 7, time: '20:00', time_zone: 'Europe/Berlin', weeks: 1 as const, season_rounds: 8 },
  ...{ next_at: AT, set_by: null },
}

describe('a time of a pod', () => {
  test.each([
    ['Europe/London', 'Europe/Berlin', 'Sunday 6 December, 19:00 (20:00 Berlin time)'],
    ['Pacific/Auckland', 'Europe/Berlin', 'Monday 7 December, 08:00 (Sunday 6 December, 20:00 Berlin time)'],
    ['Europe/Berlin', 'Europe/Berlin', 'Sunday 6 December, 20:00'],
    ['Europe/Berlin', undefined, 'Sunday 6 December, 20:00'],
  ])('as a date for a viewer in %s', (zone, podZone, words) => {
    expect(hereAndThere(AT, zone, podZone)).toBe(words)
  })
})

describe('what a pod without a rhythm is offered', () => {
  test('is the day that it is for the viewer, in the evening, as often as the pod means to meet', () => {
    expect([weekdayAt(AT, 'Europe/London'), weekdayAt(AT, 'Pacific/Auckland')]).toEqual([7, 1])
    const offered = { weekday: 1, time: '20:00', time_zone: 'Pacific/Auckland' }
    for (const [frequency, weeks] of [
      ['weekly', 1],
      ['bi-weekly', 2],
      ['monthly', 4],
      [null, 1],
    ] as const)
      expect(filledRhythm(frequency, 'Pacific/Auckland', AT.getTime())).toEqual({ ...offered, weeks })
  })
  test('is a round at once only if none is open and none runs', () => {
    const round = {} as never
    const of = (rounds: object) => nowWords({ rhythm: null, open: null, closed: [], ...rounds } as never)
    expect(of({})).toBe('Open the first round now')
    expect(of({ rhythm })).toBe('Open the first round now')
    expect(of({ closed: [round] })).toBe('Open a round now')
    expect([of({ open: round }), of({ rhythm, closed: [round] })]).toEqual([null, null])
  })
})
