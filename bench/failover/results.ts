/** The results: one line of JSON for each kill, in a file that a later call continues; and the table of them. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Findings } from './history.ts'
import { KILLS } from './kills.ts'

export interface Result {
  kind: string
  commit: string
  /** of this kind, from 1 */
  round: number
  /** ms from the kill to the first acknowledgement of a write that began after it */
  firstMs: number
  /** ms from the kill until each writer had such an acknowledgement */
  allMs: number
  /** ms from the kill until each listener had a message that was written after the kill */
  chatMs: number
  /** ms from the kill until every part worked again */
  wholeMs: number
  /** ms until a mail was sent by a job, after everything worked again */
  mailMs: number
  /** requests between the kill and `allMs` */
  requests: number
  /** those that failed for a client that does not retry, by outcome */
  failed: Record<string, number>
  /** those that a client that retries gave up */
  givenUp: number
  strange: string[]
  findings: Findings
}

/** A kill after which something was waited for in vain. */
export interface Failure {
  kind: string
  commit: string
  round: number
  error: string
}

export function readResults(file: string): { results: Result[]; failures: Failure[] } {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const all = lines.map((line) => JSON.parse(line) as Result | Failure)
  return {
    results: all.filter((one): one is Result => !('error' in one)),
    failures: all.filter((one): one is Failure => 'error' in one),
  }
}

export function addResult(file: string, result: Result | Failure): void {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(result)}\n`)
}

export const forgetResults = (file: string) => rmSync(file, { force: true })

const seconds = (ms: number) => (ms / 1000).toFixed(1)

function middle(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

const typicalAndMost = (values: number[]) => `${seconds(middle(values))} (${seconds(Math.max(...values))})`
const sum = (values: number[]) => values.reduce((total, one) => total + one, 0)

/** As Markdown, for docs/scaling.md. Times are in seconds: the median, and the longest in brackets. */
export function tableOf(results: Result[]): string {
  const head = [
    '| killed | kills | a write again | every writer writes again | limit | over it | chat goes on | whole again | a mail then | failed requests per kill | given up | lost | doubled | wrong counts | gaps in chat |',
    `|${'---|'.repeat(15)}`,
  ]
  const rows = Object.entries(KILLS).flatMap(([kind, { name, limitMs }]) => {
    const of = results.filter((one) => one.kind === kind)
    if (of.length === 0) return []
    const cells = [
      ...[name, of.length, typicalAndMost(of.map(({ firstMs }) => firstMs))],
      ...[typicalAndMost(of.map(({ allMs }) => allMs)), `${limitMs / 1000} s`],
      of.filter(({ allMs }) => allMs > limitMs).length,
      typicalAndMost(of.map(({ chatMs }) => chatMs)),
      typicalAndMost(of.map(({ wholeMs }) => wholeMs)),
      typicalAndMost(of.map(({ mailMs }) => mailMs)),
      (sum(of.flatMap(({ failed }) => Object.values(failed))) / of.length).toFixed(1),
      sum(of.map(({ givenUp }) => givenUp)),
      ...(['lost', 'doubled', 'wrong', 'gaps'] as const).map((what) =>
        sum(of.map(({ findings }) => findings[what].length)),
      ),
    ]
    return [`| ${cells.join(' | ')} |`]
  })
  return [...head, ...rows].join('\n')
}

/** Every sentence says what did not hold. */
export function breachesOf(results: Result[], failures: Failure[] = []): string[] {
  const failed = failures.map(({ kind, round, error }) => `${KILLS[kind]!.name}, kill ${round}: ${error}`)
  const breaches = results.flatMap(({ kind, round, allMs, givenUp, strange, findings }) => {
    const { name, limitMs } = KILLS[kind]!
    const found = [...findings.lost, ...findings.doubled, ...findings.wrong, ...findings.gaps, ...strange]
    return [
      ...(allMs > limitMs ? [`writing again took ${seconds(allMs)} s`] : []),
      ...(givenUp ? [`${givenUp} writes were given up`] : []),
      ...found.slice(0, 5),
    ].map((what) => `${name}, kill ${round}: ${what}`)
  })
  return [...failed, ...breaches]
}
