/** Signing in when nobody answers, or not as one would wish. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { faults } from '#contract/kernel.ts'
import { open, PHONE } from './screen.tsx'

/** How the door fails, and what it then says; nothing at all where it was not reached. */
const TROUBLES = [
  { word: 'unreached', says: 'What you typed is still here. Please try again.' },
  { word: 'bug', says: 'An unexpected error occurred' },
  { word: 'too fast', says: 'That was a little fast. Please try again in 15 minutes.' },
  { word: 'busy', says: faults.unavailable.message },
] as const

test('a sign-in that was not answered keeps the name and says so', async () => {
  const screen = await open('/auth', { size: PHONE })
  const [name, password] = [page.getByLabelText('Email or username'), page.getByLabelText('Password')]
  const alert = page.getByRole('alert')
  await name.fill('hassan.amin')
  await password.fill('four quiet kettles at dawn')
  for (const { word, says } of TROUBLES) {
    const sent: unknown[] = []
    const { promise, resolve: release } = Promise.withResolvers<void>()
    screen.answerAuth({
      async 'sign-in/username'(body) {
        sent.push(body)
        await promise
        return { refused: word }
      },
    })
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect.element(alert, { message: word }).not.toBeInTheDocument()
    release()
    await expect.element(alert.filter({ hasText: says }), { message: word }).toBeVisible()
    await expect.element(name).toHaveValue('hassan.amin')
    await expect.element(password).toHaveValue('four quiet kettles at dawn')
    // a database that is away is asked three times before he hears of it
    expect(sent, word).toHaveLength(word === 'busy' ? 3 : 1)
    expect(sent[0]).toEqual({ username: 'hassan.amin', password: 'four quiet kettles at dawn' })
  }
})
