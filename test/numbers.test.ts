/**
 * Guarantee 41: numbers in bodies and URLs are within their bounds, or refused by the name of their field. Nothing is stored.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { signInDirectly } from './sessions.ts'
import { snapshot } from './snapshot.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })
const ana = await world.member()
const pod = await world.pod({ members: [ana] })
const event = await world.event({ by: ana })
const browser = await signInDirectly(world, url, ana)
const refusedBy = (answer: { json: unknown }) => Object.keys((answer.json as { data: { fields: object } }).data.fields)

test.each(['1', '13', '2.5', '"abc"', '"6"', '-1', '0', '1e9', '1e999', '-0.0001', 'null', 'true', '[6]', '{}'])(
  '41: a pod of %s seats is none',
  async (capacity) => {
    const before = await snapshot(world.db)
    const body = `{"id":"${randomUUID()}","name":"Pod ${randomUUID()}","capacity":${capacity}}`
    const answer = await browser.send('POST', '/api/v1/pods', body)
    expect(answer.status).toBe(400)
    if (capacity !== '1e999') expect(refusedBy(answer)).toEqual(['capacity'])
    expect(await snapshot(world.db)).toBe(before)
  },
)

test.each([
  '-1',
  '0',
  '101',
  '1e9',
  '1.5',
  'abc',
  '',
  '%20',
  '9'.repeat(400),
  '1&page=2',
  '0x1',
  'NaN',
  'Infinity',
  '+1',
])('41: page "%s" of the pods is refused', async (page) => {
  const answer = await browser.get(`/api/v1/pods?page=${page}`)
  expect([answer.status, answer.json.code]).toEqual([400, 'INVALID'])
  expect(refusedBy(answer)).toEqual(['page'])
})

test('41: a page beyond the last is the last', async () => {
  const { status, json } = await browser.get('/api/v1/pods?page=100')
  expect([status, json.page, json.pages]).toEqual([200, 1, 1])
})

const LISTS = [
  ...['/feed', '/categories/new-dads/posts', `/members/${ana.username}/posts`, '/pods', '/groups', '/me/groups'],
  ...['/me/pod-requests', '/search?q=sleep', `/chat/pod/${pod.id}/messages`],
  ...['/events', '/events/week', `/events/${event.id}/comments`],
]
test.each(LISTS)('41: a client cannot choose the page size of %s', async (path) => {
  for (const name of ['limit', 'per_page', 'offset', 'count'])
    for (const value of ['1000000000', '-1', 'abc']) {
      const answer = await browser.get(`/api/v1${path}${path.includes('?') ? '&' : '?'}${name}=${value}`)
      expect([answer.status, answer.json.code], name).toEqual([400, 'INVALID'])
    }
})

test.each(['-1', '1.5', '"abc"', '1e999', 'null'])('41: %s is refused as a last read number', async (seq) => {
  const answer = await browser.send('PUT', `/api/v1/chat/pod/${pod.id}/read`, `{"seq":${seq}}`)
  expect(answer.status).toBe(400)
})

test.each(['1e9', '9007199254740991'])('41: %s as a last read number counts as everything that exists', async (seq) => {
  const answer = await browser.send('PUT', `/api/v1/chat/pod/${pod.id}/read`, `{"seq":${seq}}`)
  expect([answer.status, answer.json]).toEqual([200, { read: 0 }])
})

test.each(['1e300', '9007199254740993'])('41: %s is not a position in any room', async (seq) => {
  const answer = await browser.send('PUT', `/api/v1/chat/pod/${pod.id}/read`, `{"seq":${seq}}`)
  expect(answer.status).toBe(400)
})
