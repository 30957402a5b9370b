/**
 * Whether the program knows the address of a caller through the proxy. If not, all visitors share one address and its limits, or
 * each visitor chooses his own.
 */
import { CALLER_HEADER, plainAddress } from '../http/http.ts'
import { type Finding, good, look, reasonOf, wrong } from './finding.ts'
import { requestHead } from './request.ts'

/** Reserved for documentation (RFC 5737), so no caller has it. */
const FORGED = '192.0.2.1'

/** Requests the site twice, the second time with a forged address. */
export async function checkCaller(publicUrl: string, trustProxy: string[]): Promise<Finding> {
  try {
    return await judge(publicUrl, trustProxy)
  } catch (error) {
    return wrong(`Whether the proxy passes on the addresses of callers could not be examined (${reasonOf(error)}).`)
  }
}

async function judge(publicUrl: string, trustProxy: string[]): Promise<Finding> {
  const plain = await callerAt(publicUrl, {})
  if (!plain.seen)
    return look('Whether the proxy passes on the addresses of callers is not known: the site did not say.')
  const isProxy = trustProxy.includes(plain.seen)
  // the name leads to this machine itself, where the proxy and the doctor may have the same address
  if (plain.seen === plain.from && (isProxy || trustProxy.length === 0))
    return look(
      trustProxy.length === 0
        ? 'TRUST_PROXY is not set: behind a proxy, all visitors have one address and share its limits.'
        : 'Whether the proxy passes on the addresses of callers cannot be seen from its own machine. Run the doctor elsewhere, or look at the addresses in the log of the proxy.',
    )
  if (trustProxy.length === 0)
    return wrong(
      `All visitors have the address ${plain.seen} and share its limits. If that is your proxy, set TRUST_PROXY=${plain.seen}`,
    )
  if (isProxy)
    return wrong(
      `The proxy ${plain.seen} does not pass on the addresses of callers: all visitors share its limits. Let it set X-Forwarded-For.`,
    )
  const forged = await callerAt(publicUrl, { 'x-forwarded-for': FORGED })
  if (forged.seen === FORGED)
    return wrong('Visitors choose their own address, so limits do not hold. Let the proxy replace X-Forwarded-For.')
  return good(`The proxy passes on the addresses of callers: this machine is ${plain.seen}.`)
}

async function callerAt(publicUrl: string, headers: Record<string, string>): Promise<{ seen: string; from: string }> {
  const { headers: answered, from } = await requestHead(`${publicUrl}/readyz`, headers)
  return { seen: String(answered[CALLER_HEADER] ?? ''), from: plainAddress(from) }
}
