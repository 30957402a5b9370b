/**
 * Others are served as before while one address asks as fast as it can: every public page and endpoint in turn, each once with
 * answers that are read and once with answers that are not. The times are compared in turns, because other work shares the machine.
 * The attacker shares it as well, which no attacker does: while others are measured alone, he sends the same requests to a server
 * that does nothing (test/sink.ts).
 */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { quantile } from '#bench/table.ts'
import { contract } from '#contract/index.ts'
import { patternOf, URLS } from '#contract/url-words.ts'
import type { Attack } from './attacker.ts'
import { copyPristine } from './cluster.ts'
import { guarantee, isFull } from './guarantees/guarantee.ts'
import { makeProgram, type Running } from './program.ts'
import { sampled } from './sample.ts'
import type { Sink } from './sink.ts'

const pages: Record<string, string> = process.env.PAGES_DIR ? { PAGES_DIR: process.env.PAGES_DIR } : {}
const program = makeProgram({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', ...pages })
copyPristine(inject('pristine'), program.dataDir)
let running: Running
beforeAll(async () => {
  running = await program.start()
}, 90_000)
afterAll(() => program.remove())

const ID = '00000000-0000-4000-8000-000000000000'
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, ID)
const reads = Object.values(contract).flatMap((room) =>
  Object.values(room).flatMap(({ '~orpc': { route, meta } }) =>
    route.method === 'GET' && !('signIn' in meta) && !('administrators' in meta)
      ? [`/api/v1${filled(route.path!)}`]
      : [],
  ),
)
const addresses = [
  ...Object.values(URLS).map((url) => patternOf(url as Parameters<typeof patternOf>[0], ID)),
  ...reads,
  ...['/api/v1/openapi.json', '/api/v1/docs', '/feed.xml', '/sitemap.xml', '/robots.txt', '/readyz', '/healthz'],
  ...['/preview.png', `/post/${ID}/preview.png`, '/category/hobbies/feed.xml', `/event/${ID}/calendar.ics`],
  ...['/manifest.webmanifest', `/files/${ID}`, '/nothing-here', '/live', '/rpc/feed/listFeed', '/rpc/nothing'],
]
/** The short run, beside other tests, only shows that others are served. */
const RATIO = isFull ? 1.5 : Number.POSITIVE_INFINITY
/** In ms. A case is measured alone and beside in turns, and again while all its times together are above the ratio. */
const WINDOW_MS = isFull ? 2000 : 500
const MAX_ROUNDS = isFull ? 8 : 1
/** One test may take ten minutes. */
const PARTS = isFull ? 8 : 1

let attackers = 0

/** No case begins with what another one has left of its budget. */
const newAddress = () => `203.0.${++attackers >> 8}.${attackers & 255}`

/** Returns a function that ends the attack. */
function attack({ path, isRead }: Case, address: string, url = running.url): () => Promise<unknown> {
  const { hostname, port } = new URL(url)
  const workerData: Attack = { hostname, port: Number(port), path, address, isRead }
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData })
  return () => worker.terminate()
}

/** A server that answers with as many bytes as the program does, and its end. */
async function sinkFor({ path }: Case) {
  const answer = await fetch(running.url + path.replace('#', '0'), {
    redirect: 'manual',
    headers: { 'x-forwarded-for': newAddress(), 'accept-encoding': 'identity' },
  })
  const workerData: Sink = { bytes: 300 + (await answer.arrayBuffer()).byteLength }
  const worker = new Worker(new URL('./sink.ts', import.meta.url), { workerData })
  const [port] = await once(worker, 'message')
  return { url: `http://127.0.0.1:${port}`, end: () => worker.terminate() }
}

/** What others ask meanwhile: a page for visitors, a list and a page that is rendered, each from an address of its own. */
const OTHERS = ['/', '/api/v1/feed', '/api/v1/categories', '/feed']
async function timesOfOthers(ms: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + ms
  for (let n = 0; performance.now() < end; n++) {
    const from = performance.now()
    const response = await fetch(running.url + OTHERS[n % OTHERS.length], {
      headers: { 'x-forwarded-for': `198.51.100.${n % 250}` },
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`others got ${response.status}`)
    times.push(performance.now() - from)
    await pause(8)
  }
  return times
}

type Case = Pick<Attack, 'path' | 'isRead'>

/** How much longer others wait beside the attack than alone, as a ratio of the 95th percentiles. */
async function ratioBeside(one: Case): Promise<number> {
  const address = newAddress()
  const sink = await sinkFor(one)
  const alone: number[] = []
  const beside: number[] = []
  const ratio = () => quantile(beside, 0.95) / quantile(alone, 0.95)
  for (let round = 0; round < MAX_ROUNDS && (round === 0 || ratio() > RATIO); round++) {
    const endIdle = attack(one, address, sink.url)
    alone.push(...(await timesOfOthers(WINDOW_MS)))
    await endIdle()
    const end = attack(one, address)
    beside.push(...(await timesOfOthers(WINDOW_MS)))
    await end()
  }
  await sink.end()
  return ratio()
}

describe.runIf(process.platform === 'linux')('others', () => {
  const paths = addresses.flatMap((path) => [path, `${path}?n=#`])
  const all: Case[] = paths.flatMap((path) => [true, false].map((isRead) => ({ path, isRead })))
  const size = { short: 2, full: Math.ceil(all.length / PARTS) }
  beforeAll(async () => {
    // the first requests compile what the later ones use
    await timesOfOthers(isFull ? 10_000 : 1000)
  }, 60_000)

  for (let part = 0; part < PARTS; part++) {
    const name = `are served as before while one address asks as fast as it can, ${part + 1} of ${PARTS}`
    guarantee('84', name, size, async (count) => {
      const chosen = isFull ? all.filter((_, n) => n % PARTS === part) : sampled(all, count)
      const slow: string[] = []
      for (const one of chosen) {
        const ratio = await ratioBeside(one)
        if (ratio > RATIO) slow.push(`${one.path}, ${one.isRead ? 'read' : 'not read'}: ${ratio.toFixed(2)}`)
      }
      expect(slow).toEqual([])
    })
  }
})
