/**
 * The proxies of `ops/`, for real: nginx and Caddy in front of the program with a certificate made here, and a member who signs
 * up, uploads and chats through them. A proxy that is not on this machine is skipped.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { RATE_LIMITS } from '#server/kernel/http/limits.ts'
import { root } from './bounded.ts'
import { until } from './client.ts'
import { OWN } from './images.ts'
import { makeWorld } from './world.ts'

const NAME = 'dads.example'
const ORIGIN = `https://${NAME}`

const programOf = (name: string) => {
  try {
    return execFileSync('which', [name], {
      env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
      encoding: 'utf8',
    }).trim()
  } catch {
    return null
  }
}
const [nginx, caddy, openssl] = ['nginx', 'caddy', 'openssl'].map(programOf)
const folder = mkdtempSync(join(tmpdir(), 'fk-proxies-'))
const children: ReturnType<typeof spawn>[] = []
afterAll(async () => {
  for (const child of children) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
const makeCertificate = () =>
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-keyout', key, '-out', certificate, '-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`],
    ],
    { stdio: 'ignore' },
  )

/** A file of `ops/` with each of these words replaced; every word must be there. */
function configured(file: string, words: Record<string, string>): string {
  let text = readFileSync(join(root, 'ops', file), 'utf8')
  for (const [word, other] of Object.entries(words)) {
    expect(text, `${file} does not have ${word}`).toContain(word)
    text = text.replaceAll(word, other)
  }
  return text
}

function start(program: string, args: string[]) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } })
  let said = ''
  child.stderr.on('data', (piece) => {
    said += piece
  })
  children.push(child)
  return () => said
}

async function startNginx(program: number, port: number) {
  const site = configured('nginx.conf', {
    '127.0.0.1:3000': `127.0.0.1:${program}`,
    'listen 443 ssl http2': `listen 127.0.0.1:${port} ssl http2`,
    'listen [::]:443 ssl http2;': '',
    'listen 80;': `listen 127.0.0.1:${await freePort()};`,
    'listen [::]:80;': '',
    '/etc/letsencrypt/live/dads.example/fullchain.pem': certificate,
    '/etc/letsencrypt/live/dads.example/privkey.pem': key,
  })
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
     events {} http { access_log off; ${places.join(' ')}\n${site} }`,
  )
  return start(nginx!, ['-c', file, '-p', folder, '-e', 'stderr'])
}

async function startCaddy(program: number, port: number) {
  const text = configured('Caddyfile', {
    '127.0.0.1:3000': `127.0.0.1:${program}`,
    '\ndads.example {\n': `\n${ORIGIN}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n`,
    '\n{\n': '\n{\n\tadmin off\n\tauto_https disable_redirects\n',
  })
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, text)
  return start(caddy!, ['run', '--adapter', 'caddyfile', '--config', file])
}

interface Given {
  method?: string
  body?: Buffer | object
  headers?: Record<string, string>
}
interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** A browser that reaches dads.example at this port of 127.0.0.1, and trusts the certificate. */
function browserAt(port: number) {
  const ca = readFileSync(certificate)
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ')
  const ask = (path: string, { method = 'GET', body, headers = {} }: Given = {}) =>
    new Promise<Got>((resolve, reject) => {
      const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
      const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json'
      const asked = request(
        {
          ...{ host: '127.0.0.1', port, servername: NAME, ca, path, method },
          headers: {
            ...{ host: NAME, origin: ORIGIN, cookie: cookie(), ...headers },
            ...(bytes && { 'content-type': type, 'content-length': bytes.length }),
          },
        },
        (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('end', () => {
            for (const line of response.headers['set-cookie'] ?? []) {
              const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
              cookies.set(name!, value!)
            }
            const text = Buffer.concat(pieces).toString()
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
          })
        },
      )
      asked.on('error', reject)
      asked.end(bytes)
    })
  const listen = (topic: string) =>
    new Promise<{ texts: string[]; close(): void }>((resolve, reject) => {
      const texts: string[] = []
      const socket = new WebSocket(`wss://127.0.0.1:${port}/live`, {
        ...{ ca, servername: NAME, headers: { cookie: cookie(), origin: ORIGIN, host: NAME } },
      })
      socket.on('open', () => socket.send(JSON.stringify({ t: 'sub', topic })))
      socket.on('message', (bytes) => {
        texts.push(String(bytes))
        if (texts.some((one) => one.includes('"on"'))) resolve({ texts, close: () => socket.close() })
      })
      socket.on('error', reject)
      socket.on('close', (code) => reject(new Error(`The live connection was closed: ${code}, ${texts.join()}`)))
    })
  return { ask, listen, cookies }
}

