/** The real program as a child process: its own data directory, a free port, ended by its pid. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export interface Program {
  url: string
  pid: number
  /** from the spawn to the line that says "ready", in milliseconds */
  readyMs: number
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 120_000
/** the options that `npm start` gives to Node */
export const MEMORY = JSON.parse(readFileSync(new URL('../scripts/memory.json', import.meta.url), 'utf8')) as string[]

export async function startProgram(dataDir: string, env: Record<string, string> = {}): Promise<Program> {
  const from = performance.now()
  const child = spawn(process.execPath, [...MEMORY, 'src/main.ts'], {
    cwd: new URL('..', import.meta.url).pathname,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readyUrl(child)
  return { url, pid: child.pid!, readyMs: performance.now() - from, stop: () => stopped(child) }
}

async function readyUrl(child: ChildProcess): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS)
  try {
    for await (const line of createInterface({ input: child.stdout! })) {
      const said = line.startsWith('{') ? (JSON.parse(line) as { url?: string }) : {}
      if (said.url) return said.url
    }
    throw new Error('The program ended before it was ready')
  } finally {
    clearTimeout(timer)
    child.stdout!.resume()
  }
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
