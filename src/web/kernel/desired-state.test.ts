import { expect, test } from 'vitest'
import type { Direction, Tally } from '#contract/votes.ts'
import { desiredOf, setDesired } from './desired-state.ts'

/** A server that answers when the test calls `answer`. */
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
    // one task for the answer, one for the components that read it
    for (let turns = 0; turns < 2; turns++) await new Promise((done) => setTimeout(done))
  }
  return { ballot, asked, tallies, last, faults, answer }
}

test('one request is pending at a time, and of the states chosen meanwhile only the last is sent', async () => {
  const { ballot, asked, tallies, last, answer } = slowServer()
  const done = setDesired(ballot, 'up')
  void setDesired(ballot, 'none')
  void setDesired(ballot, 'down')
  void setDesired(ballot, 'none')
  expect(asked).toEqual(['up'])
  expect(desiredOf(ballot.key)).toBe('none')
  await answer('up')
  expect(asked).toEqual(['up', 'none'])
  await answer(null)
  await done
  expect(tallies.map((tally) => tally.my_vote)).toEqual(['up', null])
  expect(last).toEqual([false, true])
  expect(desiredOf(ballot.key)).toBeUndefined()
})

test('returning to the state that was sent causes no further request', async () => {
  const { ballot, asked, answer } = slowServer()
  const done = setDesired(ballot, 'up')
  void setDesired(ballot, 'none')
  void setDesired(ballot, 'up')
  await answer('up')
  await done
  expect(asked).toEqual(['up'])
})

test('after a fault the desired state is dropped, so that the stored state is shown', async () => {
  const { ballot, faults, tallies, answer } = slowServer()
  const done = setDesired(ballot, 'up')
  await answer(new Error('no'))
  await done
  expect(faults).toHaveLength(1)
  expect(tallies).toEqual([])
  expect(desiredOf(ballot.key)).toBeUndefined()
})

test('a fault of an outdated request is not reported, and the newer state is sent', async () => {
  const { ballot, asked, faults, answer } = slowServer()
  const done = setDesired(ballot, 'up')
  void setDesired(ballot, 'down')
  await answer(new Error('no'))
  await answer('down')
  await done
  expect(asked).toEqual(['up', 'down'])
  expect(faults).toEqual([])
})

test('the desired state is kept until the components have the answer', async () => {
  const { ballot, answer } = slowServer()
  let seen: string | undefined
  const onAnswer = () => void setTimeout(() => (seen = desiredOf(ballot.key)))
  const done = setDesired({ ...ballot, onAnswer }, 'up')
  await answer('up')
  await done
  expect(seen).toBe('up')
  expect(desiredOf(ballot.key)).toBeUndefined()
})