const world = await makeWorld()
const proxies = [
  { name: 'nginx', program: nginx, startProxy: startNginx },
  { name: 'Caddy', program: caddy, startProxy: startCaddy },
]

test.for(proxies)(
  'behind $name a member signs up, uploads and chats, and counts by his own address',
  async ({ name, program, startProxy }, { skip }) => {
    skip(!program || !openssl, `${name} is not on this machine`)
    makeCertificate()
    // both proxies are at the same address
    await sql`delete from rate_limits`.execute(world.db)
    const env = { PUBLIC_URL: ORIGIN, TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'on' }
    const served = await world.serve({ pages: 'stub', env })
    const port = await freePort()
    const said = await startProxy(Number(new URL(served.url).port), port)
    const browser = browserAt(port)
    const isUp = () =>
      browser.ask('/readyz').then(
        ({ status }) => status === 200,
        () => false,
      )
    await until(`${name} answers`, isUp).catch((error) => {
      throw new Error(said(), { cause: error })
    })

    // he signs up, reads his mail, and gets a cookie that only this host may set
    const [email, username] = [`${name.toLowerCase()}@example.org`, `${name.toLowerCase()}.dad`]
    const account = { email, username, name: username, password: 'the quick brown kettle' }
    expect((await browser.ask('/api/auth/sign-up/email', { method: 'POST', body: account })).status).toBe(200)
    const { link } = await served.mail('verify', email)
    expect(link).toMatch(`${ORIGIN}/verify?token=`)
    const token = new URL(link!).searchParams.get('token')
    const confirmed = await browser.ask('/api/auth/verify/confirm', { method: 'POST', body: { token } })
    expect([confirmed.status, confirmed.text]).toEqual([200, expect.any(String)])
    const { email: _, ...byName } = account
    await browser.ask('/api/auth/sign-in/username', { method: 'POST', body: byName })
    expect([...browser.cookies.keys()].some((one) => one.startsWith('__Host-'))).toBe(true)
    const me = JSON.parse((await browser.ask('/api/v1/me')).text) as { id: string; username: string }
    expect(me.username).toBe(username)

    // an image of more than a megabyte passes; what is too large for every image is refused before the program has it
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const image = await sharp({ create: { width: 1400, height: 1400, channels: 3, background: '#888', noise } })
      .jpeg({ quality: 95 })
      .toBuffer()
    expect(image.length).toBeGreaterThan(1_000_000)
    expect((await browser.ask(OWN, { method: 'PUT', body: image })).status).toBe(200)
    const tooLarge = await browser.ask(OWN, { method: 'PUT', body: Buffer.alloc(14_000_000) }).catch(() => null)
    if (tooLarge) expect(tooLarge.status).toBe(413)

    // a message arrives on the live connection through the proxy
    const friend = await world.member()
    const pod = await world.pod({ members: [friend, { id: me.id } as typeof friend], capacity: 12 })
    const line = await browser.listen(`pod:${pod.id}`)
    const message = { id: crypto.randomUUID(), content: 'Through the proxy' }
    await world.as(friend).chat.sendMessage({ room: 'pod', room_id: pod.id, ...message })
    await until('the message arrives', () => line.texts.some((text) => text.includes(message.content)))
    line.close()

    // an address that the caller has made up changes nothing: the limit of his own address holds
    const { points } = RATE_LIMITS.signUpOfAddress
    const statuses: number[] = []
    // one sign-up has been counted above
    for (let n = 0; n < points + 2; n++) {
      const other = { ...account, email: `n${n}.${email}`, username: `n${n}.${username}`, name: `n${n}.${username}` }
      const headers = { 'x-forwarded-for': `192.0.2.${n}` }
      statuses.push(
        (await browserAt(port).ask('/api/auth/sign-up/email', { method: 'POST', body: other, headers })).status,
      )
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(points - 1)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    await served.stop()
  },
)
