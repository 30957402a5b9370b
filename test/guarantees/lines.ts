/** The lines of the table: the results of the tests of one file, by the numbers of docs/guarantees.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bounded.ts'

/** The number before the name of a test, or of its group; the test's own number has priority. */
export const NUMBERED = /(?:^|\s)(\d{1,2}): /

/** The fields of vitest's JSON report that are read here. */
export interface Report {
  testResults: {
    assertionResults: {
      fullName: string
      title: string
      status: string
      /** milliseconds */
      duration?: number
      meta?: { guarantee?: { number: string; size: number } }
    }[]
  }[]
}

export interface Line {
  number: number
  what: string
  trials: number
  failed: number
  seconds: number
}

/** The tests with a number cannot run on this machine, and have reported why. */
export function isSkipped({ testResults }: Report): boolean {
  const numbered = testResults
    .flatMap((one) => one.assertionResults)
    .filter(({ fullName, title }) => NUMBERED.test(title) || NUMBERED.test(fullName))
  return numbered.some(({ status }) => status !== 'passed' && status !== 'failed')
}

/** Tests with a size have a line each; the others with the same number share one. */
export function linesOf({ testResults }: Report, file: string): Line[] {
  const lines = new Map<string, Line>()
  for (const { fullName, title, status, duration = 0, meta } of testResults.flatMap((one) => one.assertionResults)) {
    const number = meta?.guarantee?.number ?? (NUMBERED.exec(title) ?? NUMBERED.exec(fullName))?.[1]
    if (!number || !['passed', 'failed'].includes(status)) continue
    const what = meta?.guarantee ? title.replace(/^\d+: /, '') : `in ${file}`
    const key = `${number} ${what}`
    const line = lines.get(key) ?? { number: Number(number), what, trials: 0, failed: 0, seconds: 0 }
    line.trials += meta?.guarantee?.size ?? 1
    line.failed += status === 'failed' ? 1 : 0
    line.seconds += duration / 1000
    lines.set(key, line)
  }
  return [...lines.values()]
}

/** The numbers that docs/guarantees.md contains. */
export function written(): Set<number> {
  const text = readFileSync(join(root, 'docs/guarantees.md'), 'utf8')
  return new Set([...text.matchAll(/^\|\s*(\d+)\s*\|/gm)].map(([, number]) => Number(number)))
}
