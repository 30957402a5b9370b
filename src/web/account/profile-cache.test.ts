import { expect, test } from 'vitest'
import { withProfileChange } from './profile-cache.ts'

const sam = { id: 'sam', username: 'sam', display_name: 'Sam', avatar_url: null, location: 'Leeds' }
const ben = { id: 'ben', username: 'ben', display_name: 'Ben', avatar_url: null, location: null }
const change = { display_name: 'Sam B.', bio: 'Two girls.', location: null }

test('the member’s data is updated in every cached answer, and only in fields that the object has', () => {
  const time = new Date()
  const list = { pages: [{ items: [{ id: 'post', author: sam, created_at: time }], next: null }], pageParams: [null] }
  expect(withProfileChange(list, 'sam', change)).toEqual({
    ...list,
    pages: [
      {
        items: [{ id: 'post', author: { ...sam, display_name: 'Sam B.', location: null }, created_at: time }],
        next: null,
      },
    ],
  })
  expect(withProfileChange({ ...sam, bio: null }, 'sam', change)).toMatchObject({ bio: 'Two girls.' })
})

test('objects about others, and objects without the member, keep their identity', () => {
  const others = { pages: [{ items: [{ id: 'sam', author: ben, body: [{ t: 'p', c: ['Hi'] }] }, null, undefined] }] }
  expect(withProfileChange(others, 'sam', change)).toBe(others)
  const both = [{ author: ben }, { author: sam }] as const
  const after = withProfileChange(both, 'sam', change) as typeof both
  expect(after).not.toBe(both)
  expect(after[0]).toBe(both[0])
})
