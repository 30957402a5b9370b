/**
 * Two members, two browsers, one conversation: each sees the other's messages, whatever fails on the way.
 * test/screens/chat.test.tsx and chat-unread.test.tsx test the screen alone.
 *
 * Rooms: chat, pods.
 */
import { awake, DESK, expect, PASSWORD, signIn, test, toast, visit } from './journey.ts'
import { messagesIn, removeMember } from './rooms.ts'
import { expectSound } from './screen.ts'
import { field, log, OFFLINE, pair, readOf, say, send, words } from './two-in-a-pod.ts'

test.use({ pardoned: OFFLINE })

pair(
  'one member writes, and the other sees it without a reload',
  async ({ talk: { ana, ben, pod, names, contexts }, town }) => {
    await visit(ana, pod.path)
    await visit(ben, pod.path)
    await expect(ana.getByText('Nothing said yet')).toBeVisible()
    await expectSound(ana, { inDark: false })
    await ana.setViewportSize(DESK)
    await field(ana).fill('  Five of seven. ')
    await send(ana).click()
    await expect(words(ana)).toHaveText(['Five of seven.'])
    await expect(words(ben)).toHaveText(['Five of seven.'])
    await expect(log(ben).getByRole('link', { name: names[0] })).toBeVisible()
    // announced to a reader who does not see it, and only if he did not write it
    await expect(ben.getByRole('log')).toHaveText(`${names[0]}: Five of seven.`)
    await expect(ana.getByRole('log')).toHaveText('')
    await say(ben, 'It counts.\nhttps://example.org/why.')
    await expect(words(ana)).toHaveText(['Five of seven.', 'It counts.\nhttps://example.org/why.'])
    await ben.reload()
    await expect(words(ben)).toHaveCount(2)

    await test.step('two tabs of one member show the same, each message once', async () => {
      const second = await contexts[0].newPage()
      await visit(second, pod.path)
      await awake(ben)
      await say(ana, 'From the first')
      await say(second, 'From the second')
      for (const page of [ana, second, ben]) {
        await expect(words(page)).toHaveCount(4)
        await expect(log(page).locator('.wait')).toHaveCount(0)
      }
      expect(await words(ana).allTextContents()).toEqual(await words(ben).allTextContents())
      await second.close()
    })

    await test.step('an author deletes a message, and it disappears for everyone', async () => {
      await log(ana)
        .getByRole('button', { name: /^Delete your message/ })
        .first()
        .click()
      await ana.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      for (const page of [ana, ben]) {
        await expect(words(page)).toHaveCount(3)
        await expect(words(page).first()).toHaveText('It counts.\nhttps://example.org/why.')
      }
      await expect(log(ana)).toBeFocused()
    })

    await test.step('a member who is removed receives and sees nothing more', async () => {
      await removeMember(town, pod, names[1])
      await say(ana, 'After he left')
      await expect(field(ben)).toHaveCount(0)
      await expect(ben.getByText('It counts.')).toHaveCount(0)
      await expect(ben.getByText('After he left')).toHaveCount(0)
      await expect(field(ben)).toHaveCount(0)
    })
  },
)

pair(
  'a member who was offline catches up in order, and what he wrote meanwhile arrives once',
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

pair(
  'a message that could not be sent survives a reload, and is sent once',
  async ({ talk: { ana, ben, pod }, town }) => {
    await visit(ana, pod.path)
    await visit(ben, pod.path)
    // the request arrives, but the response is lost; and then nothing gets through
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
    await expectSound(ben, { inDark: true })
    await ben.unroute(/sendMessage/)
    await visit(ben, pod.path)
    await expect(log(ben).locator('.wait')).toHaveCount(0)
    await expect(words(ana)).toHaveText(['In a lift', 'In a tunnel'])
    expect(await messagesIn(town, pod)).toEqual(['In a lift', 'In a tunnel'])
  },
)

pair('a member who returns finds where the new messages begin', async ({ talk: { ana, ben, pod } }) => {
  await visit(ana, pod.path)
  await visit(ben, pod.path)
  await say(ana, 'Old')
  await expect(words(ben)).toHaveText(['Old'])
  await expect(log(ben).getByText('New messages')).toHaveCount(0)
  await expect.poll(async () => (await readOf(ben, pod)).read).toBe(1)
  await ben.getByRole('link', { name: 'Local' }).first().click()
  // the URL changes before the page does, and until then he sees new messages
  await expect(ben.getByRole('heading', { level: 1, name: 'Local' })).toBeVisible()
  await expect(log(ben)).toHaveCount(0)
  await say(ana, 'Said while he was away')
  await expect(log(ana).locator('.wait')).toHaveCount(0)
  await ben.goBack()
  await expect(words(ben)).toHaveText(['Old', 'Said while he was away'])
  const mark = log(ben).locator('li:has-text("New messages") + li')
  await expect(mark).toContainText('Said while he was away')
  await expect.poll(async () => (await readOf(ben, pod)).read).toBe(2)
  // a member who answers has seen it
  await say(ben, 'Here again')
  await expect(log(ben).getByText('New messages')).toHaveCount(0)
  // and the same after a reload
  await say(ana, 'Watched')
  await expect(words(ben)).toHaveCount(4)
  await expect.poll(async () => (await readOf(ben, pod)).read).toBe(4)
  await visit(ben, pod.path)
  await expect(words(ben)).toHaveCount(4)
  await expect(log(ben).getByText('New messages')).toHaveCount(0)
})

pair(
  'a session that was ended elsewhere receives nothing more, and what the member writes waits for him',
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
    await expect(toast(ben, 'Please sign in to chat').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(log(ben).getByText('Please sign in to chat')).toBeVisible()
    await expect(words(ben)).toHaveText(['Here', 'From nobody'])
    await signIn(ben.context(), { username: names[1], password: PASSWORD }, town)
    await visit(ben, pod.path)
    await expect(words(ben)).toHaveText(['Here', 'Not for him', 'From nobody'])
    await expect(words(ana)).toHaveText(['Here', 'Not for him', 'From nobody'])
  },
)
