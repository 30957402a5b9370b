import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aViewer } from './makers.ts'
import { open } from './screen.tsx'

test('a member finds the ways in first, and no call to sign up', async () => {
  await open('/', { viewer: aViewer() })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Where to?')
  const headings = page.getByRole('main').getByRole('heading').elements()
  expect(headings[0]?.textContent).toBe('Where to?')
  await expect.element(page.getByRole('region', { name: 'What is being said' })).toBeVisible()
  expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Sign Up|Join/ })
      .elements(),
  ).toEqual([])
})
