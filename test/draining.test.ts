/** A process behind a load balancer is told to stop: it reports this, and serves until the balancer has noticed. */
import { afterAll, expect, inject, test } from 'vitest'
import { copyPristine } from './cluster.ts'
import { makeProgram } from './program.ts'

const SECONDS = 5
const program = makeProgram({ DRAIN_SECONDS: String(SECONDS) })
copyPristine(inject('pristine'), program.dataDir)
afterAll(() => program.remove())

/** On a connection of its own, as from a balancer that opens one for each request. Null: nobody accepts it, or it is cut. */
async function statusOf(address: string): Promise<number | null> {
  try {
    const response = await fetch(address, { headers: { connection: 'close' } })
    // a body that is not read would fail later, outside the test, if its connection is cut
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

test('a stopping process is not ready at once, and answers everything else until the time is over', {
  timeout: 90_000,
}, async () => {
  const { url, process: child, ended } = await program.start()
  expect(await statusOf(`${url}/readyz`)).toBe(200)
  const began = performance.now()
  child.kill('SIGTERM')
  await expect.poll(() => statusOf(`${url}/readyz`), { interval: 5 }).toBe(503)
  const noticed = performance.now() - began
  let served = 0
  for (; performance.now() - began < SECONDS * 900; served++) {
    expect(await statusOf(`${url}/api/v1/categories`)).toBe(200)
    expect(await statusOf(`${url}/healthz`)).toBe(200)
    expect(await statusOf(`${url}/readyz`)).toBe(503)
  }
  expect(noticed).toBeLessThan(1000)
  expect(served).toBeGreaterThan(5)
  expect(await ended).toBe(0)
  expect(performance.now() - began).toBeGreaterThanOrEqual(SECONDS * 1000)
  expect(await statusOf(`${url}/healthz`)).toBeNull()
})
