/** /help-lines, and the links to it. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dialog, openDialog } from './ask-dialog.ts'
import { aStanding } from './assistant-makers.ts'
import { aLine, THE_LINES } from './care-makers.ts'
import { aViewer } from './makers.ts'
import { open, PHONE } from './screen.tsx'

const answers = { care: { listHelpLines: { items: THE_LINES } } }

test('a visitor reads all lines, those of his country first, each with its source and day', async () => {
  const ireland = aLine({ country: 'AU', name: 'Lifeline', phone: '13 11 14', hours: 'always' })
  await open('/help-lines', { answers: { care: { listHelpLines: { items: [ireland, ...THE_LINES] } } }, size: PHONE })
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  // the browser of the tests is in London
  await expect
    .poll(() => headings.elements().map((one) => one.textContent))
    .toEqual(['United Kingdom', 'Australia', 'United States', 'Everywhere'])
  const british = page.getByRole('region', { name: 'United Kingdom' })
  for (const words of ['Emergency: 999', 'Suicide and crisis. Source:', 'line.example', 'noted on 2026-11-25'])
    await expect.element(british).toMatchTextContent(words)
  await expect
    .element(page.getByRole('navigation', { name: 'Countries' }).getByRole('link', { name: 'Australia' }))
    .toHaveAttribute('href', '#AU')
})

for (const [when, standing] of [
  ['when questions are left', aStanding()],
  ['at the limit', aStanding({ queriesUsed: 5, queriesLimit: 5 })],
  ['when the assistant is off', aStanding({ is_on: false })],
] as const)
  test(`the dialog of the assistant has the link ${when}`, async () => {
    await openDialog({ answers, assistant: { getAssistant: standing }, size: { width: 320, height: 640 } })
    const link = dialog.getByRole('link', { name: /^Help lines/ })
    await expect.element(link).toHaveAttribute('href', '/help-lines')
    await expect.element(link).toHaveAttribute('target', '_blank')
    expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  })

test('the menu of a phone has the link', async () => {
  await open('/about', { viewer: aViewer(), size: PHONE })
  await page.getByRole('button', { name: /menu/i }).first().click()
  await expect
    .element(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Help lines' }))
    .toHaveAttribute('href', '/help-lines')
})
