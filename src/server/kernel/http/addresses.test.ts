import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressOfRequest, leadsToItself, withoutHost } from './addresses.ts'

const PROXY = '10.0.0.1'
const addressOf = addressOfRequest({ trustProxy: [PROXY] })
const callerOf = (forwarded: string) =>
  addressOf({
    socket: { remoteAddress: PROXY },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage)

test('behind a trusted proxy the caller is the last address that is not a trusted proxy', () => {
  expect(callerOf(`198.51.100.1, 203.0.113.9, ${PROXY}`)).toBe('203.0.113.9')
  expect(callerOf(`${'198.51.100.1,'.repeat(1000)} 203.0.113.9`)).toBe('203.0.113.9')
  expect(callerOf('')).toBe(PROXY)
})

test('no more than the last ten addresses are read, and none of them in part', () => {
  expect(callerOf(`203.0.113.9${`, ${PROXY}`.repeat(9)}`)).toBe('203.0.113.9')
  expect(callerOf(`203.0.113.9${`, ${PROXY}`.repeat(10)}`)).toBe(PROXY)
  expect(callerOf(`203.0.113.9${','.repeat(15_000)}`)).toBe(PROXY)
  expect(callerOf(`203.0.113.9${' '.repeat(492)}`)).toBe(PROXY)
})

test('a redirect to the requested address, or to one that nobody can read', () => {
  const leads = (to: string) =>
    leadsToItself(new Response(null, { status: 307, headers: { Location: to } }), 'http://localhost/a?b#c')
  expect(['/a?b', 'http://localhost/a?b#d', 'a?b'].map(leads)).toEqual([true, true, true])
  expect(['/a', '//', 'http://', 'http://[', '//localhost:99999/a?b', ''].map(leads)).toEqual([
    ...[false, false, false, false, false, true],
  ])
  expect(withoutHost('//', 'http://localhost/a')).toBe('/')
  expect(withoutHost('http://localhost/b', 'http://localhost/a')).toBe('/b')
})
