/** The address of the site as members reach it: DNS, proxy and certificate; and services beside the program. */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:tls'
import type { Config } from '#config'
import { checkCaller } from './caller.ts'
import { type Finding, good, look, PATIENCE_MS, reasonOf, wrong } from './finding.ts'
import { requestHead } from './request.ts'

export async function checkSite(
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'host' | 'port'>,
): Promise<Finding[]> {
  const { publicUrl, trustProxy, host, port } = config
  const own = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const findings = [await checkAnswer(own, `The program answers at ${own}.`, 'Is it running?')]
  if (!publicUrl) return [...findings, look('PUBLIC_URL is not set: the site can be used on this machine only.')]
  const answer = await checkAnswer(publicUrl, `The site answers at ${publicUrl}.`, 'Check DNS and the proxy.')
  findings.push(answer, await checkLive(publicUrl))
  if (answer.level === 'good') findings.push(await checkCaller(publicUrl, trustProxy))
  const { protocol, hostname, port: at } = new URL(publicUrl)
  if (protocol !== 'https:') findings.push(wrong('PUBLIC_URL is not https: passwords travel in plain text.'))
  else findings.push(await checkCertificate(hostname, Number(at || 443)))
  return findings
}

async function checkAnswer(base: string, said: string, hint: string): Promise<Finding> {
  try {
    const { status } = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' })
    if (status === 200) return good(said)
    return wrong(`${base}/readyz answers ${status} instead of 200. ${hint}`)
  } catch (error) {
    return wrong(`${base} does not answer (${reasonOf(error)}). ${hint}`)
  }
}

/** Requests a live connection as a visitor, whom the program refuses with 401. Only the program does that. */
async function checkLive(base: string): Promise<Finding> {
  try {
    const status = await upgradeStatus(base)
    if (status === 401) return good('Live connections reach the program.')
    return wrong(
      `Live connections do not reach the program (${base}/live answers ${status}): chats are late. Let the proxy pass WebSockets.`,
    )
  } catch (error) {
    return wrong(`Live connections do not reach the program (${reasonOf(error)}). Let the proxy pass WebSockets.`)
  }
}

async function upgradeStatus(base: string): Promise<number> {
  const { status } = await requestHead(`${base}/live`, {
    origin: base,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  })
  return status
}

/** In days: automatic renewal works earlier than that. */
const CERTIFICATE_DAYS = { wrong: 3, look: 14 }

async function checkCertificate(host: string, port: number): Promise<Finding> {
  try {
    const until = await certificateEnd(host, port)
    const days = Math.floor((until.getTime() - Date.now()) / 86_400_000)
    const words = `The certificate of ${host} is valid for ${days} days.`
    if (days < CERTIFICATE_DAYS.wrong) return wrong(`${words} Renew it now.`)
    return days < CERTIFICATE_DAYS.look ? look(`${words} Why was it not renewed?`) : good(words)
  } catch (error) {
    return wrong(`The certificate of ${host} cannot be used (${reasonOf(error)}).`)
  }
}

function certificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: PATIENCE_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('timeout', () => {
      reject(new DOMException('', 'TimeoutError'))
      socket.destroy()
    })
  })
}

/** A service that answers anything at all is there; only its own calls show whether it accepts the program. */
export async function checkService(name: string, url: string | null, without: string): Promise<Finding> {
  if (!url) return good(`${name}: none. ${without}`)
  const { host } = new URL(url)
  try {
    await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' })
    return good(`${name}: ${host} answers.`)
  } catch (error) {
    return look(`${name}: ${host} does not answer (${reasonOf(error)}). ${without}`)
  }
}

/** It is optional, so the operator is told what it brings and what it costs (docs/decisions/040). */
export async function checkMeaning(embeddings: Config['embeddings']): Promise<Finding> {
  if (!embeddings)
    return good(
      'Search by meaning: off. With EMBEDDINGS_URL=local the assistant finds more threads that use other words than the ' +
        'question; each paragraph then takes some 30 ms of a processor, once and in the background.',
    )
  if (embeddings.url === 'local') return good('Search by meaning: on, with the packaged model.')
  return checkService('Search by meaning', embeddings.url, 'The assistant finds threads by their words alone.')
}
