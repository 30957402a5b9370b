/** Signing in when the server does not respond, or responds with an error. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { faults } from '#contract/kernel.ts'
import { open, PHONE } from './screen.tsx'

/** The failure of the endpoint, and the message; no message if the server was not reached. */
const TROUBLES = [
  { word: 'unreached', says: 'What you typed is still here. Please try again.' },
  { word: 'bug', says: 'An unexpected error occurred' },
  { word: 'too fast', says: 'That was a little fast. Please try again in 15 minutes.' },
  { word: 'busy', says: faults.unavailable.message },
] as const

test('a sign-in that failed keeps the name and shows the message', async () => {
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
    // an unavailable database is retried three times before the message is shown
    expect(sent, word).toHaveLength(word === 'busy' ? 3 : 1)
    expect(sent[0]).toEqual({ username: 'hassan.amin', password: 'four quiet kettles at dawn' })
  }
})
