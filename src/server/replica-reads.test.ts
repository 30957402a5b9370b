/** The two lists about the replica name procedures that exist, and each of the right kind. */
import { expect, test } from 'vitest'
import { PROCEDURES } from '#test/operations.ts'
import { HIDES_NOTHING, MAY_LAG } from './replica-reads.ts'

const named = (isRead: boolean) =>
  new Set(
    PROCEDURES.filter(({ method }) => (method === 'GET') === isRead).map(({ rpc }) => rpc.slice(1).replace('/', '.')),
  )

test('only reads may lag, and only writes are listed as hiding nothing', () => {
  expect([...MAY_LAG].filter((name) => !named(true).has(name))).toEqual([])
  expect([...HIDES_NOTHING].filter((name) => !named(false).has(name))).toEqual([])
})

test('what takes something away is not listed', () => {
  const takesAway =
    /\.(delete|remove|edit|leave|takeOut|block|suspend|cancel|decline|revoke|hand|set(?!DarkMode|Notices))/
  expect([...HIDES_NOTHING].filter((name) => takesAway.test(name))).toEqual([])
})
