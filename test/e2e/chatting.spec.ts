/** Two men, two browsers, one conversation: what one says the other sees, whatever happens on the way. */
import { expect, PASSWORD, signIn, test, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { endAccount, fillPod, saidIn, takeOut } from './rooms.ts'
import { expectSound } from './screen.ts'
import { field, log, OFFLINE, pair, readOf, say, send, words } from './talk.ts'

test.use({ pardoned: OFFLINE })

pair('what one says the other sees, without a reload', async ({ talk: { ana, ben, pod, names } }) => {
  await visit(ana, pod.path)
  await visit(ben, pod.path)
  await expect(ana.getByText('Nothing said yet')).toBeVisible()
  await expect(send(ana)).toBeDisabled()
  await field(ana).fill('   ')
  await expect(send(ana)).toBeDisabled()
  await field(ana).fill('  Five of seven. ')
  await send(ana).click()
  await expect(words(ana)).toHaveText(['Five of seven.'])
  await expect(field(ana)).toHaveValue('')
  await expect(field(ana)).toBeFocused()
  await expect(words(ben)).toHaveText(['Five of seven.'])
  await expect(log(ben).getByRole('link', { name: names[0] })).toBeVisible()
  await expect(log(ben).locator('time')).toHaveText([/^\d\d:\d\d$/])
  // said to whoever does not see it, and only to him who did not say it
  await expect(ben.getByRole('log')).toHaveText(`${names[0]}: Five of seven.`)
  await expect(ana.getByRole('log')).toHaveText('')
  await say(ben, 'It counts.\nhttps://example.org/why.')
  await expect(words(ana)).toHaveText(['Five of seven.', 'It counts.\nhttps://example.org/why.'])
  const link = words(ana).getByRole('link', { name: 'https://example.org/why' })
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener')
  await field(ana).fill('One')
  await field(ana).press('Shift+Enter')
  await field(ana).pressSequentially('two')
  await field(ana).press('Enter')
  await expect(words(ben).last()).toHaveText('One\ntwo')
  await expect(words(ana)).toHaveCount(3)
  await expect(ana.locator('.toast')).toHaveCount(0)
  await ben.reload()
  await expect(words(ben)).toHaveCount(3)
})

pair(
  'who was offline catches up in order, and what he said meanwhile arrives once',
  async ({ talk: { ana, ben, pod, contexts } }) => {
    await visit(ana, pod.path)
    await visit(ben, pod.path)
    await say(ana, 'Before.')
    await expect(words(ben)).toHaveText(['Before.'])
    await contexts[1].setOffline(true)
    await expect(ben.getByText('You are offline. We will catch up by ourselves.')).toBeVisible()
    for (const text of ['One', 'Two', 'Three']) await say(ana, text)
    await expect(words(ana)).toHaveText(['Before.', 'One', 'Two', 'Three'])
    await expect(log(ana).locator('.wait')).toHaveCount(0)
    await say(ben, 'From the lift')
    await say(ben, 'and one more')
    await expect(log(ben).getByText('Waiting for the connection')).toHaveCount(2)
    await expect(words(ben)).toHaveText(['Before.', 'From the lift', 'and one more'])
    await contexts[1].setOffline(false)
    const all = ['Before.', 'One', 'Two', 'Three', 'From the lift', 'and one more']
    await expect(words(ana)).toHaveText(all)
    await expect(words(ben)).toHaveText(all)
    await expect(log(ben).locator('.wait')).toHaveCount(0)
    await expect(ben.getByText('You are offline.')).toHaveCount(0)
  },
)

pair('what could not be sent outlives a reload, and is there once', async ({ talk: { ana, ben, pod }, town }) => {
  await visit(ana, pod.path)
  await visit(ben, pod.path)
  // it arrives, but the answer is lost; and then nothing gets through
  await ben.route(
    /sendMessage/,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await say(ben, 'In a lift')
  await expect(words(ana)).toHaveText(['In a lift'])
  await expect(words(ben)).toHaveText(['In a lift'])
  await expect(log(ben).locator('.wait')).toHaveCount(0)
  await ben.route(/sendMessage/, (route) => route.abort())
  await say(ben, 'In a tunnel')
  await expect(log(ben).getByRole('alert')).toContainText('Failed to send message')
  await ben.unroute(/sendMessage/)
  await visit(ben, pod.path)
  await expect(log(ben).locator('.wait')).toHaveCount(0)
  await expect(words(ana)).toHaveText(['In a lift', 'In a tunnel'])
  expect(await saidIn(town, pod)).toEqual(['In a lift', 'In a tunnel'])
})

pair('what the server refuses is kept, and can be thrown away', async ({ talk: { ana, pod } }) => {
  await visit(ana, pod.path)
  const refusal = { defined: true, code: 'UNAVAILABLE', status: 503, message: 'Shut.', data: { retry_after: 5 } }
  await ana.route(/sendMessage/, (route) => route.fulfill({ status: 503, json: { json: refusal } }))
  await say(ana, 'Kept to the letter')
  const alert = log(ana).getByRole('alert')
  await expect(alert).toContainText('Failed to send message')
  await expect(words(ana)).toHaveText(['Kept to the letter'])
  await alert.getByRole('button', { name: 'Delete' }).click()
  await expect(words(ana)).toHaveCount(0)
  await expect(field(ana)).toBeFocused()
  await field(ana).fill('a'.repeat(3990))
  await expect(ana.getByText('10 characters left').first()).toBeVisible()
  await field(ana).fill('a'.repeat(4001))
  await field(ana).press('Enter')
  await expect(ana.getByRole('alert').filter({ hasText: 'A message can be at most 4,000 characters' })).toBeVisible()
  await expect(field(ana)).toHaveValue('a'.repeat(4001))
})

pair(
  'what a server in trouble did not take goes out by itself, and what was said after it comes after it',
  async ({ talk: { ana, ben, pod } }) => {
    await visit(ana, pod.path)
    await visit(ben, pod.path)
    const refusal = { defined: true, code: 'UNAVAILABLE', status: 503, message: 'Shut.', data: { retry_after: 1 } }
    await ana.route(/sendMessage/, (route) => route.fulfill({ status: 503, json: { json: refusal } }))
    await say(ana, 'First')
    await expect(log(ana).getByRole('alert')).toContainText('Failed to send message')
    await say(ana, 'Second')
    await expect(log(ana).getByRole('alert')).toHaveCount(1)
    await expect(log(ana).locator('.wait')).toHaveCount(2)
    await ana.unroute(/sendMessage/)
    await expect(words(ben)).toHaveText(['First', 'Second'], { timeout: 30_000 })
    await expect(log(ana).locator('.wait')).toHaveCount(0)
  },
)

pair('while one is on its way the button says so, and the next one follows', async ({ talk: { ana, ben, pod } }) => {
  await visit(ana, pod.path)
  await visit(ben, pod.path)
  const held = Promise.withResolvers<void>()
  await ana.route(/sendMessage/, (route) => held.promise.then(() => route.continue()), { times: 1 })
  await say(ana, 'First')
  await expect(send(ana)).toHaveText(/Sending\.\.\./)
  await field(ana).fill('Second')
  await expect(send(ana)).toBeDisabled()
  await field(ana).press('Enter')
  await expect(words(ana)).toHaveText(['First', 'Second'])
  held.resolve()
  await expect(words(ben)).toHaveText(['First', 'Second'])
  await expect(log(ana).locator('.wait')).toHaveCount(0)
})

pair('two tabs of one man show the same, each message once', async ({ talk: { ana, ben, pod, contexts } }) => {
  const second = await contexts[0].newPage()
  for (const page of [ana, second, ben]) await visit(page, pod.path)
  await say(ana, 'From the first')
  await say(second, 'From the second')
  for (const page of [ana, second, ben]) {
    await expect(words(page)).toHaveCount(2)
    await expect(log(page).locator('.wait')).toHaveCount(0)
  }
  expect(await words(ana).allTextContents()).toEqual(await words(ben).allTextContents())
})

pair('its author takes a message back, everywhere', async ({ talk: { ana, ben, pod } }) => {
  await visit(ana, pod.path)
  await visit(ben, pod.path)
  await say(ana, 'Too much')
  await say(ben, 'Heard you')
  await expect(words(ana)).toHaveCount(2)
  await expect(log(ana).getByRole('button', { name: /^Delete your message/ })).toHaveCount(1)
  await log(ana)
    .getByRole('button', { name: /^Delete your message/ })
    .click()
  const question = ana.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  for (const page of [ana, ben]) await expect(words(page)).toHaveText(['Heard you'])
  await expect(log(ana)).toBeFocused()
})

pair('whoever is taken out hears and sees nothing more', async ({ talk: { ana, ben, pod, names }, town }) => {
  await visit(ana, pod.path)
  await visit(ben, pod.path)
  await say(ana, 'Between us')
  await expect(words(ben)).toHaveText(['Between us'])
  await takeOut(town, pod, names[1])
  await say(ana, 'After he left')
  await expect(field(ben)).toHaveCount(0)
  await expect(ben.getByText('Between us')).toHaveCount(0)
  await expect(ben.getByText('After he left')).toHaveCount(0)
  await expect(field(ben)).toHaveCount(0)
})

pair(
  'further up is read without a jump; the new ones are counted, marked and led to',
  async ({ talk: { ana, ben, pod, names }, town }) => {
    await fillPod(town, pod, 120, ...names)
    await visit(ben, pod.path)
    await expect(words(ben).last()).toBeInViewport()
    await expect(words(ben).last()).toHaveText('Line 120')
    // he has seen them: only then is what comes later new
    await expect.poll(async () => (await readOf(ben, pod)).read).toBe(120)
    const line = log(ben).getByText('Line 75', { exact: true })
    await line.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await expect(log(ben).getByText('Line 60', { exact: true })).toBeAttached()
    await expect(line).toBeInViewport()
    const top = async () => Math.round((await line.boundingBox())!.y)
    const before = await top()
    await visit(ana, pod.path)
    for (const text of ['New one', 'New two']) await say(ana, text)
    await expect(log(ben).getByText('New two')).toBeAttached()
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2)
    const jump = ben.getByRole('button', { name: /Jump to latest/ })
    await expect(jump).toContainText('2 new')
    await jump.click()
    await expect(log(ben).getByText('New two')).toBeInViewport()
    await expect(log(ben).getByText('New messages')).toBeVisible()
    await expect(jump).toHaveCount(0)
    await expect.poll(async () => (await readOf(ben, pod)).read).toBe(122)
    // all the way up
    await expect(async () => {
      await log(ben).evaluate((sheet) => sheet.scrollTo(0, -sheet.scrollHeight))
      await expect(log(ben).getByText(/^The beginning of/)).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(words(ben)).toHaveCount(122)
    expect(await words(ben).allTextContents()).toEqual([
      ...Array.from({ length: 120 }, (_, n) => `Line ${n + 1}`),
      'New one',
      'New two',
    ])
  },
)

pair('whoever comes back finds where the new ones begin', async ({ talk: { ana, ben, pod } }) => {
  await visit(ana, pod.path)
  await visit(ben, pod.path)
  await say(ana, 'Old')
  await expect(words(ben)).toHaveText(['Old'])
  await expect(log(ben).getByText('New messages')).toHaveCount(0)
  await expect.poll(async () => (await readOf(ben, pod)).read).toBe(1)
  await ben.getByRole('link', { name: 'Local' }).first().click()
  // the address changes before the page does, and until then he sees what is said
  await expect(ben.getByRole('heading', { level: 1, name: 'Local' })).toBeVisible()
  await expect(log(ben)).toHaveCount(0)
  await say(ana, 'Said while he was away')
  await expect(log(ana).locator('.wait')).toHaveCount(0)
  await ben.goBack()
  await expect(words(ben)).toHaveText(['Old', 'Said while he was away'])
  const mark = log(ben).locator('li:has-text("New messages") + li')
  await expect(mark).toContainText('Said while he was away')
  await expect.poll(async () => (await readOf(ben, pod)).read).toBe(2)
  // whoever answers has seen it
  await say(ben, 'Here again')
  await expect(log(ben).getByText('New messages')).toHaveCount(0)
  // and so it is after a reload
  await say(ana, 'Watched')
  await expect(words(ben)).toHaveCount(4)
  await expect.poll(async () => (await readOf(ben, pod)).read).toBe(4)
  await visit(ben, pod.path)
  await expect(words(ben)).toHaveCount(4)
  await expect(log(ben).getByText('New messages')).toHaveCount(0)
})

pair('what a man said stays when his account is gone', async ({ talk: { ana, pod, names }, town }) => {
  await fillPod(town, pod, 1, names[1])
  await endAccount(town, names[1])
  await visit(ana, pod.path)
  await expect(words(ana)).toHaveText(['Line 1'])
  await expect(log(ana).locator('.msg')).toContainText('Unknown User')
  await expect(log(ana).getByRole('link')).toHaveCount(0)
})

pair('a starter fills the field and sends nothing', async ({ talk: { ana, pod } }) => {
  await visit(ana, pod.path)
  for (const about of ['sleep training', 'bond during feeding', 'first month of fatherhood', 'postpartum recovery'])
    await expect(ana.getByRole('button', { name: about })).toBeVisible()
  const starter = ana.getByRole('button', { name: 'What helps you bond during feeding?' })
  await starter.click()
  await expect(field(ana)).toHaveValue('What helps you bond during feeding?')
  await expect(field(ana)).toBeFocused()
  await field(ana).fill('My own words')
  await starter.click()
  await expect(field(ana)).toHaveValue('My own words\nWhat helps you bond during feeding?')
  await expect(words(ana)).toHaveCount(0)
  // what is not sent is there after a reload
  await visit(ana, pod.path)
  await expect(field(ana)).toHaveValue('My own words\nWhat helps you bond during feeding?')
})

pair(
  'a session that is ended elsewhere hears nothing more, and what he writes waits for him',
  async ({ talk: { ana, ben, pod, names }, otherBrowser, town }) => {
    await visit(ana, pod.path)
    await visit(ben, pod.path)
    await say(ana, 'Here')
    await expect(words(ben)).toHaveText(['Here'])
    const elsewhere = await otherBrowser()
    await signIn(elsewhere, { username: names[1], password: PASSWORD }, town)
    const ended = await elsewhere.request.delete(`${town.url}/api/v1/me/devices`, { headers: { origin: town.url } })
    expect(await ended.json()).toEqual({ signed_out: 1 })
    await expect(ben.getByText('You are signed out.')).toBeVisible()
    await say(ana, 'Not for him')
    await say(ben, 'From nobody')
    await expect(log(ben).getByRole('alert')).toContainText('Please sign in to chat')
    await expect(words(ben)).toHaveText(['Here', 'From nobody'])
    await signIn(ben.context(), { username: names[1], password: PASSWORD }, town)
    await visit(ben, pod.path)
    await expect(words(ben)).toHaveText(['Here', 'Not for him', 'From nobody'])
    await expect(words(ana)).toHaveText(['Here', 'Not for him', 'From nobody'])
  },
)

pair('the keyboard alone is enough', async ({ talk: { ana, ben, pod } }) => {
  await visit(ana, pod.path)
  await visit(ben, pod.path)
  const keyboard = keyboardOf(ana)
  await keyboard.type(field(ana), 'By keyboard')
  await keyboard.press('Enter')
  await expect(words(ben)).toHaveText(['By keyboard'])
  await expect(field(ana)).toBeFocused()
  await keyboard.use(log(ana).getByRole('button', { name: /^Delete your message/ }), { back: true })
  await expect(ana.getByRole('alertdialog')).toBeVisible()
  await keyboard.use(ana.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
  await expect(words(ben)).toHaveCount(0)
  await keyboard.expectFocus()
})

pair('it is sound in both themes, on a phone and at a desk', async ({ talk: { ana, ben, pod, names }, town }) => {
  await visit(ana, pod.path)
  await expect(ana.getByRole('heading', { name: 'Nothing said yet' })).toBeVisible()
  await expectSound(ana, { inDark: false })
  await fillPod(town, pod, 60, ...names)
  await visit(ana, pod.path)
  await visit(ben, pod.path)
  await ana.route(/sendMessage/, (route) => route.abort())
  await say(ana, 'It did not arrive')
  await expect(log(ana).getByRole('alert')).toBeVisible()
  await expectSound(ana, { inDark: true })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  pair('the latest page can be read', async ({ talk: { ana, pod, names }, town }) => {
    await fillPod(town, pod, 60, ...names)
    await ana.goto(pod.path)
    await expect(words(ana)).toHaveCount(50)
    await expect(words(ana).last()).toBeInViewport()
    await expect(field(ana)).toBeHidden()
  })
})
