/** One version of the program as a process, in the folder of its sources. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Version {
  url: string
  /** Stops it as an operator would. May be called twice. */
  stop(): Promise<void>
}

const QUIET = { PORT: '0', RATE_LIMITS: 'off', GAZETTEER: 'off', LOG_LEVEL: 'debug' }

/** Runs a program of a version to its end. */
export async function run(words: string[], cwd: string, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, words, {
    cwd,
    env: { ...process.env, ...QUIET, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}`)
}

export async function startVersion(cwd: string, env: Record<string, string>): Promise<Version> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd,
    env: { ...process.env, ...QUIET, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  return {
    url: await addressOf(child),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

interface Line {
  level: number
  msg: string
  port?: number
  /** with the time that it took */
  migration?: string
  ms?: number
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const { port, level, msg, migration, ms } = JSON.parse(line) as Line
    if (level >= 40) console.log(`  ${msg}`)
    if (migration) console.log(`  ${migration}: ${ms} ms`)
    if (port === undefined) continue
    createInterface({ input: child.stdout! }).on('line', (later) => tell(later))
    return `http://127.0.0.1:${port}`
  }
  throw new Error('The program ended before it was ready')
}

/** What the program warns about while it serves belongs to the result. */
function tell(line: string): void {
  const { level, msg, message } = JSON.parse(line) as { level: number; msg: string; message?: string }
  if (level >= 40) console.log(`  log: ${msg} ${message ?? ''}`)
}
