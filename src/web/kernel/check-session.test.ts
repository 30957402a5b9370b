import { expect, test, vi } from 'vitest'

test('many calls at once ask one time, and a later call asks again', async () => {
  const getViewer = vi.fn(async () => ({ id: 'ben' }))
  // other test files of the same process may have loaded the modules already
  vi.resetModules()
  vi.doMock('./api.ts', () => ({ api: { account: { getViewer } } }))
  const { checkSession } = await import('./check-session.ts')

  const found = await Promise.all(Array.from({ length: 5 }, () => checkSession()))
  expect(found).toEqual(Array.from({ length: 5 }, () => ({ id: 'ben' })))
  expect(getViewer).toHaveBeenCalledTimes(1)
  await checkSession()
  expect(getViewer).toHaveBeenCalledTimes(2)

  vi.doUnmock('./api.ts')
  vi.resetModules()
})
