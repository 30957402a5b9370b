import { expect, test } from 'vitest'
import { optimisticTally } from './optimistic.ts'

test('the score moves by one, by two when the side changes, and back when the vote is taken back', () => {
  const score = ({ upvotes, downvotes }: { upvotes: number; downvotes: number }) => upvotes - downvotes
  const base = { upvotes: 5, downvotes: 2 }
  expect(score(optimisticTally({ ...base, my_vote: null }, 'up'))).toBe(4)
  expect(score(optimisticTally({ ...base, my_vote: 'up' }, 'down'))).toBe(1)
  expect(score(optimisticTally({ ...base, my_vote: 'down' }, 'none'))).toBe(4)
  expect(optimisticTally({ ...base, my_vote: 'up' }, 'up')).toEqual({ ...base, my_vote: 'up' })
  expect(optimisticTally({ ...base, my_vote: 'up' }, undefined)).toEqual({ ...base, my_vote: 'up' })
})
