/** A browser over real HTTP: keeps its cookies, sends its Origin, and counts as another visitor if an address is given. */
import { createHmac } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { Served } from './serve.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** the body, when it is JSON */
  json: Record<string, unknown>
}

export interface BrowserOptions {
  /** default: the origin of the base URL */
  origin?: string
  /** the address sent in X-Forwarded-For */
  from?: string
  userAgent?: string
  /** sent with every request */
  headers?: Record<string, string>
}

/** A visitor with these options gets no page from the visitors' cache: each page is rendered for the request. */
export const NOT_SHARED: BrowserOptions = { headers: { authorization: 'none' } }

export interface Browser {
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** calls an account endpoint: POST /api/auth… */
  call(path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** returns the viewer's username as the API reports it, or null */
  viewer(): Promise<string | null>
  cookieHeader(): string
  copy(): Browser
}

export function makeBrowser(url: string, options: BrowserOptions = {}, cookies = new Map<string, string>()): Browser {
  const { origin = url, from, userAgent, headers: always } = options
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send: Browser['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(method === 'GET' || method === 'HEAD' ? {} : { origin }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookies.size ? { cookie: cookieHeader() } : {}),
        ...(from ? { 'x-forwarded-for': from } : {}),
        ...(userAgent ? { 'user-agent': userAgent } : {}),
        ...always,
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    })
    for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie)
    return answerOf(response)
  }
  const get: Browser['get'] = (path, headers) => send('GET', path, undefined, headers)
  return {
    cookies,
    get,
    send,
    call: (path, body = {}, headers) => send('POST', `/api/auth${path}`, body, headers),
    async viewer() {
      const { json } = await get('/api/v1/me')
      return (json as { username?: string } | null)?.username ?? null
    },
    cookieHeader,
    copy: () => makeBrowser(url, options, new Map(cookies)),
  }
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, text, json: isJson && text ? JSON.parse(text) : {} }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  const isOver = attributes.some((one) => /^\s*max-age=0\s*$/i.test(one))
  if (isOver) cookies.delete(pair.slice(0, at))
  else cookies.set(pair.slice(0, at), pair.slice(at + 1))
}

/**
 * The parts of a response that an observer can compare, without those that always differ: the time, and the values of new
 * cookies.
 */
export function seenOf({ status, headers, text }: Answer): string {
  const lines = [...headers].filter(([name]) => !['date', 'keep-alive', 'connection', 'set-cookie'].includes(name))
  const cookies = headers.getSetCookie().map((line) => line.replace(/=[^;]*/, '=…'))
  return JSON.stringify({ status, lines, cookies, text })
}

/** The code that an authenticator app shows for this otpauth address. */
export function totpOf(uri: string, now = Date.now()): string {
  const bits = [...new URL(uri).searchParams.get('secret')!.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = mac[19]! & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

type Maybe<Value> = Value | false | null | undefined

/** Polls until the condition holds; if it never does, the error names the condition. */
export async function until<Value>(
  what: string,
  ask: () => Maybe<Value> | Promise<Maybe<Value>>,
  patience = 15_000,
): Promise<Value> {
  for (const end = Date.now() + patience; ; ) {
    const value = await ask()
    if (value) return value
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`)
    await new Promise((go) => setTimeout(go, 20))
  }
}

/** How many mails of this kind have arrived at this address so far. */
export async function mailCount({ outbox }: Served, kind: string, to: string): Promise<number> {
  const names = await readdir(outbox).catch(() => [])
  return names.filter((name) => name.endsWith(`-${kind}-${to}.eml`)).length
}

/** Waits until this many mails have arrived, and returns the newest one. */
export async function nthMail(served: Served, kind: string, to: string, count: number) {
  await until(
    `${count} mails of the kind ${kind} have come to ${to}`,
    async () => (await mailCount(served, kind, to)) >= count,
  )
  return served.mail(kind, to)
}

/** A browser in which this person has signed in. */
export async function signIn(
  url: string,
  { email, password }: { email: string; password?: string },
  options?: BrowserOptions,
): Promise<Browser> {
  const browser = makeBrowser(url, options)
  const { status, text } = await browser.call('/sign-in/email', { email, password })
  if (status !== 200) throw new Error(`signing in was refused: ${status} ${text}`)
  return browser
}
