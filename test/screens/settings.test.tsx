/**
 * Account and security: a new address, a copy of the member's data, two-step verification, devices, and deleting the
 * account.
 */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Device } from '#contract/account.ts'
import { topicOf } from '#contract/live-words.ts'
import { answersOfSettings } from './bars-makers.ts'
import { closeConnections, isSubscribed } from './live-connection.ts'
import { anId, aViewer, minutesAgo } from './makers.ts'
import { news, open } from './screen.tsx'

const panel = (title: string) =>
  page.css('.panel').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const WRONG = 'not the right one at all'
const NOT_YOURS = 'This is not your password. Nothing was changed.'
const TOTP = 'otpauth://totp/Fatherkin:ben?secret=ABCDEFGHIJKLMNOP&issuer=Fatherkin'
const CODES = Array.from({ length: 10 }, (_, n) => `abcd${n}-efgh${n}`)

const aDevice = (device: Partial<Device> = {}): Device => ({
  ...{ id: anId(), name: 'Firefox on Linux', signed_in_at: minutesAgo(600), last_seen_at: minutesAgo(5) },
  ...{ is_this: false, ...device },
})
const openSettings = (viewer = aViewer()) =>
  open('/settings', { viewer, answers: answersOfSettings([aDevice({ is_this: true })]) })

test('a member requests a new address with his password, and nothing changes before the button in the mailed link', async () => {
  const screen = await openSettings()
  const place = panel('Email address')
  const send = place.getByRole('button', { name: 'Send the mail' })
  const [newAddress, password] = [
    place.getByLabelText('New email address'),
    place.getByLabelText('Password', { exact: true }),
  ]
  await expect.element(place.getByText('ben@example.org')).toBeVisible()
  await place.getByRole('button', { name: 'Change email address' }).click()
  await expect.element(newAddress).toHaveFocus()
  await send.click()
  await expect.element(place.getByText('Email is required')).toBeVisible()
  screen.answerAuth({ 'change-email': () => ({ refused: 'password' }) })
  await newAddress.fill('moved@example.org')
  await password.fill(WRONG)
  await send.click()
  await expect.element(place.getByText(NOT_YOURS)).toBeVisible()
  await expect.element(password).toHaveFocus()
  await expect.element(newAddress).toHaveValue('moved@example.org')
  screen.answerAuth({ 'change-email': () => ({ refused: 'same' }) })
  await send.click()
  await expect.element(place.getByText('This is your address already.')).toBeVisible()
  await expect.element(newAddress).toHaveFocus()
  screen.answerAuth({ 'change-email': () => ({ done: { status: true } }) })
  await send.click()
  await expect.element(place.css('.note')).toHaveFocus()
  await expect.element(place.css('.note')).toMatchTextContent('moved@example.org')
  await expect.element(place.getByText('ben@example.org')).toBeVisible()
})

test('a member who wants his data is asked for his password first', async () => {
  const screen = await openSettings()
  const place = panel('Your data')
  const password = place.getByLabelText('Password', { exact: true })
  const opener = place.getByRole('button', { name: 'Download your data' })
  await opener.click()
  await expect.element(password).toHaveFocus()
  await place.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(place.css('.stack').first()).toHaveFocus()
  await opener.click()
  screen.answerAuth({ 'own-data': () => ({ refused: 'password' }) })
  await password.fill(WRONG)
  await place.getByRole('button', { name: 'Download', exact: true }).click()
  await expect.element(place.getByText(NOT_YOURS)).toBeVisible()
  await expect.element(password).toHaveFocus()
})

