/** Signing in and signing up: the messages for a member on his way in. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from './screen.tsx'

const heading = page.getByRole('heading', { level: 1 })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const says = (words: string) => expect.element(page.getByText(words, { exact: false })).toBeVisible()
const PASSWORD = 'four quiet kettles at dawn'

async function typeSignIn(identity: string, password = PASSWORD) {
  await field('Email or username').fill(identity)
  await field('Password').fill(password)
  await button('Sign In').click()
}

/** As in the mailed link: everybody can read its contents. */
const tokenFor = (words: { email: string; from?: string }) => `e30.${btoa(JSON.stringify(words))}.x`

test('a wrong password is reported in one sentence, and the name stays', async () => {
  const screen = await open('/auth')
  const sent: unknown[] = []
  screen.answerAuth({
    'sign-in/username': (body) => {
      sent.push(body)
      return { refused: 'wrong' }
    },
    'sign-in/email': () => ({ refused: 'wrong' }),
  })
  for (const name of ['hassan.amin', 'nobody-by-this-name']) {
    await typeSignIn(name, 'not the right one at all')
    await says('That username and password do not go together. Nothing was changed.')
    await expect.element(field('Email or username')).toHaveValue(name)
    await expect.element(field('Password')).toHaveFocus()
    expect(sent.pop()).toEqual({ username: name, password: 'not the right one at all' })
  }
  await typeSignIn('hassan@example.org')
  await says('That email and password do not go together. Nothing was changed.')
})

test('a member who has not verified his address is offered the mail again', async () => {
  const screen = await open('/auth')
  const asked: unknown[] = []
  screen.answerAuth({
    'sign-in/username': () => ({ refused: 'unverified' }),
    'sign-in/email': () => ({ refused: 'unverified' }),
    'send-verification-email': (body) => {
      asked.push(body)
      return { done: { status: true } }
    },
  })
  await typeSignIn('late')
  await expect.element(heading).toHaveTextContent('Your email is not verified yet')
  await expect.element(heading).toHaveFocus()
  // only he knows the address that belongs to the name
  await field('Email').fill('nobody@example.org')
  await button('Send a new mail').click()
  // the form is closed: reading continues where it was
  const note = page.css('.note').filter({ hasText: 'a new mail is on its way' })
  await expect.element(note).toHaveFocus()
  await button('Back to sign in').click()
  await typeSignIn('late@example.org')
  await expect.element(heading).toHaveTextContent('Your email is not verified yet')
  await button('Send it again').click()
  await expect.element(page.getByRole('status').filter({ hasText: 'A new mail is on its way.' })).toBeVisible()
  await expect.element(button('Send it again')).toHaveFocus()
  expect(asked).toEqual([{ email: 'nobody@example.org' }, { email: 'late@example.org' }])
})

test('a sign-in and a second step end on the page that the member requested', async () => {
  const screen = await open('/auth?next=/settings')
  screen.answerAuth({ 'sign-in/username': () => ({ done: {} }) })
  await typeSignIn('ben')
  await expect.poll(screen.left).toBe('/settings')
})

test('if another browser signed up, the page asks for the password, and reports a wrong one beside its field', async () => {
  const screen = await open(`/verify?token=${tokenFor({ email: 'elsewhere@example.org' })}`)
  const right = 'the sentence that was chosen'
  screen.answerAuth({
    'verify/confirm': ({ password }) => {
      if (password === undefined) return { done: { signed_in: false, needs_password: true } }
      return password === right ? { done: { signed_in: true } } : { refused: 'password' }
    },
  })
  await says('elsewhere@example.org')
  await button('Verify my email').click()
  await expect.element(field('Password')).toHaveFocus()
  await field('Password').fill('not the sentence that was chosen')
  await button('Verify my email').click()
  await says('This is not your password. Nothing was changed.')
  await expect.element(field('Password')).toHaveFocus()
  await field('Password').fill(right)
  await button('Verify my email').click()
  await expect.poll(screen.left).toBe('/')
})

test('a member removes the account that another person made with his address', async () => {
  const token = tokenFor({ email: 'stranger@example.org' })
  const screen = await open(`/verify?token=${token}`)
  const removed: unknown[] = []
  screen.answerAuth({
    'verify/disown': (body) => {
      removed.push(body)
      return { done: { removed: true } }
    },
  })
  await button("This wasn't me").click()
  await button('Remove the account').click()
  await expect.element(heading).toHaveTextContent('The account is removed')
  expect(removed).toEqual([{ token }])
  // the URL does not keep a used token
  expect(screen.path()).toBe('/verify')
})

