import { expect, test } from 'vitest'
import { isSessionEnded, noteSession } from './session-state.ts'
import { whileSigningOut } from './signing-out.ts'

test('the session counts as ended after the server reports it, until it reports otherwise, and while the member signs out', async () => {
  expect(isSessionEnded()).toBe(false)
  noteSession(false)
  expect(isSessionEnded()).toBe(true)
  noteSession(true)
  expect(isSessionEnded()).toBe(false)
  await whileSigningOut(async () => expect(isSessionEnded()).toBe(true))
  expect(isSessionEnded()).toBe(false)
})
