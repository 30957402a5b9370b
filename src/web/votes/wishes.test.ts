import { expect, test } from 'vitest'
import type { Direction, Tally } from '#contract/votes.ts'
import { granted, wish, wishOf } from './wishes.ts'

/** A server that answers when it is told to. */
function slowServer() {
  const asked: Direction[] = []
  const open: ((answer: Tally | Error) => void)[] = []
  const tallies: Tally[] = []
  const faults: unknown[] = []
  const ballot = {
    key: `post:${Math.random()}`,
    send: (direction: Direction) => {
      asked.push(direction)
      return new Promise<Tally>((resolve, reject) =>
        open.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
      )
    },
    onTally: (tally: Tally) => void tallies.push(tally),
    onFault: (error: unknown) => void faults.push(error),
  }
  const answer = async (mine: Tally['my_vote'] | Error) => {
    const up = mine === 'up' ? 1 : 0
    open.shift()?.(mine instanceof Error ? mine : { id: 'x', upvotes: up, downvotes: 0, my_vote: mine })
    await new Promise((done) => setTimeout(done))
  }
  return { ballot, asked, tallies, faults, answer }
}

test('one request at a time, and of the wishes meanwhile only the last is sent', async () => {
  const { ballot, asked, tallies, answer } = slowServer()
  const done = wish(ballot, 'up')
  void wish(ballot, 'none')
  void wish(ballot, 'down')
  void wish(ballot, 'none')
  expect(asked).toEqual(['up'])
  expect(wishOf(ballot.key)).toBe('none')
  await answer('up')
  expect(asked).toEqual(['up', 'none'])
  await answer(null)
  await done
  expect(tallies.map((tally) => tally.my_vote)).toEqual(['up', null])
  expect(wishOf(ballot.key)).toBeUndefined()
})

test('wishes that end where they began ask for nothing more', async () => {
  const { ballot, asked, answer } = slowServer()
  const done = wish(ballot, 'up')
  void wish(ballot, 'none')
  void wish(ballot, 'up')
  await answer('up')
  await done
  expect(asked).toEqual(['up'])
})

test('a fault forgets the wish, so that what the server holds shows again', async () => {
  const { ballot, faults, tallies, answer } = slowServer()
  const done = wish(ballot, 'up')
  await answer(new Error('no'))
  await done
  expect(faults).toHaveLength(1)
  expect(tallies).toEqual([])
  expect(wishOf(ballot.key)).toBeUndefined()
})

test('a fault that a newer wish has overtaken is not told; the newer wish is sent', async () => {
  const { ballot, asked, faults, answer } = slowServer()
  const done = wish(ballot, 'up')
  void wish(ballot, 'down')
  await answer(new Error('no'))
  await answer('down')
  await done
  expect(asked).toEqual(['up', 'down'])
  expect(faults).toEqual([])
})

test('the score moves by one, by two when the side changes, and back when the vote is taken back', () => {
  const score = ({ upvotes, downvotes }: { upvotes: number; downvotes: number }) => upvotes - downvotes
  const base = { upvotes: 5, downvotes: 2 }
  expect(score(granted({ ...base, my_vote: null }, 'up'))).toBe(4)
  expect(score(granted({ ...base, my_vote: 'up' }, 'down'))).toBe(1)
  expect(score(granted({ ...base, my_vote: 'down' }, 'none'))).toBe(4)
  expect(granted({ ...base, my_vote: 'up' }, 'up')).toEqual({ ...base, my_vote: 'up' })
  expect(granted({ ...base, my_vote: 'up' }, undefined)).toEqual({ ...base, my_vote: 'up' })
})
