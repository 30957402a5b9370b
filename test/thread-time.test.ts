/**
 * How long one request keeps the main thread from everyone else, measured by the system's scheduler: a process of its own, one
 * request at a time. Only Linux tells the time of one thread of another process.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { CALLS } from '#server/account/calls.ts'
import { callAt } from '#server/calls.ts'
import { makeBrowser } from './client.ts'
import { copyPristine } from './cluster.ts'
import { guarantee, isFull } from './guarantees/guarantee.ts'
import { PROCEDURES } from './operations.ts'
import { makeProgram, type Running } from './program.ts'
import { sampled } from './sample.ts'

const program = makeProgram()
copyPristine(inject('pristine'), program.dataDir)
let running: Running
let cookie = ''
beforeAll(async () => {
  running = await program.start()
  cookie = await signedUp()
}, 90_000)
afterAll(() => program.remove())

/** The CPU time of the program's main thread, in ms. */
function threadTime(): number {
  const { pid } = running.process
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

async function signedUp(): Promise<string> {
  const browser = makeBrowser(running.url)
  const body = { email: 'sam@example.org', password: 'the quick brown kettle', username: 'sam' }
  const { status, text } = await browser.call('/sign-up/email', body)
  if (status !== 200) throw new Error(`signing up was refused: ${text}`)
  return browser.cookieHeader()
}

interface Case {
  method: string
  path: string
  kind: string
  body: string | null
}

/** Everything that has a price of its own for a parser or a validator, as large as the call allows. */
function bodiesFor(method: string, path: string): Case[] {
  const { bytes, values, levels } = callAt(method, path)!.limits()
  const fill = (text: string, length = bytes) => text.repeat(Math.max(1, Math.floor(length / text.length)))
  const room = bytes - 200
  const most = Math.max(1, values - 20)
  const metaEntries = Math.max(1, Math.floor(most / 4))
  const wrap = (json: string) => (path.startsWith('/rpc/') ? `{"json":${json}}` : json)
  const kinds: Record<string, string> = {
    'lists in a list': wrap(`[${fill('[],', Math.min(room, most * 1.5)).slice(0, -1)}]`),
    'numbers in a list': wrap(`{"a":[${fill('0,', Math.min(room, most * 2)).slice(0, -1)}]}`),
    'unknown fields': wrap(
      `{${Array.from({ length: Math.min(most, Math.floor(room / 10)) }, (_, n) => `"k${n}":1`).join(',')}}`,
    ),
    levels: wrap(`${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`),
    'one long string': wrap(`{"content":"${fill('x', room)}"}`),
    'one string of escapes': wrap(`{"content":"${fill('\\u0041', room)}"}`),
    'one string of spaces': wrap(`{"title":"a${fill(' ', room)}b","email":"${fill(' ', 10)}"}`),
    'one long name': wrap(`{"${fill('n', room)}":1}`),
    'white space': `${fill(' ', room)}{}`,
    'a long number': wrap(`[${fill('9', room)}]`),
    'what is no JSON': fill('{"a":"', Math.min(bytes, 5 * values)),
    'brackets beyond the limit': fill('[],', bytes),
    'no body': '',
    ...(path.startsWith('/rpc/') && {
      'kinds of values': `{"json":{"a":"2026-01-01"},"meta":[${Array(metaEntries).fill('[1,"a"]').join(',')}]}`,
    }),
  }
  return Object.entries(kinds).map(([kind, body]) => ({ method, path, kind, body }))
}

const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
const WRITES = [
  ...PROCEDURES.flatMap(({ method, path, rpc }) => [
    ...(method === 'GET' ? [] : [{ method, path: `/api/v1${filled(path)}` }]),
    { method: 'POST', path: `/rpc${rpc}` },
  ]),
  ...Object.keys(CALLS).map((path) => ({ method: 'POST', path: `/api/auth${path}` })),
]
/** As much as an address may hold. */
const QUERY_BYTES = 15_000
const READS: Case[] = PROCEDURES.flatMap(({ method, path, rpc }) => {
  const query = (text: string) => encodeURIComponent(text)
  const brackets = `{"json":[${'[],'.repeat(1200)}[]]}`
  const cases = [
    { kind: 'data of lists', path: `/rpc${rpc}?data=${query(brackets).slice(0, QUERY_BYTES)}` },
    { kind: 'data of a string', path: `/rpc${rpc}?data=${query(`{"json":"${'x'.repeat(QUERY_BYTES - 100)}"}`)}` },
    { kind: 'many parameters', path: `/api/v1${filled(path)}?${'a=1&'.repeat(QUERY_BYTES / 4)}` },
    { kind: 'nested parameters', path: `/api/v1${filled(path)}?a${'[b]'.repeat(4000)}=1` },
    { kind: 'a long parameter', path: `/api/v1${filled(path)}?after=${'x'.repeat(QUERY_BYTES)}` },
  ]
  return method === 'GET' ? cases.map((one) => ({ ...one, method, body: null })) : []
})

/** In ms. In the short run, beside other tests, a limit that only a mistake exceeds. */
const [LIMIT_OF_VISITOR, LIMIT_OF_MEMBER] = isFull ? [5, 50] : [50, 200]
/**
 * A request above the limit is sent again: the measured time may contain a garbage collection or a background job, which the
 * request did not cause.
 */
const MAX_ATTEMPTS = 10

/** The least of the attempts, in ms. */
async function costOf({ method, path, body }: Case, limit: number, headers: Record<string, string>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < MAX_ATTEMPTS && least > limit; attempt++) {
    const from = threadTime()
    const response = await fetch(running.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(method !== 'GET' && { origin: running.url }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body || null,
    })
    await response.arrayBuffer()
    least = Math.min(least, threadTime() - from)
  }
  return least
}

/** Returns the dearest case, in words. */
async function dearest(cases: Case[], limit: number, headers: Record<string, string> = {}) {
  let worst = { ms: 0, what: 'nothing' }
  for (const one of cases) {
    const ms = await costOf(one, limit, headers)
    if (ms > worst.ms) worst = { ms, what: `${one.method} ${one.path.slice(0, 60)}: ${one.kind}` }
  }
  return worst
}

describe.runIf(process.platform === 'linux')('the main thread', () => {
  const all = [...WRITES.flatMap(({ method, path }) => bodiesFor(method, path)), ...READS]

  guarantee('83', 'spends at most 5 ms on what a visitor sends', { short: 150, full: all.length }, async (size) => {
    // the first request of each kind loads and compiles what the later ones use
    await dearest(sampled(all, 30), LIMIT_OF_VISITOR)
    const { ms, what } = await dearest(sampled(all, size), LIMIT_OF_VISITOR)
    expect(ms, what).toBeLessThanOrEqual(LIMIT_OF_VISITOR)
  })

  guarantee('83', 'spends at most 50 ms on what a member sends', { short: 150, full: all.length }, async (size) => {
    const { ms, what } = await dearest(sampled(all, size), LIMIT_OF_MEMBER, { cookie })
    expect(ms, what).toBeLessThanOrEqual(LIMIT_OF_MEMBER)
  })
})
