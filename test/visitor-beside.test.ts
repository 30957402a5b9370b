/**
 * Others are served as before while one address asks as fast as it can: every public page and endpoint in turn, each once with
 * answers that are read and once with answers that are not. The rates are compared in turns, because other work shares the machine.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { quantile } from '#bench/table.ts'
import { contract } from '#contract/index.ts'
import { patternOf, URLS } from '#contract/url-words.ts'
import { copyPristine } from './cluster.ts'
import { guarantee, isFull } from './guarantees/guarantee.ts'
import { makeProgram, type Running } from './program.ts'
import { sampled } from './sample.ts'

const pages: Record<string, string> = process.env.PAGES_DIR ? { PAGES_DIR: process.env.PAGES_DIR } : {}
const program = makeProgram({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', ...pages })
copyPristine(inject('pristine'), program.dataDir)
let running: Running
beforeAll(async () => {
  running = await program.start()
}, 90_000)
afterAll(() => program.remove())

/** A request that differs each time, so that no cache of ours answers it. */
type Target = (n: number) => string

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
const TARGETS: { name: string; target: Target }[] = addresses.flatMap((path) => [
  { name: path, target: () => path },
  { name: `${path}?n=…`, target: (n: number) => `${path}?n=${n}` },
])

const ATTACK_PER_SECOND = 100
/** ms */
const WINDOW_MS = isFull ? 2500 : 1000
/** The short run, beside other tests, only shows that others are served. */
const RATIO = isFull ? 1.5 : Number.POSITIVE_INFINITY

function dial(): Socket {
  const { hostname, port } = new URL(running.url)
  return connect(Number(port), hostname).on('error', () => {})
}

/** Sends 100 requests a second from one address. Returns a function that ends it. */
function attack(target: Target, isRead: boolean): () => void {
  const sockets: Socket[] = []
  let n = 0
  const timer = setInterval(() => {
    const socket = dial()
    sockets.push(socket)
    if (isRead) socket.resume().once('end', () => socket.destroy())
    else socket.pause()
    const close = isRead ? 'Connection: close\r\n' : ''
    socket.write(`GET ${target(n++)} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.66\r\n${close}\r\n`)
  }, 1000 / ATTACK_PER_SECOND)
  return () => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  }
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
    if (response.status >= 500) throw new Error(`others got ${response.status}`)
    times.push(performance.now() - from)
    await pause(20)
  }
  return times
}

describe.runIf(process.platform === 'linux')('others', () => {
  const size = { short: 2, full: 2 * TARGETS.length }
  guarantee('84', 'are served as before while one address asks as fast as it can', size, async (count) => {
    const kinds = TARGETS.flatMap((one) => [true, false].map((isRead) => ({ ...one, isRead })))
    const chosen = isFull ? kinds : sampled(kinds, count)
    await timesOfOthers(1000)
    const alone: number[] = []
    const slow: string[] = []
    for (const { name, target, isRead } of chosen) {
      alone.push(...(await timesOfOthers(WINDOW_MS / 2)))
      const end = attack(target, isRead)
      const beside = await timesOfOthers(WINDOW_MS)
      end()
      const ratio = quantile(beside, 0.95) / quantile(alone, 0.95)
      if (ratio > RATIO) slow.push(`${name}, ${isRead ? 'read' : 'not read'}: ${ratio.toFixed(2)}`)
    }
    expect(slow).toEqual([])
  })
})
