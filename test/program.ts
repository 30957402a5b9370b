/** The real program as a process of its own, for tests that stop and kill it. Its pages are a stub: one line of text. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '#server/kernel/postgres/embedded.ts'
import { until } from './client.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface Running {
  url: string
  process: ChildProcess
  /** the exit code, if it has ended by itself */
  ended: Promise<number | null>
  output(): string
}

export function makeProgram(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fk-program-'))
  const dataDir = env.DATA_DIR ?? join(folder, 'data')
  const pages = join(folder, 'pages')
  for (const part of ['client', 'server']) mkdirSync(join(pages, part), { recursive: true })
  const page = "new Response('a page', { headers: { 'content-type': 'text/html' } })"
  writeFileSync(join(pages, 'server/server.js'), `export default { fetch: async () => ${page} }\n`)
  writeFileSync(join(pages, 'package.json'), '{"type":"module"}')
  const running = new Set<Running>()

  /** `port`: the previous one, so that clients find the program again. */
  function spawned(port = '0', words: string[] = []): Running {
    const child = spawn(process.execPath, ['src/main.ts', ...words], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        TMPDIR: tmpdir(),
        // most of a start is spent on parsing the program's own text
        NODE_COMPILE_CACHE: join(tmpdir(), 'fk-compiled'),
        ...{
          PORT: port,
          DATA_DIR: dataDir,
          PAGES_DIR: pages,
          RATE_LIMITS: 'off',
          GAZETTEER: 'off',
          ALERT_MAIL_TO: 'off',
        },
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const started: Running = {
      url: '',
      process: child,
      ended: once(child, 'exit').then(([code]) => code as number | null),
      output: () => output,
    }
    running.add(started)
    void started.ended.then(() => running.delete(started))
    return started
  }

  async function start(port?: string): Promise<Running> {
    const started = spawned(port)
    const ready = () =>
      /"port":(\d+)/.exec(started.output())?.[1] ?? (started.process.exitCode === null ? null : 'ended')
    const found = await until('the program is ready', ready, 40_000)
    if (found === 'ended') throw new Error(`the program did not start:\n${started.output()}`)
    return { ...started, url: `http://127.0.0.1:${found}` }
  }

  return {
    start,
    spawned,
    dataDir,
    postmaster: () => Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10),
    /** With all its processes and files. */
    async remove() {
      for (const one of running) {
        one.process.kill('SIGKILL')
        await one.ended
      }
      // a killed program leaves its database running, if it started one
      const isGone = env.DATABASE_URL || !existsSync(dataDir)
      const left = isGone ? null : await startEmbedded({ dataDir }).catch(() => null)
      await left?.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}
