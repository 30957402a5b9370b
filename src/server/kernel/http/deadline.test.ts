import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeDeadline } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LATE = { code: 'UNAVAILABLE', status: 503, data: { retry_after: 5 } }

function begun() {
  const deadline = makeDeadline()
  deadline.begin(1000)
  let isRefused = false
  deadline.refused.catch(() => {
    isRefused = true
  })
  const pass = () => vi.advanceTimersByTimeAsync(1000)
  return { deadline, pass, isRefused: () => isRefused }
}

test('a request is refused at its timeout, with Retry-After, and stores nothing afterwards', async () => {
  const { deadline, pass } = begun()
  const { promise: work, resolve: goOn } = Promise.withResolvers<void>()
  const commit = vi.fn()
  const operation = deadline.keep(async (mayCommit) => {
    await work
    mayCommit()
    commit()
  })
  const refusal = expect(deadline.refused).rejects.toMatchObject(LATE)
  await pass()
  await refusal
  goOn()
  await expect(operation).rejects.toMatchObject(LATE)
  expect(commit).not.toHaveBeenCalled()
})

test('a transaction that is committing at that time is awaited, and is not refused if it commits', async () => {
  const { deadline, pass, isRefused } = begun()
  const { promise: commit, resolve: stored } = Promise.withResolvers<string>()
  const operation = deadline.keep(async (mayCommit) => {
    mayCommit()
    return commit
  })
  await pass()
  expect(isRefused()).toBe(false)
  stored('stored')
  expect(await operation).toBe('stored')
  expect(isRefused()).toBe(false)
  // a later write of the same request is stored, too
  expect(await deadline.keep(async (mayCommit) => mayCommit())).toBeUndefined()
})

test('a transaction that is committing at that time is refused if the database rejects it', async () => {
  const { deadline, pass, isRefused } = begun()
  const { promise: commit, reject: fails } = Promise.withResolvers<void>()
  const operation = deadline.keep(async (mayCommit) => {
    mayCommit()
    return commit
  })
  await pass()
  expect(isRefused()).toBe(false)
  fails(new Error('deadlock'))
  await expect(operation).rejects.toThrow('deadlock')
  await expect(deadline.refused).rejects.toMatchObject(LATE)
})

test('a response before the timeout ends the timer, even if the body follows later', async () => {
  const { deadline, pass, isRefused } = begun()
  deadline.end()
  deadline.begin(1000)
  await pass()
  expect(isRefused()).toBe(false)
})
