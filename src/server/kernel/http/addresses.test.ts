import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressOfRequest } from './addresses.ts'

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
