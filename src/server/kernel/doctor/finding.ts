/** What the doctor says: one sentence for each thing that it has looked at. */

export interface Finding {
  /** `look`: nothing is broken, and the operator should know it; `wrong`: something does not work, or will soon not work */
  level: 'good' | 'look' | 'wrong'
  sentence: string
}

/** A check that ran. It is there also if it found nothing, so that what was wrong before is known to be over. */
export interface CheckResult {
  /** what is wrong keeps this name while its sentence changes */
  about: string
  /** it costs other servers something, so it does not run each time */
  isCostly: boolean
  found: Finding[]
}

/** What the finding about the mail server is called: without it nobody can be told. */
export const MAIL_CHECK = 'the mail server'

export const good = (sentence: string): Finding => ({ level: 'good', sentence })
export const look = (sentence: string): Finding => ({ level: 'look', sentence })
export const wrong = (sentence: string): Finding => ({ level: 'wrong', sentence })

/** In ms: a service that does not respond in this time is away. */
export const PATIENCE_MS = 5000

/** Codes of Node and PostgreSQL that an operator meets, in his words. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name is not known at the moment',
  EHOSTUNREACH: 'the machine cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no answer in time',
  ESOCKET: 'the connection failed',
  EAUTH: 'user or password is wrong',
  ENOSPC: 'the disk is full',
  EACCES: 'the program may not do that',
  ENOENT: 'the file or folder does not exist',
  '28P01': 'user or password is wrong',
  '3D000': 'there is no database of this name',
  '53100': 'the disk of the database is full',
  '53300': 'the database has no free connection',
  '57014': 'the database was too slow',
  '57P03': 'the database is starting',
}

/** The reason without the rest of a message, which may contain a URL with a password. */
export function reasonOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: unknown }
  const inner = code === 'ESOCKET' ? innerCode(error) : null
  if (inner) return `${REASONS[inner]}, ${inner}`
  if (code === '42P01') return 'the database lacks a table of this version: start the program once'
  // before the code: that of a DOMException is a number that says nothing
  if (name === 'TimeoutError') return 'no answer in five seconds'
  const short = String(code ?? cause?.code ?? name ?? 'unknown reason').slice(0, 80)
  return REASONS[short] ? `${REASONS[short]}, ${short}` : short
}

/** The library for mail says ESOCKET of everything, and the code of the system in its message alone. */
function innerCode(error: unknown): string | null {
  const codes = String((error as Error).message).match(/\bE[A-Z]{3,}\b/g) ?? []
  return codes.find((code) => code in REASONS) ?? null
}

/** "1 day", "2 days" */
export const amount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

const DAY = 86_400

/** "3 days", "3 hours", "12 minutes", "1 second" */
export function durationWords(seconds: number): string {
  const [count, unit] =
    seconds >= 2 * DAY
      ? [seconds / DAY, 'day']
      : seconds >= 7200
        ? [seconds / 3600, 'hour']
        : seconds >= 120
          ? [seconds / 60, 'minute']
          : [seconds, 'second']
  return amount(Math.round(count), unit)
}

/** "a", "a and b", "a, b and c" */
export const listWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
