/**
 * The counts that npm test adds up: a reporter for both vitest and Playwright that writes its counts to the file TEST_REPORT.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Suite, TestCase, TestError } from '@playwright/test/reporter'
import type { TestModule } from 'vitest/node'

export interface Counts {
  passed: number
  failed: number
  skipped: { name: string; reason: string }[]
  /** the names of the failures, as far as they have one */
  failures: string[]
  /** the same without their messages, which may differ each time */
  red: string[]
  /** how long each test file and each journey took */
  times: Time[]
}

export interface Time {
  name: string
  seconds: number
}

export const nothingYet = (): Counts => ({ passed: 0, failed: 0, skipped: [], failures: [], red: [], times: [] })

export default class Report {
  private counts = nothingYet()
  private journeys: Suite | undefined

  /** vitest. A file that could not be read, and an error that belongs to no test, count as one failure each. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    for (const module of modules) {
      const { name: project } = module.project
      const file = project === 'PostgreSQL 15' ? `${module.relativeModuleId} on ${project}` : module.relativeModuleId
      for (const test of module.children.allTests()) {
        const result = test.result()
        const note = result.state === 'skipped' ? result.note : result.errors?.[0]?.message
        this.count(result.state, `${file}: ${test.fullName}`, note)
      }
      const { duration, collectDuration, setupDuration } = module.diagnostic()
      this.time(file, duration + collectDuration + setupDuration)
      for (const error of module.errors()) this.fail(`${file}: ${error.message}`)
    }
    for (const error of errors) this.failOutside(error as StrayError)
    this.write()
  }

  /** Playwright. */
  onBegin(_config: unknown, journeys: Suite) {
    this.journeys = journeys
  }
  onError(error: TestError) {
    this.fail(`in no journey: ${error.message}`)
  }
  onEnd() {
    for (const test of this.journeys?.allTests() ?? []) {
      const why = test.results.at(-1)?.error?.message
      this.count(OUTCOMES[test.outcome()], nameOf(test), why ?? noteOf(test))
      this.time(
        nameOf(test),
        test.results.reduce((sum, { duration }) => sum + duration, 0),
      )
    }
    this.write()
  }

  private count(state: 'passed' | 'failed' | 'skipped' | 'pending', name: string, note?: string) {
    if (state === 'skipped') this.counts.skipped.push({ name, reason: note || 'no reason is given' })
    else if (state === 'passed') this.counts.passed++
    else this.fail(name, note)
  }

  private fail(name: string, note?: string) {
    this.counts.failed++
    this.counts.failures.push(note ? `${name}: ${firstLines(note)}` : name)
    this.counts.red.push(name)
  }

  private failOutside({ message, stack, VITEST_TEST_PATH: path }: StrayError) {
    this.fail(path ? `in no test, while ${relative(process.cwd(), path)} ran` : 'in no test', stack || message)
  }

  private time(name: string, milliseconds: number) {
    this.counts.times.push({ name, seconds: milliseconds / 1000 })
  }

  private write() {
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(this.counts))
  }
}

/** An error that vitest caught outside a test, and the file that ran. */
interface StrayError extends Error {
  VITEST_TEST_PATH?: string
}

const firstLines = (text: string) =>
  stripVTControlCharacters(text)
    .slice(0, 400)
    .replaceAll(/\s*\n\s*/g, ' ')

/** A flaky test counts as failed. */
const OUTCOMES = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const

const nameOf = (test: TestCase) => test.titlePath().filter(Boolean).join(': ')
const noteOf = ({ annotations, results }: TestCase) =>
  annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ??
  (results.length === 0 ? 'it was not reached' : undefined)
