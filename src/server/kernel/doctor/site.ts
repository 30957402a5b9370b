/**
 * The address of the site as members reach it: DNS, proxy and certificate. The first cause is said alone, because everything behind
 * it fails with it.
 */
import { randomBytes } from 'node:crypto'
import type { Config } from '#config'
import { CALLER_SOURCE_HEADER } from '../http/http.ts'
import { checkCaller } from './caller.ts'
import { checkCertificate, isCertificateRefused, refusedCertificate } from './certificate.ts'
import { type Finding, good, look, reasonOf, wrong } from './finding.ts'
import type { AskedProgram } from './program.ts'
import { type Answer, requestHead } from './request.ts'

type SiteConfig = Pick<Config, 'publicUrl' | 'trustProxy'>

/** What is wrong with the program itself has been said before. */
export async function checkSite({ publicUrl, trustProxy }: SiteConfig, program: AskedProgram): Promise<Finding[]> {
  if (!publicUrl)
    return [
      look(
        'PUBLIC_URL is not set: the site can be used on this machine only. Set it to the address that members will type, and restart.',
      ),
    ]
  const isPlain = !publicUrl.startsWith('https:')
  return [
    ...(isPlain
      ? [
          wrong(
            'PUBLIC_URL begins with http: passwords and words of members travel unencrypted. Put a proxy with https in front (docs/install.md), and change PUBLIC_URL.',
          ),
        ]
      : []),
    ...(await checkAnswer(publicUrl, program, trustProxy)),
  ]
}

/** Why members would not reach the program there, also while it runs with another address. */
export async function faultsOf(site: string, program: AskedProgram): Promise<string[]> {
  const { findings } = await reach(site, program)
  return findings.filter(({ level }) => level === 'wrong').map(({ sentence }) => sentence)
}

interface Reached {
  /** the program answers there, and is ready */
  isThere: boolean
  findings: Finding[]
}

async function reach(site: string, program: AskedProgram): Promise<Reached> {
  let answer: Answer
  try {
    answer = await requestHead(`${site}/readyz`, {})
  } catch (error) {
    const findings = isCertificateRefused(error)
      ? [await refusedCertificate(site, error)]
      : unreachable(site, program, reasonOf(error))
    return { isThere: false, findings }
  }
  const certificate = site.startsWith('https:') ? [await checkCertificate(site)] : []
  if (!answer.headers[CALLER_SOURCE_HEADER])
    return { isThere: false, findings: [...stranger(site, program, answer), ...certificate] }
  if (answer.status !== 200) return { isThere: false, findings: [...notReady(site, program), ...certificate] }
  return { isThere: true, findings: certificate }
}

async function checkAnswer(site: string, program: AskedProgram, trustProxy: string[]): Promise<Finding[]> {
  const { isThere, findings: certificate } = await reach(site, program)
  if (!isThere) return certificate
  const live = await checkLive(site)
  // the live connection is refused to an origin that is not the program's own
  if (live === 'other origin')
    return [
      wrong(
        `The program at ${site} was started with another PUBLIC_URL: members cannot sign in there. Correct PUBLIC_URL, or restart the program.`,
      ),
      ...certificate,
    ]
  return [good(`The site answers at ${site}.`), live, await checkCaller(site, trustProxy), ...certificate]
}

function unreachable(site: string, program: AskedProgram, reason: string): Finding[] {
  // a site without a proxy, or one whose proxy runs on the same port
  if (program.is === 'away' && reason.includes('ECONNREFUSED')) return []
  return [
    wrong(
      `${site} does not answer (${reason}): members cannot reach the site. Check that PUBLIC_URL is the address that they type, then DNS and the proxy.`,
    ),
  ]
}

/** What answers is not the program, or an error page of the proxy. */
function stranger(site: string, program: AskedProgram, { status, headers }: Answer): Finding[] {
  if ([502, 503, 504].includes(status)) {
    if (program.is !== 'here' && program.is !== 'self') return []
    return [
      wrong(
        `The proxy at ${site} does not reach the program (${status}): members see an error page. Let it pass all requests to ${program.address}.`,
      ),
    ]
  }
  if (status >= 300 && status < 400 && headers.location)
    return [
      wrong(
        `${site} redirects to ${new URL(headers.location, site).origin}. PUBLIC_URL must be the address at which members end up: change one of them.`,
      ),
    ]
  return [
    wrong(
      `At ${site} something else than the program answers (${status}): members do not reach the site. Check that PUBLIC_URL is the address that they type, and that the proxy passes all requests to ${program.address}.`,
    ),
  ]
}

/** With this machine's own program the reason has been said. */
function notReady(site: string, program: AskedProgram): Finding[] {
  if (program.is === 'here' || program.is === 'self') return []
  return [
    wrong(
      `The program at ${site} is not ready: members see "We will be right back". Run the doctor on the machine on which it runs.`,
    ),
  ]
}

/** Requests a live connection as a visitor, whom the program refuses with 401. Only the program does that. */
async function checkLive(site: string): Promise<Finding | 'other origin'> {
  const advice = 'messages in chats arrive late. Let the proxy pass WebSockets.'
  try {
    const { status } = await requestHead(`${site}/live`, {
      origin: site,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    })
    if (status === 401) return good('Live connections reach the program.')
    if (status === 403) return 'other origin'
    return wrong(`Live connections do not reach the program (${site}/live answers ${status}): ${advice}`)
  } catch (error) {
    return wrong(`Live connections do not reach the program (${reasonOf(error)}): ${advice}`)
  }
}
