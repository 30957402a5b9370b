import { expect, test } from 'vitest'
import { isFirstSteps, isNetwork, placeAt } from './places.ts'

test.each([
  ['/feed', 'feed'],
  ['/categories', 'feed'],
  ['/categories/', 'feed'],
  ['/category/sleep', undefined],
  ['/post/1', undefined],
  // the page for visitors
  ['/', undefined],
  ['/groups', 'groups'],
  ['/groups/all', 'groups'],
  ['/group/night-shift', 'groups'],
  ['/group/night%20shift/', 'groups'],
  ['/pods', undefined],
  ['/local', 'local'],
  ['/local/1', undefined],
  ['/event/1', undefined],
  ['/profile', 'profile'],
  ['/settings', undefined],
  ['/nowhere', undefined],
])('a visit to %s opens %s', (pathname, place) => expect(placeAt({ pathname, search: {} })).toBe(place))

test('a search in the feed does not open it', () => {
  expect(placeAt({ pathname: '/categories', search: { q: 'sleep' } })).toBeUndefined()
  expect(placeAt({ pathname: '/groups', search: { q: 'night' } })).toBe('groups')
})

test('a network and the first steps are known by their paths', () => {
  expect(['/group/night-shift', '/groups', '/groups/all'].map(isNetwork)).toEqual([true, false, false])
  expect(['/welcome', '/welcome//', '/feed'].map(isFirstSteps)).toEqual([true, true, false])
})
