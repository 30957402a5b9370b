/** What the query cache does with queries that are loading when something changes. */
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { makeQueryClient } from './query-cache.ts'

/** A query on screen. Each of its requests answers the state at its beginning, when the test says so. */
function onScreen() {
  const client = makeQueryClient()
  let state = 'before'
  const answers: ((error?: Error) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => {
      const answer = state
      return new Promise<string>((resolve, reject) =>
        answers.push((error) => (error ? reject(error) : resolve(answer))),
      )
    },
  })
  const leave = observer.subscribe(() => {})
  const change = (next: string) => {
    state = next
  }
  return { client, observer, answers, leave, change, shown: () => client.getQueryData(['list']) }
}

test('a first request from before a change is repeated after it', async () => {
  const { client, answers, change, shown } = onScreen()
  change('after')
  const done = client.invalidateQueries({ queryKey: ['list'] })
  answers[0]!()
  await expect.poll(() => answers.length).toBe(2)
  expect(shown()).toBe('before')
  answers[1]!()
  await done
  expect(shown()).toBe('after')
  expect(answers).toHaveLength(2)
})

test('a query that is no longer on screen is marked, and read when it is shown again', async () => {
  const { client, answers, leave } = onScreen()
  leave()
  const done = client.invalidateQueries({ queryKey: ['list'], refetchType: 'none' })
  answers[0]!()
  await done
  expect(answers).toHaveLength(1)
  expect(client.getQueryState(['list'])?.isInvalidated).toBe(true)
})

test('a first request that fails is not repeated', async () => {
  const { client, answers, observer } = onScreen()
  const done = client.invalidateQueries()
  answers[0]!(new Error('no network'))
  await done
  expect(answers).toHaveLength(1)
  expect(observer.getCurrentResult().error?.message).toBe('no network')
})

test('a query with data is read once', async () => {
  const { client, answers, shown, change } = onScreen()
  answers[0]!()
  await expect.poll(shown).toBe('before')
  change('after')
  const done = client.invalidateQueries()
  answers[1]!()
  await done
  expect(shown()).toBe('after')
  expect(answers).toHaveLength(2)
})
