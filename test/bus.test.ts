/**
 * Notifications between two processes, over each transport. The periodic check of a process comes far too late for these tests.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Bus, listenNotify } from '#server/kernel/live/bus.ts'
import { nats } from '#server/kernel/live/bus-nats.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const NATS = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'].find((path) =>
  existsSync(path),
)

interface End {
  bus: Bus
  topics: string[]
  /** how often it was notified to check everything */
  looks: number
}

async function pair(make: (heard: (topics: string[] | null) => void) => Bus): Promise<[End, End]> {
  const ends = [0, 1].map(() => {
    const end: End = { topics: [], looks: 0, bus: null! }
    end.bus = make((onTopics) => {
      if (onTopics === null) end.looks++
      else end.topics.push(...onTopics)
    })
    return end
  })
  await expect.poll(() => ends.every(({ looks }) => looks > 0), { timeout: 10_000 }).toBe(true)
  return ends as [End, End]
}
const topicsOf = (count: number) => Array.from({ length: count }, () => `pod:${randomUUID()}`)

async function tellsTheOther([one, two]: [End, End]) {
  const onTopics = topicsOf(400)
  for (const topic of onTopics) one.bus.notify(topic)
  await expect.poll(() => new Set(two.topics).size, { timeout: 10_000 }).toBe(400)
  expect(new Set(two.topics)).toEqual(new Set(onTopics))
  expect(one.topics).toEqual([])
  const [again] = topicsOf(1)
  two.bus.notify(again!)
  await expect.poll(() => one.topics, { timeout: 10_000 }).toEqual([again])
  await Promise.all([one.bus.close(), two.bus.close()])
}

describe('by LISTEN and NOTIFY', () => {
  const make = (onTopics: (topics: string[] | null) => void) => listenNotify(world.url, onTopics, world.log)

  test('the other process receives each published topic, however many at the same time, and the publisher does not', async () => {
    await tellsTheOther(await pair(make))
  })

  test('many notifications of one topic within a moment are combined to a few', async () => {
    const [one, two] = await pair(make)
    const [topic] = topicsOf(1)
    for (let n = 0; n < 1000; n++) one.bus.notify(topic!)
    await expect.poll(() => two.topics.length, { timeout: 10_000 }).toBeGreaterThan(0)
    const [last] = topicsOf(1)
    one.bus.notify(last!)
    await expect.poll(() => two.topics.includes(last!), { timeout: 10_000 }).toBe(true)
    expect(two.topics.length).toBeLessThan(5)
    await Promise.all([one.bus.close(), two.bus.close()])
  })

  test('a closed connection is opened again, and the process that missed notifications checks everything', async () => {
    const [one, two] = await pair(make)
    const before = two.looks
    await world.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fatherkin live' and datname = current_database()`,
    )
    await expect.poll(() => two.looks, { timeout: 10_000 }).toBeGreaterThan(before)
    await expect.poll(() => one.looks, { timeout: 10_000 }).toBeGreaterThan(1)
    const [topic] = topicsOf(1)
    one.bus.notify(topic!)
    await expect.poll(() => two.topics, { timeout: 10_000 }).toContain(topic)
    await Promise.all([one.bus.close(), two.bus.close()])
  })
})

describe.skipIf(!NATS)('by NATS (skipped where nats-server is not installed)', () => {
  const servers: ChildProcess[] = []
  afterAll(() => {
    for (const server of servers) server.kill()
  })
  const start = (port: number) => {
    const server = spawn(NATS!, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    servers.push(server)
    return server
  }

  test('the other process receives each published topic, however many at the same time, and the publisher does not', async () => {
    const port = await freePort()
    start(port)
    await tellsTheOther(await pair((onTopics) => nats([`nats://127.0.0.1:${port}`], onTopics, world.log)))
  })

  test('a server that starts late, dies and comes back is found, and a process that missed notifications checks everything', async () => {
    const port = await freePort()
    const making = pair((onTopics) => nats([`nats://127.0.0.1:${port}`], onTopics, world.log))
    const first = start(port)
    const [one, two] = await making
    const before = two.looks
    first.kill('SIGKILL')
    start(port)
    await expect.poll(() => two.looks, { timeout: 15_000 }).toBeGreaterThan(before)
    await expect.poll(() => one.looks, { timeout: 15_000 }).toBeGreaterThan(1)
    const [topic] = topicsOf(1)
    one.bus.notify(topic!)
    await expect.poll(() => two.topics, { timeout: 10_000 }).toContain(topic)
    await Promise.all([one.bus.close(), two.bus.close()])
  }, 40_000)

  test('a server that does not respond any more is left for the second one', async () => {
    const [first, second] = [await freePort(), await freePort()]
    const silent = start(first)
    // a stopped process does not end at SIGTERM
    onTestFinished(() => void silent.kill('SIGKILL'))
    const urls = [first, second].map((port) => `nats://127.0.0.1:${port}`)
    // both are connected to the first server, because the second one does not run yet
    const [one, two] = await pair((onTopics) => nats(urls, onTopics, world.log))
    start(second)
    silent.kill('SIGSTOP')
    await expect.poll(() => one.looks > 1 && two.looks > 1, { timeout: 25_000 }).toBe(true)
    const [topic] = topicsOf(1)
    one.bus.notify(topic!)
    await expect.poll(() => two.topics, { timeout: 10_000 }).toContain(topic)
    await Promise.all([one.bus.close(), two.bus.close()])
  }, 40_000)

  test('a process that starts while its first server is dead uses the second one', async () => {
    const [dead, living] = [await freePort(), await freePort()]
    start(living)
    const urls = [dead, living].map((port) => `nats://127.0.0.1:${port}`)
    const [one, two] = await pair((onTopics) => nats(urls, onTopics, world.log))
    const [topic] = topicsOf(1)
    one.bus.notify(topic!)
    await expect.poll(() => two.topics, { timeout: 10_000 }).toContain(topic)
    await Promise.all([one.bus.close(), two.bus.close()])
  }, 40_000)
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
