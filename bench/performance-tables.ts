/** Writes the tables of docs/performance.md that come from the bench, from the rows that it prints. */
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '../test/bounded.ts'
import { writeBetween } from '../test/proof.ts'
import { type Row, shown } from './table.ts'

/** The result of one part, and when it was measured. */
export interface Measured {
  rows: Row[]
  /** the machine: cores, processor, Node */
  machine: string
}

export interface Dated extends Measured {
  commit: string
  /** ISO 8601 */
  at: string
}

/** The name of a table in the document → its parts. Parts in brackets are included only if they were measured. */
export const TABLES: Record<string, string[]> = {
  'the table': [
    ...['list', 'post', 'html', 'votes', 'writes', 'karma', 'search', 'towns', 'badges', 'profile', 'load', 'bytes'],
    ...['starts', '(soak)'],
  ],
  'live, chat and images': ['live', 'images'],
  'lists of networks and pods': ['places'],
  'what is near': ['local'],
}

export const machineNow = (): string => `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}`

/** Writes each table for which every part met its limits. `heldOf` returns the result of a part for the present sources. */
export function writeTables(heldOf: (part: string) => Dated | null): void {
  for (const [name, parts] of Object.entries(TABLES)) {
    const isOptional = (part: string) => part.startsWith('(')
    const held = parts.map((part) => ({ isOptional: isOptional(part), said: heldOf(part.replaceAll(/[()]/g, '')) }))
    if (held.some(({ isOptional, said }) => !isOptional && !said)) continue
    const said = held.flatMap(({ said }) => said ?? [])
    writeBetween(join(root, 'docs/performance.md'), name, tableOf(said))
    console.log(`docs/performance.md has its table of ${name} from these figures.`)
  }
}

export function tableOf(measured: Dated[]): string {
  const days = [...new Set(measured.map(({ at }) => at.slice(0, 10)))].sort()
  const machines = [...new Set(measured.map(({ machine }) => machine))]
  const rows = measured.flatMap(({ rows, commit }) => rows.map((row) => lineOf(row, commit)))
  return `Measured ${[...new Set([days.at(0), days.at(-1)])].join(' to ')} on ${machines.join('; ')}.

| figure | must reach | measured | at |
|---|---|---|---|
${rows.join('\n')}`
}

function lineOf({ figure, value, limit, unit, least }: Row, commit: string): string {
  // rows without a limit are there for comparison
  const reach = least && limit === 0 ? '–' : `${least ? '≥' : '≤'} ${limit.toLocaleString('en')}`
  return `| ${figure} | ${reach} | ${shown(value)} ${unit}`.trimEnd().concat(` | ${commit} |`)
}
