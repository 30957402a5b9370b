/**
 * What `npm test` runs: types, lint, import walls and rooms on the embedded PostgreSQL, the rooms once more on
 * PostgreSQL 15 where its programs are, and journeys in a real browser. `-- rooms` or `-- e2e` runs a part.
 * The last line counts; the reason of each skip stands above it; the exit code tells.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Count {
  passed: number
  failed: number
  skipped: number
}
interface Step {
  name: string
  part: 'rooms' | 'e2e'
  run(): Promise<Count>
}

const folder = await mkdtemp(join(tmpdir(), 'fk-run-'))
const reasons: string[] = []
const tool = (path: string) => `node_modules/${path}`
const olderPostgres = [process.env.POSTGRES_15_BIN, '/usr/lib/postgresql/15/bin', fromPgConfig()].find(
  (bin) => bin && existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')),
)

const steps: Step[] = [
  ...['server', 'web', 'e2e'].map(
    (floor): Step => ({
      name: `types: ${floor}`,
      part: 'rooms',
      run: () => single([tool('typescript/bin/tsc'), '-p', `tsconfig.${floor}.json`]),
    }),
  ),
  { name: 'lint', part: 'rooms', run: () => single([tool('@biomejs/biome/bin/biome'), 'check', '.']) },
  { name: 'walls and rooms, PostgreSQL 18', part: 'rooms', run: () => vitest('rooms-18', []) },
  { name: 'rooms, PostgreSQL 15', part: 'rooms', run: onOlderPostgres },
  { name: 'browser journeys', part: 'e2e', run: journeys },
]

const wanted = process.argv[2]
const total: Count = { passed: 0, failed: 0, skipped: 0 }
try {
  for (const step of steps.filter(({ part }) => !wanted || part === wanted)) {
    console.log(`\n== ${step.name}`)
    const from = performance.now()
    const count = await step.run().catch((error): Count => {
      console.error(error)
      return { passed: 0, failed: 1, skipped: 0 }
    })
    total.passed += count.passed
    total.failed += count.failed
    total.skipped += count.skipped
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    console.log(
      `== ${step.name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped in ${seconds} s`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const reason of reasons) console.log(`skipped: ${reason}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** One tool that is right or wrong. */
async function single(args: string[]): Promise<Count> {
  const code = await node(args)
  return { passed: Number(code === 0), failed: Number(code !== 0), skipped: 0 }
}

async function vitest(name: string, args: string[], env: Record<string, string> = {}): Promise<Count> {
  const file = join(folder, `${name}.json`)
  const code = await node(
    [tool('vitest/vitest.mjs'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...args],
    env,
  )
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  for (const { assertionResults } of report.testResults) {
    for (const { status, fullName } of assertionResults) if (status === 'skipped') reasons.push(fullName)
  }
  return honest(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  })
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

async function onOlderPostgres(): Promise<Count> {
  if (!olderPostgres) {
    reasons.push('the rooms on PostgreSQL 15: its programs are not on this machine')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  return vitest('rooms-15', ['--project', 'rooms'], { TEST_PG_BIN: olderPostgres })
}

async function journeys(): Promise<Count> {
  const file = join(folder, 'e2e.json')
  const code = await node([tool('@playwright/test/cli.js'), 'test'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  if (stats.skipped) reasons.push(`${stats.skipped} journeys, see their list above`)
  return honest(code, { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped })
}

/** A runner that fails without a failed test (a crash, a broken teardown) has failed. */
const honest = (code: number, count: Count): Count =>
  code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count

function node(args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    const pass = (signal: NodeJS.Signals) => child.kill(signal)
    process.once('SIGINT', pass).once('SIGTERM', pass)
    child.once('exit', (code, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass)
      if (signal) console.error(`ended by ${signal}`)
      resolve(code ?? 1)
    })
  })
}

function fromPgConfig(): string | undefined {
  const asked = spawnSync('pg_config', ['--bindir', '--version'], { encoding: 'utf8' })
  const [bin, version] = asked.stdout?.split('\n') ?? []
  return version?.startsWith('PostgreSQL 15.') ? bin : undefined
}
