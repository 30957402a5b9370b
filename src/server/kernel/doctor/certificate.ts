/** The certificate of the site, as a browser judges it. */
import { accessSync, constants } from 'node:fs'
import { connect, type PeerCertificate } from 'node:tls'
import { amount, type Finding, good, look, PATIENCE_MS, reasonOf, wrong } from './finding.ts'

const DAY_MS = 86_400_000
/** In days: automatic renewal works earlier than that. */
const CERTIFICATE_DAYS = { wrong: 3, look: 14 }

const RENEW = 'Renew it now, and see in the log of Caddy or certbot why it was not renewed.'

/** Codes of OpenSSL and Node for a certificate that a browser refuses. */
const REFUSED =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|PATH_LENGTH_EXCEEDED|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/

/** True if a request failed because of the certificate. */
export const isCertificateRefused = (error: unknown): boolean => REFUSED.test(codeOf(error))

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

/** Why a browser refuses the certificate at this address. `error`: of a request that was refused. */
export async function refusedCertificate(address: string, error: unknown): Promise<Finding> {
  const { hostname } = new URL(address)
  let shown: PeerCertificate
  try {
    shown = await certificateOf(address)
  } catch (again) {
    return wrong(`The certificate of ${hostname} cannot be read (${reasonOf(again)}): members cannot reach the site.`)
  }
  const until = new Date(shown.valid_to)
  if (until.getTime() < Date.now())
    return wrong(
      `The certificate of ${hostname} expired on ${dayWords(until)}: browsers warn members away from the site. ${RENEW}`,
    )
  const code = codeOf(error)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return wrong(
      `The certificate at ${address} is for ${namesOf(shown)}, not for ${hostname}: browsers warn members away from the site. Correct PUBLIC_URL, or get a certificate for this name.`,
    )
  const missing = missingAuthority()
  if (missing)
    return wrong(
      `The certificate of ${hostname} cannot be checked (${code}), because ${missing}. Put the certificate of your authority there, or correct the variable, and restart.`,
    )
  return wrong(
    `Browsers do not trust the certificate of ${hostname} (${code}): they warn members away from the site. Get one from a public authority, and let the proxy send it with its whole chain.`,
  )
}

/** Node starts without the file, and then trusts no authority of the operator's own. */
function missingAuthority(): string | null {
  const file = process.env.NODE_EXTRA_CA_CERTS
  if (!file) return null
  try {
    accessSync(file, constants.R_OK)
    return null
  } catch (error) {
    return `the file of NODE_EXTRA_CA_CERTS, ${file}, cannot be read (${reasonOf(error)})`
  }
}

/** For one that browsers accept. */
export async function checkCertificate(address: string): Promise<Finding> {
  const { hostname } = new URL(address)
  return certificateFinding(hostname, new Date((await certificateOf(address)).valid_to), Date.now())
}

export function certificateFinding(host: string, until: Date, now: number): Finding {
  const days = Math.floor((until.getTime() - now) / DAY_MS)
  const words =
    days < 1
      ? `The certificate of ${host} ends today.`
      : `The certificate of ${host} is valid for ${amount(days, 'day')}.`
  if (days < CERTIFICATE_DAYS.wrong)
    return wrong(`${words} After that, browsers warn members away from the site. ${RENEW}`)
  return days < CERTIFICATE_DAYS.look
    ? look(`${words} It should have been renewed by now: see in the log of Caddy or certbot why it was not.`)
    : good(words)
}

const dayWords = (date: Date) => date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** "DNS:dads.example, IP Address:10.0.0.1" → "dads.example and 10.0.0.1" */
function namesOf({ subjectaltname = '', subject }: PeerCertificate): string {
  const names = subjectaltname.split(', ').flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? [])
  return names.slice(0, 3).join(' and ') || String(subject?.CN ?? 'another name')
}

/** The certificate, whether or not it is trusted. Rejects if none is shown in time. */
function certificateOf(address: string): Promise<PeerCertificate> {
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return new Promise((resolve, reject) => {
    const socket = connect(
      {
        ...{ host, port: Number(port || 443), timeout: PATIENCE_MS, rejectUnauthorized: false },
        // an address is no server name
        ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      },
      () => {
        resolve(socket.getPeerCertificate())
        socket.destroy()
      },
    )
    socket.on('error', reject)
    socket.on('timeout', () => {
      reject(new DOMException('', 'TimeoutError'))
      socket.destroy()
    })
  })
}
