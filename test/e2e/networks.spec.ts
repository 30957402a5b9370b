/** Networks: found, joined, written in, left; private ones asked and answered; run by their admins, wished for by all. */
import type { BrowserContext, Page } from '@playwright/test'
import { corners } from '#test/images.ts'
import {
  api,
  awake,
  DESK,
  expect,
  holdScript,
  newPerson,
  PHONE,
  signIn,
  signUp,
  test,
  titled,
  toast,
  visit,
} from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { expectSound } from './screen.ts'
import { start, stop } from './server.ts'

const OPEN = '/group/night-shift-dads'
const SHUT = '/group/fathers-after-separation'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('a visitor', () => {
  test('reads a public network, sees the head of a private one, and is asked in', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await visit(page, '/groups')
    await expect(heading(page)).toHaveText('Sign in to see the networks')

    await visit(page, OPEN)
    await expect(page).toHaveTitle('Night Shift Dads - Fatherkin')
    await expect(page.getByText('Public', { exact: true })).toBeVisible()
    // new fathers join it meanwhile
    await expect(page.getByText(/^\d+ members$/)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await expect(toast(page, 'Please sign in to join groups')).toBeVisible()
    await page.getByRole('link', { name: 'Members' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to see the members' })).toBeVisible()

    await visit(page, SHUT)
    await expect(page.getByText('Private', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This network is private' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Parts of this network' })).toHaveCount(0)
    await expectSound(page, { inDark: true })
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })
    test('reads it as well, and turns to its other parts', async ({ page }) => {
      await page.goto(OPEN)
      await expect(page.getByRole('article')).toHaveCount(3)
      // nothing that would do nothing
      await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeHidden()
      await expect(page.getByRole('link', { name: 'Sign in to join' })).toHaveAttribute('href', /^\/auth\?next=/)
      await page.getByRole('link', { name: 'Events' }).click()
      await expect(page).toHaveURL(/\?tab=events$/)
      await expect(page.getByRole('link', { name: 'View Details' }).first()).toHaveAttribute('href', /^\/local\//)
      await page.goBack()
      await expect(page.getByRole('article')).toHaveCount(3)
    })
  })

  test.describe('where there is nothing', () => {
    test.use({ pardoned: /status of 404|^404/ })
    test('is told so', async ({ page }) => {
      expect((await visit(page, '/group/none'))?.status()).toBe(404)
      await expect(heading(page)).toHaveText('Group not found.')
      expect((await visit(page, '/admin'))?.status()).toBe(404)
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

test.describe('a deed that does not arrive', () => {
  test.use({ pardoned: /net::ERR_FAILED/ })
  test('says so in its own words, and can be done again', async ({ page, context, join }) => {
    await join(context)
    await visit(page, '/group/night-shift-dads')
    const deeds = [
      ['joinGroup', 'Join', 'Failed to join group', 'Successfully joined group'],
      ['leaveGroup', 'Leave', 'Failed to leave group', 'Successfully left group'],
    ] as const
    for (const [call, name, bad, good] of deeds) {
      const press = page.getByRole('button', { name, exact: true })
      await page.route(`**/rpc/groups/${call}`, (route) => route.abort())
      // a press right after the one before is none
      await expect(async () => {
        await press.click()
        await expect(toast(page, bad)).toBeVisible({ timeout: 2000 })
      }).toPass()
      await page.unroute(`**/rpc/groups/${call}`)
      await press.click()
      await expect(toast(page, good)).toBeVisible()
    }
  })
})

test('of two quick presses on Join the second one is none', async ({ page, context, join }) => {
  await page.setViewportSize(PHONE)
  await join(context)
  await visit(page, '/group/co-parenting')
  // as soon as another button stands in its place
  await page.evaluate(() => {
    const look = (_: unknown, watcher: MutationObserver) => {
      const other = document.querySelector<HTMLElement>('[data-stands="in"]')
      if (!other) return
      watcher.disconnect()
      other.click()
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(toast(page, 'Successfully joined group')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leave' })).toBeEnabled()
  await visit(page, '/group/co-parenting')
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(toast(page, 'Successfully left group')).toBeVisible()
})

test.describe('in a network', () => {
  test.use({ pardoned: /Failed to (load resource|fetch)/ })
  const failed = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
  const tabs = (page: Page) => page.getByRole('navigation', { name: 'Parts of this network' }).getByRole('link')

  test('what did not load says so in its tab, under the head, and comes when it is asked for again', async ({
    page,
    context,
    join,
  }) => {
    await page.setViewportSize(PHONE)
    await join(context)
    await visit(page, `${OPEN}?tab=events`)
    await page.route(/listGroupMembers|listGroupPosts/, (route) => route.abort())
    for (const [tab, what, came] of [
      ['Members', 'The members did not load', page.getByRole('region', { name: 'Members' })],
      ['Posts', 'The posts did not load', page.getByRole('region', { name: 'Posts' })],
    ] as const) {
      await tabs(page).filter({ hasText: tab }).click()
      await expect(failed(page, what)).toBeVisible()
      await expect(heading(page)).toHaveText('Night Shift Dads')
      await expect(page).toHaveTitle(titled('Night Shift Dads - Fatherkin'))
      await expect(tabs(page)).toHaveCount(4)
      await expect(tabs(page).and(page.locator('[aria-current]'))).toHaveText(tab)
      await expectSound(page, { inDark: true })
      await page.unroute(/listGroupMembers|listGroupPosts/)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(came).toBeVisible()
      await expect(failed(page, what)).toHaveCount(0)
      await page.route(/listGroupMembers|listGroupPosts/, (route) => route.abort())
    }
  })

  test('whose head did not load nothing is shown of it', async ({ page, context, join }) => {
    await join(context)
    await visit(page, '/groups?q=night+shift')
    await page.route(/getGroup/, (route) => route.abort())
    await page.getByRole('link', { name: 'Night Shift Dads' }).click()
    await expect(heading(page)).toHaveText('Error loading group.')
    await page.unroute(/getGroup/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Night Shift Dads')
  })
})

test('on a phone his own come first, then the largest and the newest; all of them are a page further', async ({
  page,
  context,
  town,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(context, town.logins[0]!, town)
  await visit(page, '/groups')
  const own = page.getByRole('region', { name: 'Your Groups' })
  await expect(own.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Popular Groups' }).getByText('Joined')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'New Groups' }).getByRole('listitem')).toHaveCount(5)
  await own.getByRole('link', { name: 'View All' }).click()
  await expect(heading(page)).toHaveText('All networks')
  const all = page.getByRole('list', { name: 'Networks' }).getByRole('listitem')
  const { items, count } = await api<{ items: unknown[]; count: number }>(context, town, 'GET', '/groups')
  await expect(page.getByRole('status').filter({ hasText: `${count} networks` })).toBeVisible()
  await expect(all).toHaveCount(items.length)
  await page.getByRole('searchbox', { name: 'Search networks' }).fill('after sep')
  await expect(all).toHaveCount(1)
  await expect(page.getByText('1 network', { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search networks' }).fill('no such thing')
  await expect(page.getByRole('heading', { name: 'No networks found' })).toBeVisible()
  await expectSound(page, { inDark: true })
})

test('two members talk in its chat, live; a third sees that it is for members', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const post = async (who: BrowserContext) => {
    const { id } = await api<{ id: string }>(who, town, 'GET', '/groups/named/new-fathers')
    await api(who, town, 'PUT', `/groups/${id}/membership`)
  }
  const [theirs, stranger] = [await otherBrowser(), await otherBrowser()]
  await join(context)
  await signUp(theirs, newPerson('talks'), town)
  await signUp(stranger, newPerson('listens'), town)
  await post(context)
  await post(theirs)
  const other = await theirs.newPage()
  for (const one of [page, other]) {
    await one.setViewportSize(PHONE)
    await visit(one, '/group/new-fathers')
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
  await expectSound(other, { inDark: true })

  const outside = await stranger.newPage()
  await visit(outside, '/group/new-fathers?tab=chat')
  await expect(outside.getByRole('heading', { name: 'The chat is for members of this network' })).toBeVisible()
  await expect(outside.getByText(words)).toHaveCount(0)
})

test.describe('with an administrator', () => {
  // a name that is taken
  // and what has been shut
  test.use({ pardoned: /status of (409|403)|net::ERR_FAILED/ })
  const opened = async (context: BrowserContext, url: string) => {
    const page = await context.newPage()
    await visit(page, `${url}/groups`)
    return page
  }

  test('a network is wished for, opened, shut, asked for, answered and given another name', async ({
    otherBrowser,
  }) => {
    test.setTimeout(120_000)
    const root = newPerson('root')
    const place = await start('nets', process.env.PAGES_DIR!, { ADMIN_EMAILS: root.email })
    const [his, hers, mine] = [await otherBrowser(), await otherBrowser(), await otherBrowser()]
    try {
      await signUp(mine, root, place)
      await signUp(his, newPerson('wish'), place)
      const guest = newPerson('guest')
      await signUp(hers, guest, place)

      const page = await opened(his, place.url)
      await page.getByRole('button', { name: 'Suggest a New Network' }).click()
      const form = page.getByRole('dialog', { name: 'Suggest a New Network' })
      await form.getByRole('button', { name: 'Submit' }).click()
      await expect(form.getByText('Please fill in all required fields.')).toBeVisible()
      await expectSound(page, { inDark: true })
      await page.setViewportSize(PHONE)
      await form.getByLabel('Name').fill('Dads of Twins')
      await form.getByLabel('Description').fill('Two at once.')
      await form.getByRole('button', { name: 'Submit' }).click()
      await expect(toast(page, 'Network suggested! Your network request has been submitted for review.')).toBeVisible()

      const office = await mine.newPage()
      // chosen before the page's own script has come
      const wake = await holdScript(office)
      await office.goto(`${place.url}/admin?part=networks`, { waitUntil: 'commit' })
      await office.getByRole('radio', { name: 'Private' }).check({ force: true })
      wake()
      await awake(office)
      await expect(office.getByRole('radio', { name: 'Private' })).toBeChecked()
      await expectSound(office, { inDark: true })
      await office.getByRole('button', { name: 'Approve Dads of Twins' }).click()
      await expect(toast(office, 'Dads of Twins is open')).toBeVisible()
      await expect(office.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()

      const outside = await opened(hers, place.url)
      await visit(outside, `${place.url}/group/dads-of-twins`)
      await expect(outside.getByRole('heading', { name: 'This network is private' })).toBeVisible()
      await outside.getByRole('button', { name: 'Request to Join' }).click()
      await expect(outside.getByRole('button', { name: 'Request Pending' })).toBeVisible()

      await visit(page, `${place.url}/group/dads-of-twins?tab=members`)
      await page.getByRole('button', { name: `Accept ${guest.username}` }).click()
      await expect(toast(page, `${guest.username} is in`)).toBeVisible()
      await expect(page.getByRole('region', { name: 'Members' }).getByText(`@${guest.username}`)).toBeVisible()
      await expect(page.getByRole('region', { name: 'Requests to join' })).toHaveCount(0)
      await outside.reload()
      await expect(outside.getByRole('button', { name: 'Leave' })).toBeVisible()
      await expect(outside.getByRole('heading', { name: 'No posts in this network yet' })).toBeVisible()

      const asked: unknown[] = []
      page.on(
        'request',
        (request) => void (request.url().includes('/rpc/groups/editGroup') && asked.push(request.postDataJSON())),
      )
      const edit = page.getByRole('button', { name: 'Edit Group' })
      const dialog = page.getByRole('dialog', { name: 'Edit Group' })
      await edit.click()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
      expect(asked).toEqual([])
      await edit.click()
      await dialog.getByLabel('Location').fill('Anywhere')
      await page.route('**/rpc/groups/editGroup', (route) => route.abort())
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Failed to update group')).toBeVisible()
      await expect(dialog.getByLabel('Location')).toHaveValue('Anywhere')
      expect(asked).toEqual([{ json: { id: expect.any(String), location: 'Anywhere' } }])
      await page.unroute('**/rpc/groups/editGroup')
      await dialog.getByLabel('Location').fill('')
      await expectSound(page, { inDark: true })
      await page.setViewportSize(DESK)
      await dialog.getByLabel('Name').fill('Single Dads')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('There is already a network of this name')).toBeVisible()
      await dialog.getByLabel('Name').fill('Dads of Many')
      await dialog.getByRole('radio', { name: 'Public' }).check({ force: true })
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(toast(page, 'Group updated successfully')).toBeVisible()
      await expect(page).toHaveURL(`${place.url}/group/dads-of-many`)
      await expect(heading(page)).toHaveText('Dads of Many')
      await expect(page.getByText('Public', { exact: true })).toBeVisible()

      // whoever reads it while it is shut is told so by his next step
      await visit(office, `${place.url}/group/dads-of-many`)
      await expect(office.getByRole('heading', { name: 'No posts in this network yet' })).toBeVisible()
      await edit.click()
      await dialog.getByRole('radio', { name: 'Private' }).check({ force: true })
      await page.keyboard.press('Escape')
      const unsaved = page.getByRole('alertdialog', { name: 'Close without saving?' })
      await unsaved.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog.getByRole('radio', { name: 'Private' })).toBeChecked()
      await dialog.getByRole('button', { name: 'Save' }).click()
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
      // what was chosen is there when he comes back to it, and is not closed away
      const part = dialog.getByRole('application', { name: 'The part that is shown' })
      await dialog.getByRole('tab', { name: 'Basic Info' }).click()
      await expect(part).toBeHidden()
      await dialog.getByLabel('Location').fill('Everywhere')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(part).toBeVisible()
      await expect(dialog.getByRole('slider')).not.toHaveValue('1')
      await dialog.getByRole('button', { name: 'Done' }).click()
      const question = page.getByRole('alertdialog', { name: 'Close without uploading?' })
      await expect(question).toContainText('The banner that you chose is not uploaded yet.')
      await expectSound(page, { inDark: true })
      await page.setViewportSize(DESK)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await dialog.getByRole('button', { name: 'Upload' }).click()
      await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(dialog).toBeHidden()
      const seen = page.locator('.nethead .banner img')
      await expect
        .poll(() => seen.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
        .toBe(true)

      // whatever it is called, its conversation's field stays in the window
      await edit.click()
      await dialog.getByRole('tab', { name: 'Basic Info' }).click()
      await dialog.getByLabel('Name').fill('Fathers of Many Who Meet Where There Is Room For All Of Us')
      await dialog.getByLabel('Location').fill('Llanfairpwllgwyngyllgogerychwyrndrobwll, the Isle of Anglesey')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(heading(page)).toHaveText(/^Fathers of Many/)
      await expect(dialog).toBeHidden()
      await page.getByRole('link', { name: 'Chat' }).click()
      for (const size of [PHONE, { width: 320, height: 640 }]) {
        await page.setViewportSize(size)
        const field = page.getByRole('textbox', { name: 'Message' })
        const dock = page.getByRole('navigation', { name: 'Tabs' })
        await expect
          .poll(async () => {
            const [own, bar] = [await field.boundingBox(), await dock.boundingBox()]
            return own !== null && bar !== null && own.y + own.height <= bar.y
          })
          .toBe(true)
      }
      await page.setViewportSize(PHONE)
      await page.goto(`${place.url}/groups/all`)
      const stamp = page.getByText('Joined', { exact: true })
      expect((await stamp.boundingBox())!.height).toBeLessThan(30)
    } finally {
      // a member's page is told what is new for as long as it is open
      for (const context of [his, hers, mine]) for (const page of context.pages()) await page.close()
      await stop(place)
      expect(place.errors).toEqual([])
    }
  })
})
