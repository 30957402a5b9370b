/**
 * Clients that use little CPU, because they share two cores with the server: one keep-alive socket each, one request at a time.
 * The response is read to its end, and only its status is checked.
 */
import { connect, type Socket } from 'node:net'

export interface Ask {
  path: string
  method?: string
  cookie?: string
  authorization?: string
  body?: unknown
  /** every browser sends it; the response is not decompressed */
  gzip?: boolean
}

export interface Answer {
  status: number
  /** as received, without headers; chunks are not joined */
  body: Buffer
  ms: number
}

export interface Client {
  ask(ask: Ask): Promise<Answer>
  close(): void
}

const TIMEOUT_MS = 20_000

export async function openClient(url: string): Promise<Client> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay()
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    ask: (ask) => sendRequest(socket, request(ask, host, url)),
    close: () => void socket.destroy(),
  }
}

function request(
  { path, method = 'GET', cookie, authorization, body, gzip }: Ask,
  host: string,
  origin: string,
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'User-Agent: Mozilla/5.0 (bench)', 'Accept: */*']
  if (cookie) lines.push(`Cookie: ${cookie}`)
  if (authorization) lines.push(`Authorization: ${authorization}`)
  if (gzip) lines.push('Accept-Encoding: gzip')
  if (method !== 'GET')
    lines.push(`Origin: ${origin}`, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`)
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

function sendRequest(socket: Socket, text: string): Promise<Answer> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    let got: Buffer = Buffer.alloc(0)
    const end = (error?: Error) => {
      clearTimeout(timer)
      socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('error')
      if (error) reject(error)
    }
    const timer = setTimeout(() => end(new Error('No answer came in time')), TIMEOUT_MS)
    socket.once('close', () => end(new Error('The connection was closed before its answer')))
    socket.once('error', end)
    socket.on('data', (data) => {
      got = got.length ? Buffer.concat([got, data]) : data
      const whole = wholeAnswer(got)
      if (!whole) return
      end()
      resolve({ ...whole, ms: performance.now() - from })
    })
    socket.write(text)
  })
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')

function wholeAnswer(got: Buffer): Omit<Answer, 'ms'> | null {
  const headEnd = got.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = got.toString('latin1', 0, headEnd).toLowerCase()
  const body = got.subarray(headEnd + 4)
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1]
  const isWhole = length === undefined ? body.subarray(-5).equals(LAST_CHUNK) : body.length >= Number(length)
  return isWhole ? { status: Number(head.slice(9, 12)), body } : null
}

export interface Load {
  /** responses per second with the expected status */
  rate: number
  /** of each response, in milliseconds */
  times: number[]
  /** responses with another status, and requests without a response */
  failed: number
}

export interface LoadOptions {
  url: string
  clients: number
  seconds: number
  status?: number
  /** the next request of this client; null stops the client */
  next(client: number): Ask | null
  /** called for each response with the expected status */
  onAnswer?(ask: Ask, client: number, answer: Answer): void
}

/** All clients send requests until the time is over. Requests that are pending then are waited for and count. */
export async function load({ url, clients, seconds, status = 200, next, onAnswer }: LoadOptions): Promise<Load> {
  const times: number[] = []
  let failed = 0
  const sockets = await Promise.all(Array.from({ length: clients }, () => openClient(url)))
  const from = performance.now()
  const until = from + seconds * 1000
  const one = async (client: Client, number: number) => {
    while (performance.now() < until) {
      const ask = next(number)
      if (!ask) return
      const answer = await client.ask(ask).catch(() => null)
      if (answer?.status === status) {
        times.push(answer.ms)
        onAnswer?.(ask, number, answer)
      } else failed++
      if (!answer) return // the connection was closed
    }
  }
  await Promise.all(sockets.map(one))
  const took = (performance.now() - from) / 1000
  for (const socket of sockets) socket.close()
  return { rate: times.length / took, times, failed }
}
