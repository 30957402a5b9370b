/** Guarantee 58: the real program is told to stop, under load, at its start, twice. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, inject, test } from 'vitest'
import { makeBrowser, until } from './client.ts'
import { copyPristine } from './cluster.ts'
import { makeProgram } from './program.ts'
import { sampled } from './sample.ts'

const mute = createServer(() => {}).listen(0, '127.0.0.1') // accepts a connection and never responds
await once(mute, 'listening')
const program = makeProgram({ SMTP_URL: `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}` })
copyPristine(inject('pristine'), program.dataDir)
afterAll(async () => {
  await program.remove()
  mute.close()
})

const PASSWORD = 'the quick brown kettle'

/** A visitor who sends one request after the other over one connection; ends when no server listens any more. */
function reader(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const state = { answered: 0, broken: 0 }
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const asked = request(`${url}/api/v1/categories`, { agent }, (answer) => {
        answer.resume().once('close', () => {
          const isWhole = answer.complete && answer.statusCode === 200
          state[isWhole ? 'answered' : 'broken']++
          resolve(true)
        })
      })
      // the server closed the connection before it had read the request
      asked.once('error', () => resolve(false))
      asked.end()
    })
  const done = (async () => {
    while (await ask());
    agent.destroy()
  })()
  return { state, done }
}

test('58: under load every pending request is answered, and the program ends within seconds', async () => {
  const running = await program.start()
  const { url } = running
  // the delivery of a mail is pending as well
  const joined = await makeBrowser(url).call('/sign-up/email', {
    email: 'a@example.org',
    username: 'aaa',
    password: PASSWORD,
  })
  expect(joined.status).toBe(200)
  const readers = Array.from({ length: 20 }, () => reader(url))
  await until('the readers read', () => readers.every(({ state }) => state.answered > 5))
  const slow = Array.from({ length: 12 }, () =>
    makeBrowser(url).call('/sign-in/email', { email: 'b@example.org', password: PASSWORD }),
  )
  await new Promise((go) => setTimeout(go, 150)) // they are refused after 450 ms at the earliest
  const from = performance.now()
  running.process.kill('SIGTERM')
  running.process.kill('SIGTERM')
  setTimeout(() => running.process.kill('SIGINT'), 100)
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 401))
  expect(await running.ended).toBe(0)
  expect(performance.now() - from).toBeLessThan(25_000)
  await Promise.all(readers.map(({ done }) => done))
  expect(readers.reduce((sum, { state }) => sum + state.broken, 0)).toBe(0)
  // the limit is the one above; starting the program and its readers takes additional time
}, 90_000)

test('58: if the program is told to stop at any moment of its start, it stops, and leaves nothing that blocks the next start', async () => {
  const whole = performance.now()
  const first = await program.start()
  const ms = performance.now() - whole
  first.process.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  for (const share of sampled([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], 2)) {
    const begun = program.spawned()
    await new Promise((go) => setTimeout(go, ms * share))
    begun.process.kill('SIGTERM')
    const code = await begun.ended
    expect([0, null]).toContain(code) // null: before the program could handle signals
  }
  const last = await program.start()
  expect((await makeBrowser(last.url).get('/readyz')).status).toBe(200)
  last.process.kill('SIGTERM')
  expect(await last.ended).toBe(0)
}, 90_000)
