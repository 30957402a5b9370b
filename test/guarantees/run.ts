/**
 * `npm run test:guarantees`: the tests that bear a number of docs/guarantees.md, in their full size, one file after the
 * other, so that times mean something. Prints a table; bounded to 90 minutes. A word chooses files, e.g. `-- crash`.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endDatabases } from '../leftovers.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const LIMIT_MS = 90 * 60_000
/** a number before the name of a test, or of the group it is in; the test's own goes first */
const NUMBERED = /(?:^|\s)(\d{1,2}): /

interface Result {
  testResults: {
    name: string
    assertionResults: {
      fullName: string
      title: string
      status: string
      duration?: number
      meta?: { guarantee?: { number: string; size: number } }
    }[]
  }[]
}

interface Line {
  number: number
  what: string
  trials: number
  failed: number
  seconds: number
}

const temporary = mkdtempSync(join(tmpdir(), 'fk-guarantees-'))
const report = join(temporary, 'report.json')
const code = await run()
await endDatabases(temporary)
const lines = existsSync(report) ? linesOf(JSON.parse(readFileSync(report, 'utf8')) as Result) : []
rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
print(lines)
const missing = lines.filter(({ number }) => !written().has(number)).map(({ number }) => number)
if (missing.length) console.log(`docs/guarantees.md has no line for ${[...new Set(missing)].join(', ')}.`)
const isWhole = process.argv.length === 2
const idle = isWhole ? [...written()].filter((number) => !lines.some((line) => line.number === number)) : []
if (idle.length) console.log(`No test ran for ${idle.join(', ')} of docs/guarantees.md.`)
process.exitCode = code === 0 && lines.length && !missing.length && !idle.length ? 0 : 1

/** In a process group of its own: a Ctrl-C reaches it only by us, and nothing of it is left behind. */
function run(): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const choice = ['--no-file-parallelism', '-t', NUMBERED.source, ...process.argv.slice(2)]
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...choice], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, GUARANTEES: 'full', TMPDIR: temporary },
  })
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-vitest.pid!, name)
    } catch {} // it is gone
  }
  const stop = (why: string) => {
    console.log(`\n${why}`)
    signal('SIGINT')
    setTimeout(() => signal('SIGKILL'), 10_000).unref()
  }
  const timer = setTimeout(() => stop('Ninety minutes are over: stopped.'), LIMIT_MS)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop('Stopped.'))
  return new Promise((resolve) =>
    vitest.once('exit', (code) => {
      clearTimeout(timer)
      signal('SIGKILL')
      resolve(code ?? 1)
    }),
  )
}

/** Tests with a size have a line each; the others of a number and a file share one. */
function linesOf({ testResults }: Result): Line[] {
  const lines = new Map<string, Line>()
  for (const file of testResults)
    for (const { fullName, title, status, duration = 0, meta } of file.assertionResults) {
      const number = meta?.guarantee?.number ?? (NUMBERED.exec(title) ?? NUMBERED.exec(fullName))?.[1]
      if (!number || !['passed', 'failed'].includes(status)) continue
      const what = meta?.guarantee ? title.replace(/^\d+: /, '') : `in ${relative(root, file.name)}`
      const key = `${number} ${what}`
      const line = lines.get(key) ?? { number: Number(number), what, trials: 0, failed: 0, seconds: 0 }
      line.trials += meta?.guarantee?.size ?? 1
      line.failed += status === 'failed' ? 1 : 0
      line.seconds += duration / 1000
      lines.set(key, line)
    }
  return [...lines.values()].sort((a, b) => a.number - b.number)
}

function print(lines: Line[]): void {
  console.log('\n no  trials     time  result  what')
  for (const { number, what, trials, failed, seconds } of lines) {
    const result = failed ? 'FAILED' : 'holds'
    console.log(
      `${String(number).padStart(3)} ${String(trials).padStart(7)} ${seconds.toFixed(1).padStart(7)}s  ${result.padEnd(6)}  ${what}`,
    )
  }
  const failed = lines.filter((line) => line.failed).length
  console.log(`${lines.length - failed} hold, ${failed} failed`)
}

/** The numbers that docs/guarantees.md speaks of. */
function written(): Set<number> {
  const text = readFileSync(join(root, 'docs/guarantees.md'), 'utf8')
  return new Set([...text.matchAll(/^\|\s*(\d+)\s*\|/gm)].map(([, number]) => Number(number)))
}
