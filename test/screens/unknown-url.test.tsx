/** A URL that leads nowhere. */
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { open } from './screen.tsx'

const pardoned = /^404: there is no page at/

test('an unknown URL is logged to the console once, and so is the next one; Return to Home logs nothing', async () => {
  const said = vi.spyOn(console, 'error')
  const screen = await open('/no/such/page', { pardoned })
  const pardonedWords = () => said.mock.calls.map(([words]) => String(words)).filter((words) => pardoned.test(words))
  await expect.element(page.getByRole('heading', { level: 1, name: '404' })).toBeVisible()
  await expect.poll(pardonedWords).toEqual(['404: there is no page at /no/such/page'])
  await screen.go('/neither/here')
  await expect.poll(pardonedWords).toHaveLength(2)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect.poll(screen.path).toBe('/')
  await expect.element(page.getByRole('heading', { level: 1, name: '404' })).not.toBeInTheDocument()
  expect(pardonedWords()).toEqual(['404: there is no page at /no/such/page', '404: there is no page at /neither/here'])
  said.mockRestore()
})
