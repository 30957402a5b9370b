import { expect, test } from 'vitest'
import type { Direction, Tally } from '#contract/votes.ts'
import { wish, wishOf } from './wishes.ts'

/** A server that answers when it is told to. */
function slowServer() {
  const asked: Direction[] = []
  const open: ((answer: Tally | Error) => void)[] = []
  const tallies: Tally[] = []
  const last: boolean[] = []
  const faults: unknown[] = []
  const ballot = {
    key: `post:${Math.random()}`,
    send: (direction: Direction) => {
      asked.push(direction)
      return new Promise<Tally>((resolve, reject) =>
        open.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
      )
    },
    onAnswer: (tally: Tally, isLast: boolean) => {
      tallies.push(tally)
      last.push(isLast)
    },
    onFault: (error: unknown) => void faults.push(error),
  }
  const answer = async (mine: Tally['my_vote'] | Error) => {
    const up = mine === 'up' ? 1 : 0
    open.shift()?.(mine instanceof Error ? mine : { id: 'x', upvotes: up, downvotes: 0, my_vote: mine })
    // once for the answer, once for those who read it
    for (let turns = 0; turns < 2; turns++) await new Promise((done) => setTimeout(done))
  }
  return { ballot, asked, tallies, last, faults, answer }
}

test('one request at a time, and of the wishes meanwhile only the last is sent', async () => {
  const { ballot, asked, tallies, last, answer } = slowServer()
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
  expect(last).toEqual([false, true])
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

test('a wish stands until those who show the answer have heard of it', async () => {
  const { ballot, answer } = slowServer()
  let seen: string | undefined
  const onAnswer = () => void setTimeout(() => (seen = wishOf(ballot.key)))
  const done = wish({ ...ballot, onAnswer }, 'up')
  await answer('up')
  await done
  expect(seen).toBe('up')
  expect(wishOf(ballot.key)).toBeUndefined()
})
