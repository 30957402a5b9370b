import { expect, test } from 'vitest'
import { optimisticPoll, percentOf, votesIn, votesWord } from './optimistic.ts'

const poll = (counts: number[], my_option: string | null = null) => ({
  options: counts.map((vote_count, place) => ({ id: `o${place}`, option_text: `Option ${place}`, vote_count })),
  my_option,
})
const counts = (one: ReturnType<typeof poll>) => one.options.map(({ vote_count }) => vote_count)

test('a first vote adds one, a changed vote moves it, and the same vote again changes nothing', () => {
  expect(optimisticPoll(poll([2, 0, 1]), 'o1')).toEqual(poll([2, 1, 1], 'o1'))
  expect(optimisticPoll(poll([2, 1, 1], 'o1'), 'o0')).toEqual(poll([3, 0, 1], 'o0'))
  const same = poll([2, 1, 1], 'o1')
  expect(optimisticPoll(same, 'o1')).toBe(same)
  expect(optimisticPoll(same, undefined)).toBe(same)
})

test('a vote for an unknown option changes nothing', () => {
  const there = poll([1, 1], 'o0')
  expect(optimisticPoll(there, 'gone')).toBe(there)
  expect(counts(optimisticPoll(there, 'gone'))).toEqual([1, 1])
})

test('percentages are whole numbers, and 0 of 0 is 0', () => {
  expect(percentOf(1, 3)).toBe(33)
  expect(percentOf(2, 3)).toBe(67)
  expect(percentOf(1, 8)).toBe(13)
  expect(percentOf(0, 0)).toBe(0)
  expect(percentOf(5, 5)).toBe(100)
})

test('the number of votes is written with the right plural', () => {
  expect([0, 1, 1204].map(votesWord)).toEqual(['0 votes', '1 vote', '1,204 votes'])
  expect(votesIn(poll([2, 0, 1]))).toBe(3)
})
