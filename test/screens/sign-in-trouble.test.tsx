/** Signing in when nobody answers, or not as one would wish. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { faults } from '#contract/kernel.ts'
import { open, PHONE } from './screen.tsx'

const TOO_FAST = 'That was a little fast. Please try again in 40 seconds.'

/** The server's words, or nothing at all where it was not reached. */
const TROUBLES = [
  { name: 'the network is gone', status: 0, code: '', message: 'What you typed is still here. Please try again.' },
  { name: 'the server has a bug', status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong.' },
  { name: 'it was too fast', status: 429, code: 'TOO_MANY_REQUESTS', message: TOO_FAST },
  { name: 'the database is away', ...faults.unavailable },
]

test('a sign-in that was not answered keeps the name and says so', async () => {
  const screen = await open('/auth', { size: PHONE })
  const [name, password] = [page.getByLabelText('Email or username'), page.getByLabelText('Password')]
  const alert = page.getByRole('alert')
  await name.fill('hassan.amin')
  await password.fill('four quiet kettles at dawn')
  for (const { name: trouble, status, code, message } of TROUBLES) {
    const sent: unknown[] = []
    const { promise, resolve: release } = Promise.withResolvers<void>()
    screen.answerAuth({
      async 'sign-in/username'(body) {
        sent.push(body)
        await promise
        if (status === 0) throw new TypeError('Failed to fetch')
        return { status, body: { code, message } }
      },
    })
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect.element(alert, { message: trouble }).not.toBeInTheDocument()
    release()
    await expect.element(alert.filter({ hasText: message }), { message: trouble }).toBeVisible()
    await expect.element(name).toHaveValue('hassan.amin')
    await expect.element(password).toHaveValue('four quiet kettles at dawn')
    // a database that is away is asked three times before he hears of it
    expect(sent, trouble).toHaveLength(status === 503 ? 3 : 1)
    expect(sent[0]).toEqual({ username: 'hassan.amin', password: 'four quiet kettles at dawn' })
  }
})
