/** A member's picture: chosen, cropped, sent, seen by others, and taken away again. */
import type { Page } from '@playwright/test'
import { SAY_IMAGE } from '#contract/media-words.ts'
import { SAY_PROFILE } from '#contract/profile-words.ts'
import { corners, cornersOf } from '#test/images.ts'
import { api, awake, DESK, expect, PHONE, test, toast, visit } from './journey.ts'
import { expectSound } from './screen.ts'

const file = async (width = 900, height = 600, name = 'me.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await corners(width, height).jpeg().toBuffer(),
})

const input = (page: Page) => page.getByLabel('Choose avatar', { exact: true }).locator('visible=false').first()
const crop = (page: Page) => page.getByRole('application', { name: 'The part that is shown' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Shown, and really a picture. */
const shown = (page: Page) =>
  page.locator('.person .av img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)

async function edit(page: Page) {
  await visit(page, '/profile')
  await press(page, 'Edit Profile')
  await expect(page.getByRole('heading', { name: 'Avatar' })).toBeVisible()
}

test('a photograph is chosen, moved by keys, sent, seen by a stranger, and removed', async ({
  page,
  context,
  join,
  town,
  otherBrowser,
}) => {
  const dad = await join(context)
  await edit(page)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Choose avatar')])
  await chooser.setFiles(await file())
  await expect(crop(page)).toBeFocused()
  // to the left end, where only the two left corners are
  await page.getByLabel('Zoom').fill('2')
  await crop(page).focus()
  for (let n = 0; n < 20; n++) await page.keyboard.press('Shift+ArrowLeft')
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await press(page, 'Upload')
  await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose avatar' })).toBeFocused()
  await expect.poll(() => shown(page)).toBe(288)

  const { avatar_url } = await api<{ avatar_url: string }>(context, town, 'GET', `/members/${dad.username}`)
  const picture = await context.request.get(town.url + avatar_url)
  expect(await cornersOf(await picture.body())).toEqual(['topLeft', 'topLeft', 'bottomLeft', 'bottomLeft'])

  const stranger = await (await otherBrowser()).newPage()
  await stranger.goto(`/user/${dad.username}`)
  await expect.poll(() => shown(stranger)).toBe(288)

  await press(page, 'Remove')
  await expect(toast(page, 'Image removed successfully')).toBeVisible()
  await expect(page.locator('.av img')).toHaveCount(0)
  await page.reload()
  await awake(page)
  await expect(page.locator('.person .av img')).toHaveCount(0)
})

test('Save does not lose a picture that is chosen and not sent: it says so, and leads there', async ({
  page,
  context,
  join,
  town,
}) => {
  const dad = await join(context)
  const { bio } = await api<{ bio: string | null }>(context, town, 'GET', `/members/${dad.username}`)
  await page.setViewportSize(PHONE)
  await edit(page)
  await input(page).setInputFiles(await file())
  await expect(crop(page)).toBeFocused()
  await page.getByLabel('Bio').fill('Two girls.')
  const waits = page.getByRole('alert').filter({ hasText: SAY_PROFILE.pictureWaits })
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  // as often as he presses it
  for (let n = 0; n < 2; n++) {
    await press(page, 'Save')
    await expect(upload).toBeFocused()
    await expect(upload).toBeInViewport({ ratio: 1 })
    await expect(waits).toBeInViewport({ ratio: 1 })
  }
  expect(await api(context, town, 'GET', `/members/${dad.username}`)).toMatchObject({ bio, avatar_url: null })
  await upload.click()
  await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
  await expect(waits).toHaveCount(0)
  await press(page, 'Save')
  await expect(toast(page, 'Profile updated!')).toBeVisible()
  await expect.poll(() => shown(page)).toBe(288)
  await expect(page.getByRole('region', { name: 'You' })).toContainText('Two girls.')
})

test('what is no picture is refused by what is in it, whatever it is called', async ({ page, context, join }) => {
  await join(context)
  await edit(page)
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  await input(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: gif })
  await expect(page.getByText(SAY_IMAGE.type)).toBeVisible()
  await expect(crop(page)).toHaveCount(0)
})

test('a finger drags it, and two fingers enlarge it', async ({ page, context, join, town }) => {
  const dad = await join(context)
  await page.setViewportSize(PHONE)
  await edit(page)
  await input(page).setInputFiles(await file(600, 900))
  const box = (await crop(page).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const touch = (type: string, pointerId: number, dx: number, dy: number) =>
    crop(page).dispatchEvent(type, { pointerId, clientX: x + dx, clientY: y + dy, bubbles: true, pointerType: 'touch' })
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + box.height, { steps: 4 })
  await page.mouse.up()
  await crop(page).evaluate((element) => {
    // the fingers below are not real ones: nothing can be captured
    element.setPointerCapture = () => {}
  })
  await touch('pointerdown', 1, -20, 0)
  await touch('pointerdown', 2, 20, 0)
  await touch('pointermove', 2, 100, 0)
  await touch('pointerup', 2, 100, 0)
  await touch('pointerup', 1, -20, 0)
  await expect.poll(async () => Number(await page.getByLabel('Zoom').inputValue())).toBeGreaterThan(2)
  await press(page, 'Upload')
  await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
  const { avatar_url } = await api<{ avatar_url: string }>(context, town, 'GET', `/members/${dad.username}`)
  const picture = await context.request.get(town.url + avatar_url)
  expect(new Set(await cornersOf(await picture.body())).has('bottomLeft')).toBe(false)
})

test('whoever chooses another, gives it up or goes elsewhere leaves no picture in memory', async ({
  page,
  context,
  join,
}) => {
  await join(context)
  await page.addInitScript(() => {
    const { close } = ImageBitmap.prototype
    const closed = new Set<ImageBitmap>()
    ImageBitmap.prototype.close = function () {
      closed.add(this)
      document.documentElement.dataset.closed = String(closed.size)
      close.call(this)
    }
  })
  await edit(page)
  const closed = (times: number) => expect(page.locator('html')).toHaveAttribute('data-closed', String(times))
  await input(page).setInputFiles(await file())
  await expect(crop(page)).toBeVisible()
  await input(page).setInputFiles(await file(600, 900))
  await closed(1)
  await page.locator('.image-field').getByRole('button', { name: 'Cancel' }).click()
  await closed(2)
  await input(page).setInputFiles(await file())
  await expect(crop(page)).toBeVisible()
  await page.getByRole('link', { name: 'Pods' }).first().click()
  await expect(crop(page)).toHaveCount(0)
  await closed(3)
})

test('what is no image, or too large, is told at once, and nothing is sent', async ({ page, context, join }) => {
  await join(context)
  await edit(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent++
  })
  for (const mimeType of ['image/gif', 'image/svg+xml', 'text/plain']) {
    await input(page).setInputFiles({ name: 'x.png', mimeType, buffer: Buffer.from('GIF89a') })
    await expect(page.getByRole('alert')).toHaveText('Please choose a JPEG, PNG or WebP image')
  }
  await input(page).setInputFiles({ ...(await file()), buffer: Buffer.alloc(5 * 1024 ** 2 + 1) })
  await expect(page.getByRole('alert')).toHaveText('Image must be 5 MB or smaller')
  await expect(crop(page)).toHaveCount(0)
  expect(sent).toBe(0)
})

test.describe('on a line that fails', () => {
  test.use({ pardoned: /^Failed to load resource/ })

  test('the sentence is said, the choice is kept, and the next press sends it', async ({ page, context, join }) => {
    await join(context)
    await edit(page)
    await input(page).setInputFiles(await file())
    await crop(page).press('ArrowRight')
    await page.route('**/images/avatar', (route) => route.abort())
    await press(page, 'Upload')
    await expect(page.getByRole('alert')).toHaveText('Failed to upload image')
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeFocused()
    await expect(crop(page)).toBeVisible()
    await page.unroute('**/images/avatar')
    const message = SAY_IMAGE.busy
    await page.route('**/images/avatar', (route) =>
      route.fulfill({ status: 429, json: { code: 'TOO_MANY_REQUESTS', message } }),
    )
    await press(page, 'Upload')
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(crop(page)).toBeVisible()
    await page.unroute('**/images/avatar')
    await press(page, 'Upload')
    await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
  })

  test('an upload is given up, and what was there stays', async ({ page, context, join, town }) => {
    const dad = await join(context)
    await edit(page)
    await page.route('**/images/avatar', () => {})
    await input(page).setInputFiles(await file())
    await press(page, 'Upload')
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.locator('.image-field').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Choose avatar' })).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
    const member = await api<{ avatar_url: null }>(context, town, 'GET', `/members/${dad.username}`)
    expect(member.avatar_url).toBeNull()
  })

  test('what this browser cannot show is sent whole, and the server says what is wrong with it', async ({
    page,
    context,
    join,
  }) => {
    await join(context)
    await edit(page)
    const whole = await file()
    await input(page).setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, 60) })
    await expect(page.getByText('cannot be shown here')).toBeVisible()
    await press(page, 'Upload')
    await expect(page.getByRole('alert')).toHaveText('This image is damaged. Please choose another one.')
  })

  test('a picture that does not come leaves the initials', async ({ page, context, join }) => {
    await join(context)
    await edit(page)
    await input(page).setInputFiles(await file())
    await press(page, 'Upload')
    await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
    await page.route('**/files/*', (route) => route.fulfill({ status: 503 }))
    await page.reload()
    await awake(page)
    await expect(page.locator('.person .av')).toContainText(/^[A-Z]/)
    // drawn on the server, it may fail before the page's script is there: then it takes no place
    const seen = page.locator('.person .av img')
    if (await seen.count()) expect(await seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(0)
  })
})
