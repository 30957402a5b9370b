import { expect, test } from 'vitest'
import { loggedPath } from './logged-path.ts'

const ID = '7b1c2d3e-0000-4000-8000-00000000abcd'

test.each([
  ['/pod/kestrel-dads', '/pod/…'],
  ['/pod/kestrel-dads/rounds', '/pod/…/rounds'],
  ['/pod/Kestrel%20dads/rounds', '/pod/…/rounds'],
  ['/community/quiet-fathers/members', '/community/…/members'],
  ['/u/ana.kestrel', '/u/…'],
  ['/calendar/secret.ics', '/calendar/…'],
  ['/api/v1/pods/kestrel-dads', '/api/v1/pods/…'],
  ['/api/v1/groups/quiet-fathers/posts', '/api/v1/groups/…/posts'],
  [`/api/v1/pods/${ID}/season`, `/api/v1/pods/${ID}/season`],
  [`/pod-text/${ID}`, `/pod-text/${ID}`],
  ['/api/v1/me/pods', '/api/v1/me/pods'],
  ['/api/auth/reset-password/SECRET', '/api/auth/…/…'],
  ['/healthz', '/healthz'],
  ['/', '/'],
  ['//kestrel-dads', '//…'],
])('%s is logged as %s', (path, logged) => expect(loggedPath(path)).toBe(logged))

test('a name that nobody thought of is hidden', () => {
  for (const path of ['/new-page/kestrel-dads', '/api/v2/pods/kestrel-dads', '/_build/kestrel-dads'])
    expect(loggedPath(path)).not.toContain('kestrel')
})
