/**
 * Networks: joined, written in and left without a mouse; talked in by two; wished for, opened, asked for and changed. What a screen does by itself is in test/screens/groups.test.tsx and group-forms.test.tsx.
 * Rooms: groups.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { corners } from '#test/images.ts'
import { api, awake, DESK, expect, holdScript, newPerson, PHONE, signUp, test, toast, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { makeGroupOf } from './rooms.ts'
import { expectSound } from './screen.ts'
import { start, stop } from './server.ts'

const OPEN = '/group/night-shift-dads'
/** The posts of the town there. An earlier journey may have added some. */
const POSTS = [
  'How do you sleep after nights when the house is awake?',
  'The handover note on the fridge saved our marriage a little',
  'What I eat at 3 am now, after a year of crisps',
]
const SHUT = '/group/fathers-after-separation'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('a visitor without JavaScript', () => {
  test.use({ javaScriptEnabled: false, pardoned: /status of 404|^404/ })
  test('reads a public network and its other tabs', async ({ page }) => {
    const readsPosts = async () => {
      for (const title of POSTS) await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible()
    }
    await page.goto(OPEN)
    await readsPosts()
    // no control that has no effect
    await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Sign in to join' })).toHaveAttribute('href', /^\/auth\?next=/)
    await page.getByRole('link', { name: 'Events' }).click()
    await expect(page).toHaveURL(/\?tab=events$/)
    await expect(page.getByRole('link', { name: 'View Details' }).first()).toHaveAttribute('href', /^\/local\//)
    await page.goBack()
    await readsPosts()

    await page.goto(SHUT)
    await expect(page.getByRole('heading', { name: 'This network is private' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await test.step('an empty tab says so', async () => {
      expect((await page.goto('/group/none'))?.status()).toBe(404)
      await expect(heading(page)).toHaveText('Group not found.')
      expect((await page.goto('/admin'))?.status()).toBe(404)
    })
  })
})

test('a member without a mouse joins a network, writes in it, looks around and leaves', async ({
  page,
  context,
  join,
}) => {
  await page.setViewportSize(DESK)
  await join(context)
  const keys = keyboardOf(page)
  await visit(page, '/groups')
  await keys.type(page.getByRole('searchbox', { name: 'Search networks' }), 'night shiftT')
  await page.keyboard.press('Backspace')
  await expect(page).toHaveURL(/\?q=night(\+|%20)shift$/)
  await expect(page.getByRole('list', { name: 'Networks' }).getByRole('listitem')).toHaveCount(1)
  await keys.use(page.getByRole('link', { name: 'Night Shift Dads' }))
  await expect(heading(page)).toHaveText('Night Shift Dads')

  await keys.use(page.getByRole('button', { name: 'Join', exact: true }))
  await expect(toast(page, 'Successfully joined group')).toBeVisible()
  const leave = page.getByRole('button', { name: 'Leave' })
  await expect(leave).toBeFocused()

  await keys.use(page.getByRole('button', { name: 'New Post' }).first())
  const dialog = page.getByRole('dialog', { name: 'New Post' })
  await expect(dialog.getByText('In Night Shift Dads')).toBeVisible()
  const title = `Nights again ${Date.now()}`
  await keys.type(dialog.getByLabel('Title'), title)
  await keys.type(dialog.getByLabel('What you want to say'), 'Back on the depot from Monday.')
  await dialog.getByLabel('Category').selectOption({ label: 'New Dads' })
  await keys.use(dialog.getByRole('button', { name: 'Post', exact: true }))
  await expect(toast(page, 'Post created successfully!')).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText(title)
  await expect(page.getByRole('article').first().getByRole('link', { name: 'f/Night Shift Dads' })).toHaveAttribute(
    'href',
    OPEN,
  )

  await keys.use(page.getByRole('link', { name: 'Members' }), { back: true })
  await expect(page.getByRole('region', { name: 'Members' }).getByText('Admin', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article').first()).toContainText(title)

  await keys.use(leave, { back: true })
  await expect(toast(page, 'Successfully left group')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeFocused()
})

test('two members chat in a network, live; a member outside reads that the chat is for members', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const [theirs, stranger] = [await otherBrowser(), await otherBrowser()]
  const { username } = await join(context)
  await signUp(theirs, newPerson('talks'), town)
  const listener = await signUp(stranger, newPerson('listens'), town)
  const { id, slug } = await makeGroupOf(town, username, { is_public: true })
  await api(theirs, town, 'PUT', `/groups/${id}/membership`)
  const other = await theirs.newPage()
  for (const one of [page, other]) {
    await one.setViewportSize(PHONE)
    await visit(one, `/group/${slug}`)
    await one.getByRole('link', { name: 'Chat' }).click()
    await expect(one).toHaveURL(/\?tab=chat$/)
    await expect(one.getByRole('textbox', { name: 'Message' })).toBeVisible()
  }
  const words = `Three hours in a row. ${Date.now()}`
  await page.getByRole('textbox', { name: 'Message' }).fill(words)
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(toast(page, 'Message sent')).toBeVisible()
  for (const one of [page, other])
    await expect(one.getByRole('region', { name: /^Messages in/ }).getByText(words)).toHaveCount(1)

  // joining and leaving are visible to the members inside, in the number and in the list
  const shown = async () => Number(/([\d,]+) members?/.exec(await page.locator('.nethead').innerText())![1])
  await expect.poll(shown).toBe(2)
  await api(stranger, town, 'PUT', `/groups/${id}/membership`)
  await expect.poll(shown).toBe(3)
  await page.getByRole('link', { name: 'Members' }).click()
  const list = page.getByRole('region', { name: 'Members' })
  await expect(list).toContainText(`@${listener.username}`)
  await api(stranger, town, 'DELETE', `/groups/${id}/membership`)
  await expect(list).not.toContainText(`@${listener.username}`)
  await expect.poll(shown).toBe(2)

  const outside = await stranger.newPage()
  await visit(outside, `/group/${slug}?tab=chat`)
  await expect(outside.getByRole('heading', { name: 'The chat is for members of this network' })).toBeVisible()
  await expect(outside.getByText(words)).toHaveCount(0)
})

test.describe('with an administrator', () => {
  // a name that is taken, and a network that was made private
  test.use({ pardoned: /status of (409|403)/ })
  const opened = async (context: BrowserContext, url: string) => {
    const page = await context.newPage()
    await visit(page, `${url}/groups`)
    return page
  }

  test('a network is suggested, opened, made private, requested, answered and renamed', async ({ otherBrowser }) => {
    test.setTimeout(120_000)
    const root = newPerson('root')
    const instance = await start('nets', process.env.PAGES_DIR!, { ADMIN_EMAILS: root.email })
    const [his, hers, mine] = [await otherBrowser(), await otherBrowser(), await otherBrowser()]
    try {
      await signUp(mine, root, instance)
      await signUp(his, newPerson('wish'), instance)
      const guest = newPerson('guest')
      await signUp(hers, guest, instance)

      const page = await opened(his, instance.url)
      await page.getByRole('button', { name: 'Suggest a New Network' }).click()
      const form = page.getByRole('dialog', { name: 'Suggest a New Network' })
      await expectSound(page, { inDark: true })
      await page.setViewportSize(DESK)
      await form.getByLabel('Name').fill('Dads of Twins')
      await form.getByLabel('Description').fill('Two at once.')
      await form.getByRole('button', { name: 'Submit' }).click()
      await expect(toast(page, 'Network suggested! Your network request has been submitted for review.')).toBeVisible()

      const office = await mine.newPage()
      // selected before the page's own script has loaded
      const wake = await holdScript(office)
      await office.goto(`${instance.url}/admin?part=networks`, { waitUntil: 'commit' })
      await office.getByRole('radio', { name: 'Private' }).check({ force: true })
      wake()
      await awake(office)
      await expect(office.getByRole('radio', { name: 'Private' })).toBeChecked()
      await expectSound(office, { inDark: true })
      await office.getByRole('button', { name: 'Approve Dads of Twins' }).click()
      await expect(toast(office, 'Dads of Twins is open')).toBeVisible()
      await expect(office.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()

      const outside = await opened(hers, instance.url)
      await visit(outside, `${instance.url}/group/dads-of-twins`)
      await expect(outside.getByRole('heading', { name: 'This network is private' })).toBeVisible()
      await outside.getByRole('button', { name: 'Request to Join' }).click()
      await expect(outside.getByRole('button', { name: 'Request Pending' })).toBeVisible()

      await visit(page, `${instance.url}/group/dads-of-twins?tab=members`)
      await page.getByRole('button', { name: `Accept ${guest.username}` }).click()
      await expect(toast(page, `${guest.username} is in`)).toBeVisible()
      await expect(page.getByRole('region', { name: 'Members' }).getByText(`@${guest.username}`)).toBeVisible()
      await expect(page.getByRole('region', { name: 'Requests to join' })).toHaveCount(0)
      await outside.reload()
      await expect(outside.getByRole('button', { name: 'Leave' })).toBeVisible()
      await expect(outside.getByRole('heading', { name: 'No posts in this network yet' })).toBeVisible()

      const edit = page.getByRole('button', { name: 'Edit Group' })
      const dialog = page.getByRole('dialog', { name: 'Edit Group' })
      await edit.click()
      await expectSound(page, { inDark: true })
      await page.setViewportSize(DESK)
      await dialog.getByLabel('Name').fill('Single Dads')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('There is already a network of this name')).toBeVisible()
      await dialog.getByLabel('Name').fill('Dads of Many')
      await dialog.getByRole('radio', { name: 'Public' }).check({ force: true })
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(toast(page, 'Group updated successfully')).toBeVisible()
      await expect(page).toHaveURL(`${instance.url}/group/dads-of-many`)
      await expect(heading(page)).toHaveText('Dads of Many')
      await expect(page.getByText('Public', { exact: true })).toBeVisible()

      // a reader of the network that was made private is told at his next action
      await visit(office, `${instance.url}/group/dads-of-many`)
      await expect(office.getByRole('heading', { name: 'No posts in this network yet' })).toBeVisible()
      await edit.click()
      await dialog.getByRole('radio', { name: 'Private' }).check({ force: true })
      await dialog.getByRole('button', { name: 'Save' }).click()
      // the dialog has a choice with this name, so the word is in the head only after it is closed
      await expect(dialog).toBeHidden()
      await expect(page.getByText('Private', { exact: true })).toBeVisible()
      await office.getByRole('link', { name: 'Members' }).click()
      await expect(office.getByRole('heading', { name: 'This network is private' })).toBeVisible()

      await edit.click()
      await dialog.getByRole('tab', { name: 'Images' }).click()
      const banner = await corners(1600, 400).jpeg().toBuffer()
      await dialog
        .getByLabel('Choose banner')
        .last()
        .setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: banner })
      await expect(dialog.getByRole('application', { name: 'The part that is shown' })).toBeFocused()
      await page.keyboard.press('+')
      await expectSound(page, { inDark: true })
      await page.setViewportSize(DESK)
      await dialog.getByRole('button', { name: 'Upload' }).click()
      await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(dialog).toBeHidden()
      const seen = page.locator('.nethead .banner img')
      await expect
        .poll(() => seen.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
        .toBe(true)
    } finally {
      // a member's page receives new counts as long as it is open
      for (const context of [his, hers, mine]) for (const page of context.pages()) await page.close()
      await stop(instance)
      expect(instance.errors).toEqual([])
    }
  })
})
