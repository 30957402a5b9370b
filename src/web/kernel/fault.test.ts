import { expect, test } from 'vitest'
import { isMissing, readFault } from './fault.ts'

const OTHERWISE = 'Failed to vote. Please try again.'

test('a declared refusal speaks for itself and leads to its fields', () => {
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

test('an answer of the accounts reads the same way', () => {
  const fault = readFault(
    { code: 'TOO_MANY_REQUESTS', status: 429, message: 'A little fast', retry_after: 30 },
    OTHERWISE,
  )
  expect(fault).toMatchObject({ sentence: 'A little fast', retryAfter: 30, status: 429 })
})

test('a refusal without a sentence is said in the words of the caller, not by its code', () => {
  for (const message of ['', 'MONTHLY_LIMIT'])
    expect(readFault({ code: 'MONTHLY_LIMIT', status: 403, message }, OTHERWISE)).toMatchObject({
      code: 'MONTHLY_LIMIT',
      sentence: OTHERWISE,
    })
})

test('whoever has no session is asked to sign in', () => {
  expect(
    readFault({ code: 'UNAUTHENTICATED', status: 401, message: 'Please sign in to vote' }, OTHERWISE),
  ).toMatchObject({
    signIn: true,
    sentence: 'Please sign in to vote',
  })
})

test('the unforeseen and the unreached never show their own words', () => {
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

test('missing is missing, whatever it is called', () => {
  expect(isMissing({ code: 'POST_NOT_FOUND', status: 404, message: 'Post not found' })).toBe(true)
  expect(isMissing(new TypeError('Failed to fetch'))).toBe(false)
})
