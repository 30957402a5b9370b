import { expect, test } from 'vitest'
import { isSignInPage, phoneHeader, spotOf } from './areas.ts'

test('the feed is the current area on /, /feed and /categories, and on the pages below them', () => {
  for (const path of ['/', '/feed', '/categories', '/categories/', '/category/new-dads', '/post/1']) {
    expect(spotOf(path), path).toBe('feed')
  }
  expect(spotOf('/groups/all')).toBe('groups')
  expect(spotOf('/group/x')).toBe('groups')
  expect(spotOf('/event/1')).toBe('local')
  expect(spotOf('/user/tom')).toBeUndefined()
  expect(spotOf('/podsandpeas')).toBeUndefined()
})

test('the header of a phone depends on the page and the session', () => {
  const member = { local_mode_enabled: false }
  const nearby = { local_mode_enabled: true }
  const rules: [string, 'shown' | 'hidden' | 'centred', typeof member | null][] = [
    ['/categories', 'hidden', member],
    ['/feed', 'hidden', member],
    ['/groups', 'hidden', member],
    ['/groups/all', 'hidden', member],
    ['/pods', 'hidden', member],
    ['/pod/whatever', 'hidden', member],
    ['/pod/whatever', 'shown', null],
    ['/group/whatever', 'hidden', member],
    ['/local', 'shown', member],
    ['/local', 'hidden', nearby],
    ['/', 'shown', member],
    ['/post/1', 'shown', member],
    ['/categories', 'hidden', null],
    ['/group/whatever', 'hidden', null],
    ['/groups', 'centred', null],
    ['/local', 'centred', null],
    ['/pods', 'centred', null],
    ['/', 'shown', null],
  ]
  for (const [path, header, viewer] of rules) expect(phoneHeader(path, viewer), `${path} ${viewer}`).toBe(header)
})

test('pages for signing in have no bars', () => {
  for (const path of ['/auth', '/login', '/verify', '/forgot', '/reset', '/notices'])
    expect(isSignInPage(path, false), path).toBe(true)
  for (const path of ['/auth', '/login']) expect(isSignInPage(path, true), path).toBe(true)
  for (const path of ['/verify', '/forgot', '/reset']) expect(isSignInPage(path, true), path).toBe(false)
  expect(isSignInPage('/profile', false)).toBe(false)
})
