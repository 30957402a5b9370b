import { expect, test } from 'vitest'
import { whileLeaving } from './leaving.ts'
import { heardOfSession, isSessionGone } from './session-gone.ts'

test('a session is gone when the server says so, until it says otherwise, and while somebody signs out', async () => {
  expect(isSessionGone()).toBe(false)
  heardOfSession(false)
  expect(isSessionGone()).toBe(true)
  heardOfSession(true)
  expect(isSessionGone()).toBe(false)
  await whileLeaving(async () => expect(isSessionGone()).toBe(true))
  expect(isSessionGone()).toBe(false)
})
