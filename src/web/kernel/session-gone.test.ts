import { expect, test } from 'vitest'
import { whileLeaving } from './leaving.ts'
import { heardOfSession, isSessionGone } from './session-gone.ts'

test('the session counts as gone after the server says so, until it says otherwise, and while the member signs out', async () => {
  expect(isSessionGone()).toBe(false)
  heardOfSession(false)
  expect(isSessionGone()).toBe(true)
  heardOfSession(true)
  expect(isSessionGone()).toBe(false)
  await whileLeaving(async () => expect(isSessionGone()).toBe(true))
  expect(isSessionGone()).toBe(false)
})
