import { describe, expect, test } from 'vitest'
import type { PodCard } from '#contract/pods.ts'
import { meetingWords, numbersAround, wayIn } from './pods.ts'

describe('pagination', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 5, [1, 2, null, 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [50, 100, [1, null, 49, 50, 51, null, 100]],
    [100, 100, [1, null, 99, 100]],
  ])('around %i of %i', (page, pages, numbers) => expect(numbersAround(page, pages)).toEqual(numbers))
})

describe('the way into a pod', () => {
  const pod = {
    ...{ is_creator: false, is_member: false, is_pending: false, is_full: false, taken_out: null },
    ...{ can_join: false, can_request: false, can_leave: false },
  } as PodCard
  test.each([
    ['join', { can_join: true }],
    ['request', { can_request: true }],
    ['pending', { is_pending: true }],
    ['pending', { is_pending: true, is_full: true }],
    ['full', { is_full: true }],
    ['out', { is_full: true, taken_out: { until: new Date(0), reason: null } }],
    ['leave', { is_member: true, can_leave: true, is_full: true }],
    [null, { is_member: true, is_creator: true }],
  ])('is %j for %j', (way, state) => expect(wayIn({ ...pod, ...state })).toBe(way))
})

test.each([
  [{ meeting_frequency: 'weekly', has_rhythm: true }, 'Weekly'],
  [{ meeting_frequency: 'monthly', has_rhythm: true }, 'Every four weeks'],
  [{ meeting_frequency: 'weekly', has_rhythm: false }, 'Plans to meet weekly'],
  [{ meeting_frequency: 'monthly', has_rhythm: false }, 'Plans to meet monthly'],
  [{ meeting_frequency: 'as-needed', has_rhythm: false }, 'As needed'],
  [{ meeting_frequency: null, has_rhythm: false }, null],
] as const)('the card says of %o: %s', (pod, words) => {
  expect(meetingWords({ ...pod, ended_at: null })).toBe(words)
  expect(meetingWords({ ...pod, ended_at: new Date() })).toBeNull()
})
