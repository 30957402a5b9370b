/**
 * Connections: requested, answered, withdrawn and ended, live in both members' tabs; and a block, from both sides.
 *
 * Rooms: connections, blocks.
 */
import type { Page } from '@playwright/test'
import { api, awake, DESK, expect, PHONE, test, toast, visit } from './journey.ts'
import { makePod } from './rooms.ts'
import { expectSound } from './screen.ts'

const main = (page: Page) => page.locator('main')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Kin' })

test('two members become kin and stop being kin; the button and the lists follow in both tabs', async ({
  page,
  context,
  otherBrowser,
  join,
}) => {
  await page.setViewportSize(PHONE)
  const ana = await join(context)
  const other = await otherBrowser()
  const ben = await join(other)
  const his = await other.newPage()
  await his.setViewportSize(DESK)

  await visit(page, `/user/${ana.username}`)
  await expect(button(page, 'Connect')).toHaveCount(0)
  await visit(his, '/profile')
  await awake(his)
  await visit(page, `/user/${ben.username}`)
  await awake(page)
  await button(page, 'Connect').click()
  await expect(toast(page, 'Connection request sent!')).toBeVisible()
  await expect(button(page, 'Request Sent')).toBeDisabled()
  await expect(button(page, 'Request Sent')).toBeFocused()
  await expectSound(page, { inDark: true })

  // he sees the request arrive, without opening anything
  const card = his.getByRole('button', { name: /^Kin: / })
  await expect(his.locator('.stat.kin')).toContainText('1 request')
  await expect(card).toHaveAccessibleName('Kin: 0, 1 request')
  await card.click()
  await expect(drawer(his).getByRole('tab', { name: /^Incoming Requests/ })).toHaveAttribute('aria-selected', 'true')
  await expectSound(his, { inDark: true })
  await drawer(his)
    .getByRole('button', { name: `Decline ${ana.username}` })
    .click()
  await expect(toast(his, 'Connection request declined')).toBeVisible()
  await expect(drawer(his).getByRole('heading', { name: 'Nobody is waiting' })).toBeVisible()
  // the requester is not notified; a new page shows that he may ask again
  await expect(button(page, 'Request Sent')).toBeVisible()
  await visit(page, `/user/${ben.username}`)
  await awake(page)
  await button(page, 'Connect').click()
  await expect(button(page, 'Request Sent')).toBeVisible()

  await drawer(his)
    .getByRole('button', { name: `Accept ${ana.username}` })
    .click()
  await expect(toast(his, 'Connection request accepted!')).toBeVisible()
  await expect(button(page, 'Connected')).toBeDisabled()
  await drawer(his).getByRole('tab', { name: /^Kin/ }).click()
  await expect(drawer(his).getByRole('link', { name: `View Profile ${ana.username}` })).toHaveAttribute(
    'href',
    `/user/${ana.username}`,
  )
  const today = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
  await expect(drawer(his).getByRole('listitem')).toContainText(`Kin since ${today}`)
  // messages disappear by themselves; until then one may cover this
  await expect(his.locator('.toast')).toHaveCount(0)
  await drawer(his)
    .getByRole('button', { name: `Remove ${ana.username}` })
    .click()
  await his.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(drawer(his).getByRole('heading', { name: 'No kin yet' })).toBeVisible()
  await expect(button(page, 'Connect')).toBeEnabled()
})

test.describe('a block', () => {
  test.use({ pardoned: /status of 404|^404/ })

  test('is made in a conversation, folds the member’s messages, hides his page, and is undone in the settings', async ({
    page,
    context,
    otherBrowser,
    join,
    town,
  }) => {
    await page.setViewportSize(PHONE)
    const ana = await join(context)
    const other = await otherBrowser()
    const ben = await join(other)
    const pod = await makePod(town, ana.username, ben.username)
    const say = (content: string) =>
      api(other, town, 'POST', `/chat/pod/${pod.id}/messages`, { id: crypto.randomUUID(), content })
    await say('I know better than all of you')
    await visit(page, pod.path)
    await awake(page)
    await page.getByRole('button', { name: /^More about the message by/ }).click()
    await page.getByRole('menuitem', { name: `Block ${ben.username}…` }).click()
    const question = page.getByRole('alertdialog', { name: `Block ${ben.username}?` })
    await expectSound(page, { inDark: true })
    await question.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(toast(page, `You blocked ${ben.username}. You can undo this in your settings.`)).toBeVisible()
    await expect(page.getByText('You blocked this member')).toBeVisible()
    await expect(page.getByText('I know better')).toHaveCount(0)
    await say('And once more')
    await expect(page.getByText('You blocked this member')).toHaveCount(2)
    await page.getByRole('button', { name: /^Show/ }).last().click()
    await expect(page.getByText('And once more')).toBeVisible()
    await expectSound(page, { inDark: true })

    // the other member meets nobody there, and gets the response for a name that does not exist
    const his = await other.newPage()
    expect((await visit(his, `/user/${ana.username}`))?.status()).toBe(404)
    await expect(his.getByRole('heading', { level: 1 })).toHaveText('User not found')
    const words = await main(his).innerText()
    await visit(his, '/user/nobody-by-this-name')
    expect(await main(his).innerText()).toBe(words)

    expect((await visit(page, `/user/${ben.username}`))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`You blocked ${ben.username}`)
    await expectSound(page, { inDark: true })
    await visit(page, '/settings')
    await awake(page)
    await page.getByRole('button', { name: `Unblock ${ben.username}` }).click()
    await expect(page.getByText('You have blocked nobody.')).toBeVisible()
    await visit(page, `/user/${ben.username}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ben.username)
  })
})
