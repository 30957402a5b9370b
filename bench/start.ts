/** How long a start takes, what memory an instance without visitors needs, and how much a visitor's browser loads. */
import { join } from 'node:path'
import { measureBytes } from './bytes.ts'
import { settledMemory } from './memory.ts'
import { startProgram } from './program.ts'
import { median, type Row } from './table.ts'

const ROUNDS = 3

/**
 * The time until ready with a new and with an old data directory, and the memory of an instance after no visits and after a
 * few.
 */
export async function startFigures(folder: string): Promise<Row[]> {
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

export async function byteFigures(folder: string): Promise<Row[]> {
  const program = await startProgram(join(folder, 'pages'), { FATHERKIN_DEMO: '1' })
  try {
    const feed = (await (await fetch(`${program.url}/api/v1/feed`)).json()) as {
      items: { id: string; comment_count: number }[]
    }
    const post = feed.items.toSorted((a, b) => b.comment_count - a.comment_count)[0]!
    const rows: Row[] = []
    for (const [name, path] of [
      ['landing', '/'],
      ['feed', '/categories'],
      ['post page', `/post/${post.id}`],
    ]) {
      const { js, css, fonts } = await measureBytes(`${program.url}${path}`)
      rows.push(
        { figure: `${name}, visitor: JavaScript`, value: js / 1000, limit: 140, unit: 'KB gzip' },
        { figure: `${name}, visitor: CSS`, value: css / 1000, limit: 20, unit: 'KB gzip' },
        { figure: `${name}, visitor: fonts`, value: fonts / 1000, limit: 60, unit: 'KB' },
      )
    }
    return rows
  } finally {
    await program.stop()
  }
}
