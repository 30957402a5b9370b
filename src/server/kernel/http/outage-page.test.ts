import { expect, test } from 'vitest'
import { faults } from '#contract/kernel.ts'
import { outagePage } from './outage-page.ts'

test.each([faults.tooFast, faults.unavailable, faults.unexpected])(
  'a visitor who asked for the help lines gets the emergency numbers ($code)',
  (fault) => {
    const numbers = /href="tel:112".*href="tel:911"/
    expect(outagePage('Fatherkin', fault, { asksForHelp: true })).toMatch(numbers)
    expect(outagePage('Fatherkin', fault)).not.toMatch(numbers)
    expect(outagePage('Fatherkin', fault)).toContain('href="/help-lines"')
  },
)
