import { expect, test } from 'vitest'
import { optimisticTally } from './optimistic.ts'

test('the score changes by one, by two if the vote switches sides, and back if the vote is withdrawn', () => {
  const score = ({ upvotes, downvotes }: { upvotes: number; downvotes: number }) => upvotes - downvotes
  const base = { upvotes: 5, downvotes: 2 }
  expect(score(optimisticTally({ ...base, my_vote: null }, 'up'))).toBe(4)
  expect(score(optimisticTally({ ...base, my_vote: 'up' }, 'down'))).toBe(1)
  expect(score(optimisticTally({ ...base, my_vote: 'down' }, 'none'))).toBe(4)
  expect(optimisticTally({ ...base, my_vote: 'up' }, 'up')).toEqual({ ...base, my_vote: 'up' })
  expect(optimisticTally({ ...base, my_vote: 'up' }, undefined)).toEqual({ ...base, my_vote: 'up' })
})
