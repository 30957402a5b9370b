/**
 * Whether the program knows the address of a caller through the proxy. If not, all visitors share one address and its limits, or
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
    return wrong(`Whether the proxy passes on the addresses of callers could not be examined (${reasonOf(error)}).`)
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
      return look('The proxy believes an X-Forwarded-For of this machine. It must not believe that of visitors.')
    return wrong('Visitors choose their own address, so limits do not hold. Let the proxy replace X-Forwarded-For.')
  }
  if (source === 'forwarded') {
    if (address === from) return good(`The proxy passes on the addresses of callers: this machine is ${address}.`)
    return look(
      `The program sees this machine as ${address}. That must be the public address of this machine, not the one of a proxy.`,
    )
  }
  if (source === 'proxy') {
    if (!trustProxy.includes(from))
      return wrong(
        `The proxy ${address} does not pass on the addresses of callers: all visitors share its limits. Let it set X-Forwarded-For.`,
      )
    return look(
      `Whether the proxy passes on the addresses of callers cannot be seen from a machine of TRUST_PROXY. On another one, curl -si ${publicUrl}/readyz must show its address as X-Caller-Address.`,
    )
  }
  if (source !== 'connection')
    return look('The site does not say whether its proxy passes on the addresses of callers.')
  // the program speaks plain http, so a proxy is in front of https
  if (publicUrl.startsWith('https:'))
    return wrong(
      `The proxy ${address} is not in TRUST_PROXY: all visitors have its address and share its limits. Set TRUST_PROXY=${[...trustProxy, address].join(',')}`,
    )
  return look(
    `The program sees this machine as ${address}. If that is a proxy, all visitors share its limits: name it in TRUST_PROXY.`,
  )
}

async function callerSeen(publicUrl: string, sent: Record<string, string> = {}): Promise<Seen> {
  const { headers, from } = await requestHead(`${publicUrl}/readyz`, sent)
  const of = (name: string) => String(headers[name] ?? '')
  return { address: of(CALLER_HEADER), source: of(CALLER_SOURCE_HEADER), from: plainAddress(from) }
}
