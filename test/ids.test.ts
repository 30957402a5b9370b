/** An id in capital letters is the same id: in comparisons, in idempotency keys, and for recipients. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTab } from './sessions.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })
const [ana, ben] = [await world.member(), await world.member()]

test('of a pod, a network, a member and a message', async () => {
  const pod = await world.pod({ members: [ana, ben] })
  const network = await world.publicNetwork({ members: [ben] })
  const tab = await openTab(world, url, ana)
  const send = (method: string, path: string, body?: object) => tab.browser.send(method, `/api/v1${path}`, body)
  const loud = pod.id.toUpperCase()
  await tab.listener.listen(`pod:${pod.id}`)
  const id = randomUUID()
  expect((await send('POST', `/chat/pod/${loud}/messages`, { id: id.toUpperCase(), content: 'Loud.' })).status).toBe(
    201,
  )
  await tab.listener.until(({ data }) => data?.id === id)
  const marks = [
    await send('PUT', `/chat/pod/${loud}/read`, { seq: 1 }),
    await send('PUT', `/chat/pod/${pod.id}/read`, { seq: 0 }),
  ]
  expect(marks.map(({ json }) => json)).toEqual([{ read: 1 }, { read: 1 }])
  expect((await send('GET', `/chat/pod/${loud}/messages`)).json).toMatchObject({ seq: 1, read: 1 })
  const own = await send('PUT', `/pods/${loud}/creator`, { to: ana.id.toUpperCase() })
  expect([own.status, own.json.code]).toEqual([409, 'SUCCESSOR_NOT_IN_POD'])
  expect((await send('DELETE', `/chat/pod/${loud}/messages/${id.toUpperCase()}`)).status).toBe(200)
  for (const method of ['PUT', 'DELETE'])
    expect((await send(method, `/groups/${network.id.toUpperCase()}/membership`)).status).toBe(200)
})
