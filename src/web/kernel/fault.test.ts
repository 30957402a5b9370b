import { expect, test } from 'vitest'
import { isMissing, readFault } from './fault.ts'

const OTHERWISE = 'Failed to vote. Please try again.'

test('a fault of the contract keeps its message and names its fields', () => {
  const error = {
    code: 'INVALID',
    status: 400,
    message: 'Please check what you entered',
    data: { fields: { title: 'Please enter a title' } },
  }
  const fault = readFault(error, OTHERWISE)
  expect(fault.sentence).toBe('Please check what you entered')
  expect(fault.fields).toEqual({ title: 'Please enter a title' })
  expect(fault.signIn).toBe(false)
})

test('a fault of the account endpoints is read in the same way', () => {
  const fault = readFault(
    { code: 'TOO_MANY_REQUESTS', status: 429, message: 'A little fast', retry_after: 30 },
    OTHERWISE,
  )
  expect(fault).toMatchObject({ sentence: 'A little fast', retryAfter: 30, status: 429 })
})

test("a fault without a message gets the caller's message, not its code", () => {
  for (const message of ['', 'MONTHLY_LIMIT'])
    expect(readFault({ code: 'MONTHLY_LIMIT', status: 403, message }, OTHERWISE)).toMatchObject({
      code: 'MONTHLY_LIMIT',
      sentence: OTHERWISE,
    })
})

test('a caller without a session is asked to sign in', () => {
  expect(
    readFault({ code: 'UNAUTHENTICATED', status: 401, message: 'Please sign in to vote' }, OTHERWISE),
  ).toMatchObject({
    signIn: true,
    sentence: 'Please sign in to vote',
  })
})

test('unexpected errors and network errors never show their own text', () => {
  for (const error of [
    new TypeError('Failed to fetch'),
    { code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'relation "posts" does not exist' },
    'oops',
    null,
    undefined,
  ]) {
    expect(readFault(error, OTHERWISE).sentence).toBe(OTHERWISE)
  }
})

test('every 404 counts as missing, whatever its code', () => {
  expect(isMissing({ code: 'POST_NOT_FOUND', status: 404, message: 'Post not found' })).toBe(true)
  expect(isMissing(new TypeError('Failed to fetch'))).toBe(false)
})