test('a member who deletes his account reads the consequences first', async () => {
  const screen = await openSettings(aViewer({ two_factor_enabled: true }))
  const opener = panel('Delete account').getByRole('button', { name: 'Delete account' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  for (const said of [
    /signed out everywhere/,
    /posts and comments stay, as by “Unknown User”/,
    /in chats stays/,
    /polls stay counted/,
    /pods pass to the member who has been in them longest/,
    /Networks whose only admin you are/,
    /Events of yours that lie ahead are cancelled/,
    /next 30 days/,
  ])
    await expect.element(dialog.getByText(said)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const [password, code] = ['Password', 'Code'].map((label) => dialog.getByLabelText(label, { exact: true }))
  const leave = dialog.getByRole('button', { name: 'Delete my account' })
  await password!.fill(WRONG)
  await leave.click()
  await expect.element(dialog.getByText('Enter a code from your app, or a recovery code')).toBeVisible()
  const sent: unknown[] = []
  screen.answerAuth({
    'delete-account': (body) => {
      sent.push(body)
      return { refused: 'password' }
    },
  })
  await code!.fill('123456')
  await leave.click()
  await expect.element(dialog.getByText(NOT_YOURS)).toBeVisible()
  await expect.element(password!).toHaveFocus()
  expect(sent).toEqual([{ password: WRONG, code: '123456', removesPosts: false }])
})

test('two-step verification is switched on with a password and a code, and shows its recovery codes once', async () => {
  const screen = await openSettings()
  const place = page.getByRole('region', { name: 'Two-step verification' })
  const password = place.getByLabelText('Password', { exact: true })
  const press = (name: string) => place.getByRole('button', { name }).click()
  await press('Switch on')
  await expect.element(password).toHaveFocus()
  screen.answerAuth({ 'two-factor/enable': () => ({ refused: 'password' }) })
  await password.fill(WRONG)
  await press('Go on')
  await expect.element(place.getByText(NOT_YOURS)).toBeVisible()
  screen.answerAuth({ 'two-factor/enable': () => ({ done: { method: 'totp', totpURI: TOTP, backupCodes: CODES } }) })
  await press('Go on')
  await expect.element(place.css('code.key')).toHaveTextContent('ABCD EFGH IJKL MNOP')
  screen.answerAuth({ 'two-factor/verify-totp': () => ({ refused: 'wrong' }) })
  await place.getByLabelText('6-digit code').fill('111111')
  await press('Confirm')
  await expect.element(place.getByText('That code is not right.', { exact: false })).toBeVisible()
  screen.answerAuth({ 'two-factor/verify-totp': () => ({ done: {} }) })
  await press('Confirm')
  const codes = place.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect.poll(() => codes.elements().map(({ textContent }) => textContent)).toEqual(CODES)
  await press('I have kept them')
  await expect.element(place.getByText('Two-step verification is on.')).toBeVisible()
  await expect.element(codes).not.toBeInTheDocument()
})

test('the codes are shown even if the end of the old session is published first, and the tab keeps receiving events', async () => {
  const viewer = aViewer()
  const screen = await openSettings(viewer)
  const place = page.getByRole('region', { name: 'Two-step verification' })
  const press = (name: string) => place.getByRole('button', { name }).click()
  const topic = topicOf('member', viewer.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  let isRenewed = false
  const isConfirmed = Promise.withResolvers<void>()
  screen.answer({ account: { getViewer: () => (isRenewed ? viewer : null) } })
  screen.answerAuth({
    'two-factor/enable': () => ({ done: { method: 'totp', totpURI: TOTP, backupCodes: CODES } }),
    'two-factor/verify-totp': async () => {
      await isConfirmed.promise
      isRenewed = true
      return { done: {} }
    },
  })
  await press('Switch on')
  await place.getByLabelText('Password', { exact: true }).fill('four quiet kettles at dawn')
  await press('Go on')
  await place.getByLabelText('6-digit code').fill('111111')
  await press('Confirm')
  closeConnections(4001)
  await expect.poll(() => isSubscribed(topic)).toBe(false)
  isConfirmed.resolve()
  await expect.element(place.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  await expect.element(place.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
})

test('another tab, which is notified of the end before the new cookie is there, checks once more and stays signed in', async () => {
  const viewer = aViewer()
  const screen = await openSettings(viewer)
  const topic = topicOf('member', viewer.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  screen.answer({
    account: { getViewer: () => (screen.asked('account.getViewer').length > 1 ? viewer : null) },
  })
  closeConnections(4001)
  await expect.poll(() => isSubscribed(topic)).toBe(false)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  await expect.element(panel('Two-step verification')).toBeVisible()
  expect(screen.asked('account.getViewer')).toHaveLength(2)
})

test('one press signs out all devices except this one', async () => {
  const devices = [aDevice({ is_this: true }), aDevice({ name: 'Safari on iPhone' })]
  const screen = await open('/settings', { viewer: aViewer(), answers: answersOfSettings(devices) })
  const rows = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  const others = page.getByRole('button', { name: 'Sign out everywhere else' })
  await expect.poll(() => rows.elements()).toHaveLength(2)
  await expect.element(rows.filter({ hasText: 'This device' })).toBeVisible()
  screen.failNext('account.signOutOthers', 'unreached')
  await others.click()
  await expect.element(news('Nobody was signed out. Please try again.')).toBeVisible()
  // the list was requested again, and the response is the same
  await expect.poll(() => screen.asked('account.listDevices').length).toBeGreaterThan(1)
  await expect.poll(() => rows.elements()).toHaveLength(2)
  screen.answer({ account: { listDevices: [devices[0]!] } })
  await others.click()
  await expect.element(news('Every other device is signed out')).toBeVisible()
  await expect.poll(() => rows.elements()).toHaveLength(1)
  await expect.element(others).not.toBeInTheDocument()
  await expect.element(page.getByRole('list', { name: 'Devices' })).toHaveFocus()
})

test('a member whose session has ended reads that he has to sign in, and what he typed stays', async () => {
  const screen = await openSettings()
  screen.answerAuth({
    'change-password': () => ({ refused: 'gone' }),
    'change-email': () => ({ refused: 'gone' }),
    'own-data': () => ({ refused: 'gone' }),
  })
  const says = (place: ReturnType<typeof panel>) =>
    expect.element(place.getByRole('alert').filter({ hasText: 'Please sign in' })).toBeVisible()

  const password = panel('Password')
  await password.getByLabelText('Current password').fill('four quiet kettles at dawn')
  await password.getByLabelText('New password', { exact: true }).fill('seven slow trains to Whitby')
  await password.getByRole('button', { name: 'Change password' }).click()
  await says(password)
  await expect
    .element(password.getByLabelText('New password', { exact: true }))
    .toHaveValue('seven slow trains to Whitby')

  const address = panel('Email address')
  await address.getByRole('button', { name: 'Change email address' }).click()
  await address.getByLabelText('New email address').fill('moved@example.org')
  await address.getByLabelText('Password', { exact: true }).fill('four quiet kettles at dawn')
  await address.getByRole('button', { name: 'Send the mail' }).click()
  await says(address)
  await expect.element(address.getByLabelText('New email address')).toHaveValue('moved@example.org')

  const data = panel('Your data')
  await data.getByRole('button', { name: 'Download your data' }).click()
  await data.getByLabelText('Password', { exact: true }).fill('four quiet kettles at dawn')
  await data.getByRole('button', { name: 'Download', exact: true }).click()
  await says(data)
})
