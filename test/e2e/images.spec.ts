/**
 * A member's picture: chosen, cropped, uploaded, seen by others, and removed. test/screens tests the screen alone.
 *
 * Rooms: media.
 */
import type { Page } from '@playwright/test'
import { corners, cornersOf, grainy } from '#test/images.ts'
import { api, awake, expect, test, toast, visit } from './journey.ts'

const file = async (width = 900, height = 600, name = 'me.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await corners(width, height).jpeg().toBuffer(),
})

const input = (page: Page) => page.getByLabel('Choose avatar', { exact: true }).locator('visible=false').first()
const crop = (page: Page) => page.getByRole('application', { name: 'The part that is shown' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Checks that it is visible, and really an image. */
const shown = (page: Page) =>
  page.locator('.person .av img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)

async function edit(page: Page) {
  await visit(page, '/profile')
  await press(page, 'Edit Profile')
  await expect(page.getByRole('heading', { name: 'Avatar' })).toBeVisible()
}

test('a member chooses a photograph, crops it by keyboard and uploads it, another member sees it, and he removes it', async ({
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
  // half of it, dragged down to its upper end, and by keys to the left: only one corner is visible
  await page.getByLabel('Zoom').fill('2')
  const { x, y, width, height } = (await crop(page).boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + height * 1.1, { steps: 4 })
  await page.mouse.up()
  await crop(page).focus()
  for (let n = 0; n < 20; n++) await page.keyboard.press('Shift+ArrowLeft')
  await press(page, 'Upload')
  await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose avatar' })).toBeFocused()
  await expect.poll(() => shown(page)).toBe(288)

  const { avatar_url } = await api<{ avatar_url: string }>(context, town, 'GET', `/members/${dad.username}`)
  const picture = await context.request.get(town.url + avatar_url)
  expect(await cornersOf(await picture.body())).toEqual(['topLeft', 'topLeft', 'topLeft', 'topLeft'])

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

test('a photograph of 24.5 megapixels and more than 5 MB, held upright, is made smaller and seen upright; and one without its last bytes', async ({
  page,
  context,
  join,
  town,
  otherBrowser,
}) => {
  const dad = await join(context)
  const held = (await grainy(4284, 5712)).rotate(270)
  const large = await held.withMetadata({ orientation: 6 }).jpeg({ quality: 97 }).toBuffer()
  expect(large.length).toBeGreaterThan(5 * 1024 ** 2)
  const small = await (await grainy(600, 600)).jpeg().toBuffer()
  const stranger = await (await otherBrowser()).newPage()
  await edit(page)
  for (const buffer of [large, small.subarray(0, -200)]) {
    await input(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
    await expect(crop(page)).toBeFocused()
    await press(page, 'Upload')
    await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
    await stranger.goto(`/user/${dad.username}`)
    await expect.poll(() => shown(stranger)).toBe(288)
    const { avatar_url } = await api<{ avatar_url: string }>(context, town, 'GET', `/members/${dad.username}`)
    const picture = await context.request.get(town.url + avatar_url)
    expect(await cornersOf(await picture.body())).toEqual(['topLeft', 'topRight', 'bottomLeft', 'bottomRight'])
  }
})

test.describe('on a connection that fails', () => {
  test.use({ pardoned: /^Failed to load resource/ })

  test('a picture that does not load leaves the initials', async ({ page, context, join }) => {
    await join(context)
    await edit(page)
    const whole = await file()
    await test.step('an image that this browser cannot decode is sent unchanged, and the server reports what is wrong with it', async () => {
      await input(page).setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, 60) })
      await expect(page.getByText('cannot be shown here')).toBeVisible()
      await press(page, 'Upload')
      await expect(page.getByRole('alert')).toHaveText('This image is damaged. Please choose another one.')
      await page.locator('.image-field').getByRole('button', { name: 'Cancel' }).click()
    })
    await input(page).setInputFiles(whole)
    await expect(crop(page)).toBeFocused()
    await press(page, 'Upload')
    await expect(toast(page, 'Image uploaded successfully')).toBeVisible()
    await page.route('**/files/*', (route) => route.fulfill({ status: 503 }))
    await page.reload()
    await awake(page)
    await expect(page.locator('.person .av')).toContainText(/^[A-Z]/)
    // rendered on the server, it may fail before the page's script is there: then it takes no space
    const seen = page.locator('.person .av img')
    if (await seen.count()) expect(await seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(0)
  })
})
