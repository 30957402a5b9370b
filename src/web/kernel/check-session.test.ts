import { expect, test, vi } from 'vitest'
import { checkSession } from './check-session.ts'

const { getViewer } = vi.hoisted(() => ({ getViewer: vi.fn(async () => ({ id: 'ben' })) }))
vi.mock('./api.ts', () => ({ api: { account: { getViewer } } }))

test('many calls at once ask one time, and a later call asks again', async () => {
  const found = await Promise.all(Array.from({ length: 5 }, () => checkSession()))
  expect(found).toEqual(Array.from({ length: 5 }, () => ({ id: 'ben' })))
  expect(getViewer).toHaveBeenCalledTimes(1)
  await checkSession()
  expect(getViewer).toHaveBeenCalledTimes(2)
})
