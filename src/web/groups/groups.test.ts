import { expect, test } from 'vitest'
import type { GroupMember } from '#contract/groups.ts'
import { withComing } from './groups.ts'

const row = (id: string, role: 'member' | 'admin' = 'member'): GroupMember => ({
  user: { id, username: id, display_name: null, avatar_url: null, location: null },
  role,
  joined_at: new Date(0),
})
const pages = (next: string | null, ...lists: string[][]) => ({
  pages: lists.map((ids, at) => ({ items: ids.map((id) => row(id)), next: at === lists.length - 1 ? next : 'more' })),
  pageParams: lists.map(() => undefined),
})
const shown = (list: { pages: { items: GroupMember[] }[] }) =>
  list.pages.map(({ items }) => items.map(({ user }) => user.id))

test('whoever comes is the last of all, and stands there once however often it is heard', () => {
  const once = withComing(pages(null, ['a', 'b'], ['c']), 'd', row('d'))
  expect(shown(once)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(shown(withComing(once, 'd', row('d')))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('while there is more to load he is found there', () => {
  expect(shown(withComing(pages('more', ['a']), 'z', row('z')))).toEqual([['a']])
})

test('whoever goes is gone from wherever he stood, and nobody else', () => {
  expect(shown(withComing(pages('more', ['a', 'b'], ['c']), 'b', null))).toEqual([['a'], ['c']])
  expect(shown(withComing(pages(null, ['a']), 'nobody', null))).toEqual([['a']])
})

test('whoever has become an admin is one where he stands', () => {
  const [first] = withComing(pages(null, ['a', 'b']), 'a', row('a', 'admin')).pages
  expect(first!.items.map(({ user, role }) => [user.id, role])).toEqual([
    ['a', 'admin'],
    ['b', 'member'],
  ])
})
