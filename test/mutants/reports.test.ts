import { describe, expect, test } from 'vitest'
import { journeysIn, ofPlaywright, ofVitest, passedFiles } from './reports.ts'

const file = (statuses: string[], status = 'passed', message = '') => ({
  ...{ name: '/copy/src/votes.test.ts', status, message },
  assertionResults: statuses.map((one, at) => ({ fullName: `a vote ${at}`, status: one })),
})
const vitest = (...testResults: ReturnType<typeof file>[]) => ({
  testResults,
  success: testResults.every(({ status }) => status === 'passed'),
})

describe('of vitest', () => {
  test('a failed test has noticed the mutant, and is named', () => {
    const report = vitest(file(['passed', 'failed', 'skipped'], 'failed'))
    expect(ofVitest(report)).toEqual({ is: 'failed', why: 'a vote 1' })
  })

  test('tests whose setup failed have noticed the mutant; a file that could not be loaded has not', () => {
    expect(ofVitest(vitest(file(['skipped'], 'failed', 'no world\nat …'))).is).toBe('failed')
    expect(ofVitest(vitest(file(['passed']), file([], 'failed', 'SyntaxError'))).is).toBe('broken')
  })

  test('if all tests passed nothing was noticed, and if no test ran there is no result', () => {
    expect(ofVitest(vitest(file(['passed', 'skipped']))).is).toBe('passed')
    expect(ofVitest(vitest()).is).toBe('broken')
  })

  test('an error that belongs to no test counts as noticed', () => {
    expect(ofVitest({ ...vitest(file(['passed'])), success: false }).is).toBe('failed')
  })

  test('a file has passed if it has tests and none failed', () => {
    expect(passedFiles(vitest(file(['passed'])))).toEqual(['/copy/src/votes.test.ts'])
    expect(passedFiles(vitest(file(['failed'], 'failed'), file([], 'passed')))).toEqual([])
  })
})

describe('of Playwright', () => {
  const journey = (status: string, results = [{ status: 'passed' }]) => ({
    ...{ title: 'a vote goes back', file: 'trouble.spec.ts' },
    tests: [{ status, results }],
  })
  const report = (specs: ReturnType<typeof journey>[], errors: { message: string }[] = []) => ({
    suites: [
      { title: 'trouble.spec.ts', file: 'trouble.spec.ts', suites: [{ title: 'on a desktop', file: '', specs }] },
    ],
    errors,
  })

  test('a failed journey has noticed the mutant, and is named with the names of its groups', () => {
    const verdict = ofPlaywright(report([journey('skipped', []), journey('unexpected')]))
    expect(verdict).toEqual({ is: 'failed', why: 'trouble.spec.ts on a desktop a vote goes back' })
  })

  test('a group without a name leaves no gap in a title', () => {
    const inner = { title: '', file: '', specs: [journey('expected')] }
    const suites = [{ title: 'trouble.spec.ts', file: 'trouble.spec.ts', suites: [inner] }]
    expect(journeysIn({ suites }).map(({ title }) => title)).toEqual(['trouble.spec.ts a vote goes back'])
  })

  test('errors in the program’s log count as noticed, but only if a journey ran', () => {
    expect(ofPlaywright(report([journey('expected')], [{ message: 'The program logged errors' }])).is).toBe('failed')
    expect(ofPlaywright(report([journey('skipped', [])], [{ message: 'It did not start' }])).is).toBe('broken')
    expect(ofPlaywright(report([])).is).toBe('broken')
  })

  test('if all journeys passed nothing was noticed', () => {
    expect(ofPlaywright(report([journey('expected')])).is).toBe('passed')
  })
})
