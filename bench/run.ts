/** `npm run bench`: own data, free ports, one table. Figures of a shared machine: read them beside their limits, not to the digit. */
import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { weigh } from './bytes.ts'
import { startProgram } from './program.ts'

interface Row {
  figure: string
  value: number
  limit: number
  unit: string
}

const ROUNDS = 3
const folder = await mkdtemp(join(tmpdir(), 'fatherkin-bench-'))
try {
  const rows = [...(await starts()), ...(await pages())]
  print(rows)
  process.exitCode = rows.every(({ value, limit }) => value <= limit) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Ready with a new data directory, with an old one, and the memory of an instance that nobody has visited and that a few have. */
async function starts(): Promise<Row[]> {
  const fresh: number[] = []
  const old: number[] = []
  let idle = 0
  let visited = 0
  for (let round = 0; round < ROUNDS; round++) {
    const first = await startProgram(join(folder, `start-${round}`))
    fresh.push(first.readyMs)
    await first.stop()
    const second = await startProgram(join(folder, `start-${round}`))
    old.push(second.readyMs)
    idle = Math.max(idle, await settledMemory(second.pid))
    for (let visit = 0; visit < 20; visit++) await (await fetch(`${second.url}/categories`)).arrayBuffer()
    visited = Math.max(visited, await settledMemory(second.pid))
    await second.stop()
  }
  return [
    { figure: 'ready with a new data directory (median)', value: median(fresh) / 1000, limit: 6, unit: 's' },
    { figure: 'ready with an old data directory (median)', value: median(old) / 1000, limit: 2, unit: 's' },
    { figure: 'Node process, idle after the start', value: idle, limit: 200, unit: 'MB RSS' },
    { figure: 'Node process, idle after 20 page views', value: visited, limit: 200, unit: 'MB RSS' },
  ]
}

async function pages(): Promise<Row[]> {
  const program = await startProgram(join(folder, 'pages'), { FATHERKIN_DEMO: '1' })
  try {
    const feed = (await (await fetch(`${program.url}/api/v1/feed`)).json()) as {
      items: { id: string; comment_count: number }[]
    }
    const post = feed.items.toSorted((a, b) => b.comment_count - a.comment_count)[0]!
    const rows: Row[] = []
    for (const [name, path] of [
      ['feed', '/categories'],
      ['post page', `/post/${post.id}`],
    ]) {
      const { js, css, fonts } = await weigh(`${program.url}${path}`)
      rows.push(
        { figure: `${name}, visitor: JavaScript`, value: js / 1000, limit: 150, unit: 'KB gzip' },
        { figure: `${name}, visitor: CSS`, value: css / 1000, limit: 20, unit: 'KB gzip' },
        { figure: `${name}, visitor: fonts`, value: fonts / 1000, limit: 60, unit: 'KB' },
      )
    }
    return rows
  } finally {
    await program.stop()
  }
}

/** The smallest of some readings: garbage of the start is collected when it suits V8. */
async function settledMemory(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let reading = 0; reading < 6; reading++) {
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    least = Math.min(least, kilobytes / 1000)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return least
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function print(rows: Row[]): void {
  const width = Math.max(...rows.map(({ figure }) => figure.length))
  console.log(`\n${'figure'.padEnd(width)}  ${'measured'.padStart(10)}  ${'limit'.padStart(8)}  share`)
  for (const { figure, value, limit, unit } of rows) {
    const share = `${Math.round((value / limit) * 100)} %`.padStart(5)
    console.log(
      `${figure.padEnd(width)}  ${value.toFixed(1).padStart(10)}  ${String(limit).padStart(8)}  ${share}  ${unit}${value > limit ? '  OVER' : ''}`,
    )
  }
}