test('an account that was verified meanwhile is not removed, and the question shows why', async () => {
  const screen = await open(`/verify?token=${tokenFor({ email: 'stranger@example.org' })}`)
  screen.answerAuth({ 'verify/disown': () => ({ refused: 'verified' }) })
  await button("This wasn't me").click()
  await button('Remove the account').click()
  await says('This address has been verified since. If that was not you, choose a new password.')
  await expect.element(button('Remove the account')).toBeVisible()
})

test('a link that is not valid any more leads to a new mail', async () => {
  const screen = await open(`/verify?token=${tokenFor({ email: 'late@example.org' })}`)
  screen.answerAuth({ 'verify/confirm': () => ({ refused: 'token' }) })
  await button('Verify my email').click()
  await expect.element(heading).toHaveTextContent('This link does not work')
  await says('This link is no longer valid. Ask for a new mail and use its link.')
  await expect.element(button('Send a new mail')).toBeVisible()
  expect(screen.path()).toBe('/verify')
})

test('a new password that is easy to guess is refused beside its field, and a used link leads to a new one', async () => {
  const screen = await open('/reset?token=abc')
  const chosen = field('New password')
  screen.answerAuth({ 'reset-password': () => ({ refused: 'weak' }) })
  await chosen.fill('password1234')
  await button('Save the password').click()
  await expect.element(chosen).toHaveAttribute('aria-invalid', 'true')
  await says('This is similar to a commonly used password. Add more words that are less common.')
  await expect.element(chosen).toHaveFocus()
  await expect.element(chosen).toHaveValue('password1234')
  screen.answerAuth({ 'reset-password': () => ({ refused: 'token' }) })
  await chosen.fill('seven slow trains to Whitby')
  await button('Save the password').click()
  await expect.element(heading).toHaveTextContent('This link does not work')
  await says('Your password is as it was.')
  await expect.element(page.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot')
  expect(screen.path()).toBe('/reset')
})

test('a member who forgot his password reads the same answer for every address', async () => {
  const screen = await open('/auth')
  screen.answerAuth({ 'request-password-reset': () => ({ done: { status: true } }) })
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect.element(heading).toHaveTextContent('Forgot password?')
  await field('Email').fill('nobody@example.org')
  await button('Send the link').click()
  await expect.element(heading).toHaveTextContent('Check your email')
  await says('If there is an account for nobody@example.org')
})

test('a wrong code and a used recovery code are reported beside their fields, and a member who took too long starts again', async () => {
  const screen = await open('/auth')
  screen.answerAuth({
    'sign-in/username': () => ({ done: { twoFactorRedirect: true } }),
    'two-factor/verify-totp': () => ({ refused: 'wrong' }),
    'two-factor/verify-backup-code': () => ({ refused: 'wrong' }),
  })
  await typeSignIn('ben')
  await expect.element(heading).toHaveTextContent('One more step')
  const code = field('6-digit code')
  await expect.element(code).toHaveFocus()
  await code.fill('111111')
  await button('Sign In').click()
  await says('That code is not right. Codes change every 30 seconds; try the newest one.')
  await expect.element(code).toHaveFocus()
  await button('Use a recovery code instead').click()
  await expect.element(field('Recovery code')).toHaveFocus()
  await field('Recovery code').fill('aaaaa-bbbbb')
  await button('Sign In').click()
  await says('That recovery code is not right, or was used before.')
  screen.answerAuth({ 'two-factor/verify-backup-code': () => ({ refused: 'late' }) })
  await button('Sign In').click()
  await expect.element(heading).toHaveTextContent('Welcome back')
  await says('That took a little long. Please sign in once more.')
})

test('a suspended member reads the reason on the sign-in page', async () => {
  const screen = await open('/auth')
  screen.answerAuth({ 'sign-in/email': () => ({ refused: 'suspended' }) })
  await typeSignIn('rude@example.org')
  await says('Your account is suspended. The administrators say: "Threats in messages".')
})

test('an unverified address that differs from the member’s own is confirmed with the password', async () => {
  const token = tokenFor({ email: 'moved@example.org', from: 'old@example.org' })
  const screen = await open(`/verify?token=${token}`)
  screen.answerAuth({
    'change-email/confirm': ({ password }) =>
      password === undefined ? { done: { signed_in: false, needs_password: true } } : { refused: 'password' },
  })
  await expect.element(heading).toHaveTextContent('Is this your new address?')
  await says('moved@example.org')
  await button('Use this address').click()
  await expect.element(field('Password')).toHaveFocus()
  await field('Password').fill('not the right one at all')
  await button('Use this address').click()
  await says('This is not your password. Nothing was changed.')
  screen.answerAuth({ 'change-email/confirm': () => ({ refused: 'token' }) })
  await button('Use this address').click()
  await expect.element(heading).toHaveTextContent('This link does not work')
  expect(screen.path()).toBe('/verify')
})
