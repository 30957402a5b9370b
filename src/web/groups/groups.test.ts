import { expect, test } from 'vitest'
import type { GroupMember } from '#contract/groups.ts'
import { withMembershipChange } from './groups.ts'

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

test('a new member is added at the end, once, even if the event arrives twice', () => {
  const once = withMembershipChange(pages(null, ['a', 'b'], ['c']), 'd', row('d'))
  expect(shown(once)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(shown(withMembershipChange(once, 'd', row('d')))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('a new member is not added while there are more pages to load', () => {
  expect(shown(withMembershipChange(pages('more', ['a']), 'z', row('z')))).toEqual([['a']])
})

test('a member who leaves is removed from any page, and an unknown member changes nothing', () => {
  expect(shown(withMembershipChange(pages('more', ['a', 'b'], ['c']), 'b', null))).toEqual([['a'], ['c']])
  expect(shown(withMembershipChange(pages(null, ['a']), 'nobody', null))).toEqual([['a']])
})

test('a member who becomes an admin keeps his position in the list', () => {
  const [first] = withMembershipChange(pages(null, ['a', 'b']), 'a', row('a', 'admin')).pages
  expect(first!.items.map(({ user, role }) => [user.id, role])).toEqual([
    ['a', 'admin'],
    ['b', 'member'],
  ])
})
