/** Structured logs: JSON lines, or readable ones on a terminal. Never message text, addresses, tokens or query strings. */
import { pino } from 'pino'
import pretty from 'pino-pretty'

export interface Log {
  debug(data: object, text?: string): void
  info(data: object, text?: string): void
  warn(data: object, text?: string): void
  error(data: object, text?: string): void
}

export function makeLog(level: string, terminal = process.stdout.isTTY): Log {
  const options = { level, base: undefined, timestamp: () => `,"time":"${new Date().toISOString()}"` }
  if (terminal)
    return pino(options, pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', sync: true }))
  // asynchronous: a slow reader of the output must not delay a request
  return pino(options, pino.destination({ dest: 1, sync: false }))
}

/** The first 200 characters of a message without addresses: a mail server names the one that it refuses. */
export const withoutAddresses = (text: string): string =>
  // a long text would take long
  text
    .slice(0, 1000)
    .replace(/[^\s<>":]+@[^\s<>":]+/g, '…')
    .slice(0, 200)

/** What a log may hold of an error: its kind, code and place, without the values that SQL errors quote. */
export function errorFacts(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error }
  const { code, routine, constraint } = error as { code?: unknown; routine?: unknown; constraint?: unknown }
  const isSql = 'severity' in error
  return {
    error: error.name,
    code,
    ...(isSql && { routine, constraint }),
    // some messages quote the request
    message: isSql ? 'database error' : withoutAddresses(error.message),
    stack: error.stack
      ?.split('\n')
      .slice(1, 9)
      .map((line) => line.trim()),
  }
}
