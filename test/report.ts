/** What npm test adds up: a reporter for both vitest and Playwright that writes its counts to the file TEST_REPORT. */
import { writeFileSync } from 'node:fs'
import type { Suite, TestCase } from '@playwright/test/reporter'
import type { TestModule } from 'vitest/node'

export interface Counts {
  passed: number
  failed: number
  skipped: { name: string; reason: string }[]
}

export default class Report {
  private counts: Counts = { passed: 0, failed: 0, skipped: [] }
  private journeys: Suite | undefined

  /** vitest. A file that could not be read, and an error that belongs to no test, count as one failure each. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result()
        const note = result.state === 'skipped' ? result.note : undefined
        this.count(result.state, `${module.relativeModuleId}: ${test.fullName}`, note)
      }
      this.counts.failed += module.errors().length
    }
    this.counts.failed += errors.length
    this.write()
  }

  /** Playwright. */
  onBegin(_config: unknown, journeys: Suite) {
    this.journeys = journeys
  }
  onError() {
    this.counts.failed++
  }
  onEnd() {
    for (const test of this.journeys?.allTests() ?? []) this.count(OUTCOMES[test.outcome()], nameOf(test), noteOf(test))
    this.write()
  }

  private count(state: 'passed' | 'failed' | 'skipped' | 'pending', name: string, note?: string) {
    if (state === 'skipped') this.counts.skipped.push({ name, reason: note || 'no reason is given' })
    else this.counts[state === 'passed' ? 'passed' : 'failed']++
  }

  private write() {
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(this.counts))
  }
}

/** What passes only now and then does not pass. */
const OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const

const nameOf = (test: TestCase) => test.titlePath().filter(Boolean).join(': ')
const noteOf = ({ annotations, results }: TestCase) =>
  annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ??
  (results.length === 0 ? 'it was not reached' : undefined)
