/**
 * Whether the program knows the address of a visitor through the proxy. If not, all visitors share one address and its limits, or
 * each visitor chooses his own.
 */
import { BlockList, isIPv6 } from 'node:net'
import { CALLER_HEADER, CALLER_SOURCE_HEADER, plainAddress } from '../http/http.ts'
import { type Finding, good, look, reasonOf, wrong } from './finding.ts'
import { requestHead } from './request.ts'

/** Reserved for documentation (RFC 5737), so no caller has it. */
const FORGED = '192.0.2.1'
/** Loopback, and networks that are not used on the internet (RFC 1918, RFC 6598, RFC 4193, RFC 4291). */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  PRIVATE.addSubnet(network, bits)
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')
const isPrivate = (address: string) => PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

export interface Seen {
  address: string
  source: string
  /** the address from which this machine has sent the request */
  from: string
}

/** Requests the site twice, the second time with an address that is not ours. */
export async function checkCaller(publicUrl: string, trustProxy: string[]): Promise<Finding> {
  try {
    const plain = await callerSeen(publicUrl)
    const forged = await callerSeen(publicUrl, { 'x-forwarded-for': FORGED })
    return findingOf(publicUrl, trustProxy, plain, forged.address === FORGED)
  } catch (error) {
    return wrong(
      `The site answered once and then not again (${reasonOf(error)}). Run the doctor again; if it stays so, look into the log of the proxy.`,
    )
  }
}

/** Pure. `isForged`: the program has taken a forged address for ours. */
export function findingOf(
  publicUrl: string,
  trustProxy: string[],
  { address, source, from }: Seen,
  isForged: boolean,
): Finding {
  if (source === 'forwarded' && isForged) {
    // a proxy that has seen a public address would also believe a visitor
    if (isPrivate(address))
      return look(
        'The proxy passes on the address that this machine has written into X-Forwarded-For. If it also believes visitors, they get around all limits: see in its settings that it replaces X-Forwarded-For.',
      )
    return wrong(
      'Visitors can choose the address that the program counts them by, so nothing stops them from trying passwords. Let the proxy replace X-Forwarded-For (ops/nginx.conf and ops/Caddyfile do).',
    )
  }
  if (source === 'forwarded') {
    if (address === from) return good(`The proxy passes on the addresses of visitors: this machine is ${address}.`)
    return look(
      `The program sees this machine as ${address}. If that is the public address of this machine, all is well. If it is that of a proxy, all visitors share its limits: add it to TRUST_PROXY.`,
    )
  }
  if (source === 'proxy') {
    if (!trustProxy.includes(from))
      return wrong(
        `The proxy ${address} does not pass on the addresses of visitors: all share its limits, so one can lock out everybody. Let it set X-Forwarded-For (ops/nginx.conf and ops/Caddyfile do).`,
      )
    return look(
      `It cannot be seen from this machine whether the proxy passes on the addresses of visitors, because both run on it. If it does not, one visitor can use up the limits of all. On another computer, run curl -si ${publicUrl}/readyz: X-Caller-Address must be the address of that computer.`,
    )
  }
  if (source !== 'connection')
    return look(
      'The proxy removes the headers X-Caller-Source and X-Caller-Address, so it cannot be seen whether it passes on the addresses of visitors. Let it pass them.',
    )
  // the program speaks plain http, so a proxy is in front of https
  if (publicUrl.startsWith('https:'))
    return wrong(
      `The proxy ${address} is not in TRUST_PROXY: all visitors share its limits, so one can lock out everybody. Set TRUST_PROXY=${[...trustProxy, address].join(',')} and restart.`,
    )
  return look(
    `The program sees this machine as ${address}. If that is the address of a proxy, all visitors share its limits: add it to TRUST_PROXY and restart.`,
  )
}

async function callerSeen(publicUrl: string, sent: Record<string, string> = {}): Promise<Seen> {
  const { headers, from } = await requestHead(`${publicUrl}/readyz`, sent)
  const of = (name: string) => String(headers[name] ?? '')
  return { address: of(CALLER_HEADER), source: of(CALLER_SOURCE_HEADER), from: plainAddress(from) }
}
