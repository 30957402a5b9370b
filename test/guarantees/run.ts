/** `npm run test:guarantees`: the numbered checks of docs/guarantees.md in their full sizes, bounded to 90 minutes, as one table. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MINUTES = 90
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fk-guarantees-'))
const file = join(folder, 'report.json')

interface Report {
  testResults: {
    assertionResults: {
      fullName: string
      status: string
      duration?: number
      meta?: { guarantee?: { number: string; size: number } }
    }[]
  }[]
}

/** Everything that is named by a number: "10: a reset link …". */
const NUMBERED = '(^| )\\d+: '

// one file after the other: the figures of a full run are taken on a machine that does nothing else
const child = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'rooms',
    '--no-file-parallelism',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '-t',
    NUMBERED,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, GUARANTEES: 'full' } },
)
const timer = setTimeout(() => child.kill('SIGTERM'), MINUTES * 60_000)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  clearTimeout(timer)
  process.exitCode = code ?? 1
  try {
    print(JSON.parse(readFileSync(file, 'utf8')) as Report)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function print({ testResults }: Report): void {
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'skipped')
  console.log('\nresult   size     time  what')
  for (const { fullName, status, duration = 0, meta } of ran) {
    const size = String(meta?.guarantee?.size ?? '').padStart(6)
    console.log(`${status.padEnd(7)} ${size} ${(duration / 1000).toFixed(1).padStart(7)} s  ${fullName}`)
  }
  const passed = ran.filter(({ status }) => status === 'passed').length
  console.log(`${passed} passed, ${ran.length - passed} failed, 0 skipped`)
}
