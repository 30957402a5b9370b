/**
 * Reads the session of every request. The accounts library takes a millisecond and two statements, but nearly always
 * the answer is one row by its key, so that row is read here. The library reads only cookies that we signed: of a session
 * that has expired or is due to be prolonged, or that the browser does not remember. What a stranger makes up costs nearly
 * nothing. Nothing is cached between two requests: a session that any process has ended is refused at the next one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../kernel/postgres/postgres.ts'
import { bySession, type Principal } from '../kernel/principal.ts'
import { type Auth, readSession, SESSION } from './auth.ts'

export interface SessionParts {
  auth: Auth
  database: Database
  secret: string
  baseUrl: string
}

export interface Caller {
  member: Principal | null
  /** Set-Cookie lines of the answer */
  cookies: string[]
}

const NOBODY: Caller = { member: null, cookies: [] }

export function makeCallerOf({ auth, database, secret, baseUrl }: SessionParts): (headers: Headers) => Promise<Caller> {
  const prefix = baseUrl.startsWith('https:') ? '__Host-fk' : 'fk'
  const sessionIn = cookieFinder(`${prefix}\\.session_token`)
  /** the member did not want the browser to keep his session */
  const isForgotten = new RegExp(`(?:^|;) *${prefix}\\.dont_remember=`)
  const read = makeReader(database)
  const tokenOf = makeTokenOf(secret)
  return async (headers) => {
    const line = headers.get('cookie')
    const token = tokenOf(line ? sessionIn(line) : undefined)
    if (!line || !token) return NOBODY
    const row = isForgotten.test(line) ? undefined : await read(token)
    if (row === null) return NOBODY
    if (row?.plain) return { member: bySession(row.member, row.id), cookies: [] }
    const { session, cookies: lines } = await readSession(auth, headers)
    // The library deletes the cookie of a session that is gone. We do not pass that on: a newer answer may already have
    // set the cookie of the next session, under the same name. The price: each request with a dead cookie is looked up
    // again.
    if (!session) return NOBODY
    return { member: bySession(session.user.id, session.session.id), cookies: lines }
  }
}

/** In characters. A token and its signature take some ninety, encoded. */
const MAX_COOKIE = 300

/**
 * Finds one cookie in a line without reading the others: making a map of thousands takes milliseconds, and this 0.1 ms of the
 * longest line that the server takes. So a line may be of any length, whatever other cookies a domain has.
 */
function cookieFinder(name: string): (line: string) => string | undefined {
  const pattern = new RegExp(`(?:^|;) *${name}=([^; ]{1,${MAX_COOKIE}}) *(?:;|$)`)
  return (line) => {
    try {
      return decodeURIComponent(pattern.exec(line)?.[1] ?? '')
    } catch {
      return undefined // not encoded by us
    }
  }
}

/** Caches valid signatures, which never change while the process runs. */
function makeTokenOf(secret: string): (value: string | undefined) => string | null {
  const known = new Map<string, string>()
  return (value) => {
    const before = value && known.get(value)
    if (before) return before
    const token = signedBy(secret, value)
    if (!value || !token) return null
    if (known.size >= MAX_CACHED_TOKENS) known.clear()
    known.set(value, token)
    return token
  }
}
const MAX_CACHED_TOKENS = 1000

/** Returns the token in front of its signature (HMAC-SHA-256, base64), or null if we did not sign it. */
function signedBy(secret: string, value: string | undefined): string | null {
  const at = value?.lastIndexOf('.') ?? -1
  if (!value || at < 1) return null
  const token = value.slice(0, at)
  const wanted = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  const given = Buffer.from(value.slice(at + 1))
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? token : null
}

/** `plain`: neither expired nor due to be prolonged. */
interface SessionRow {
  token: string
  member: string
  id: string
  plain: boolean
}
const SESSION_QUERY =
  'select token, "userId" as member, id, "expiresAt" > $2 as plain from session where token = any($1)'
/** The maximum number of sessions per statement. */
const MAX_BATCH = 100
/** After so many ms the next statement starts, even if the one before it does not end. */
const NEXT_STATEMENT_AFTER_MS = 25

/**
 * Reads sessions; null if there is none. Requests that arrive during a statement share the next one, so that each is
 * answered by a statement that started after its arrival.
 */
function makeReader({ pool }: Database): (token: string) => Promise<SessionRow | null> {
  const waiting: { token: string; resolve(rows: Map<string, SessionRow>): void; reject(error: unknown): void }[] = []
  let under = 0
  const next = async () => {
    const asked = waiting.splice(0, MAX_BATCH)
    under++
    let isWaitedFor = true
    const letNextGo = () => {
      if (!isWaitedFor) return
      isWaitedFor = false
      under--
      if (waiting.length) void next()
    }
    const timer = setTimeout(letNextGo, NEXT_STATEMENT_AFTER_MS)
    try {
      const tokens = [...new Set(asked.map(({ token }) => token))]
      const end = new Date(Date.now() + (SESSION.expiresIn - SESSION.updateAge) * 1000)
      const { rows } = await pool.query<SessionRow>(SESSION_QUERY, [tokens, end])
      const found = new Map(rows.map((row) => [row.token, row]))
      for (const { resolve } of asked) resolve(found)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    } finally {
      clearTimeout(timer)
      letNextGo()
    }
  }
  return async (token) => {
    const rows = await new Promise<Map<string, SessionRow>>((resolve, reject) => {
      waiting.push({ token, resolve, reject })
      if (under === 0 || waiting.length > MAX_BATCH) void next()
    })
    return rows.get(token) ?? null
  }
}
