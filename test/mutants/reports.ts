/** Reads the JSON reports of vitest and Playwright. Pure functions. */

/** The result of a run: whether a test noticed the mutant. */
export interface Verdict {
  is: 'passed' | 'failed' | 'broken'
  /** the test that failed, or why there is no result */
  why: string
}

export interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
  success: boolean
}

/** A file that could not be loaded, and so has no tests, is broken. One whose setup failed has noticed the mutant. */
export function ofVitest({ testResults, success }: VitestReport): Verdict {
  const failed = testResults.flatMap((file) => file.assertionResults.filter(({ status }) => status === 'failed'))
  if (failed[0]) return { is: 'failed', why: failed[0].fullName }
  const unread = testResults.find(({ assertionResults }) => assertionResults.length === 0)
  if (unread) return { is: 'broken', why: `${unread.name} could not be read: ${unread.message}` }
  const unprepared = testResults.find(({ status }) => status === 'failed')
  if (unprepared) return { is: 'failed', why: `${unprepared.name}: ${unprepared.message.split('\n')[0]}` }
  if (testResults.length === 0) return { is: 'broken', why: 'no test was run' }
  return success ? { is: 'passed', why: '' } : { is: 'failed', why: 'an error that belongs to no test' }
}

/** The files in which every test passed, by their names in the report. */
export const passedFiles = ({ testResults }: VitestReport): string[] =>
  testResults
    .filter(({ status, assertionResults }) => status === 'passed' && assertionResults.length > 0)
    .map(({ name }) => name)

interface Suite {
  title: string
  file: string
  suites?: Suite[]
  specs?: { title: string; file: string; tests: { status: string; results: { status: string }[] }[] }[]
}
export interface PlaywrightReport {
  suites: Suite[]
  errors: { message?: string }[]
}

export interface Journey {
  /** from the folder of the journeys */
  file: string
  /** the names of its groups, and its own */
  title: string
  /** 'expected', 'unexpected', 'flaky', 'skipped' */
  status: string
  wasRun: boolean
}

export const journeysIn = ({ suites }: Pick<PlaywrightReport, 'suites'>): Journey[] =>
  suites.flatMap((suite) => journeysOf(suite, ''))

function journeysOf({ title, suites = [], specs = [] }: Suite, around: string): Journey[] {
  // Playwright leaves out a group without a name when it searches for a title
  const here = title ? `${around}${title} ` : around
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => ({
      ...{ file, title: here + title, status },
      wasRun: results.some((result) => result.status !== 'skipped'),
    })),
  )
  return [...own, ...suites.flatMap((inner) => journeysOf(inner, here))]
}

/** Errors that the program logged meanwhile fail a run of `npm test` as well. */
export function ofPlaywright(report: PlaywrightReport): Verdict {
  const journeys = journeysIn(report)
  const failed = journeys.find(({ status }) => status === 'unexpected' || status === 'flaky')
  if (failed) return { is: 'failed', why: failed.title }
  const error = report.errors[0]?.message ?? ''
  if (!journeys.some(({ wasRun }) => wasRun)) return { is: 'broken', why: error || 'no journey was run' }
  return report.errors.length > 0 ? { is: 'failed', why: error } : { is: 'passed', why: '' }
}
