import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from './screen.tsx'

test('an unknown mode in the URL of the sign-in page is ignored', async () => {
  const screen = await open('/auth?mode=foo&note=bar')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome back')
  await expect.element(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await expect.poll(screen.path).toBe('/auth?mode=sign-up')
})
