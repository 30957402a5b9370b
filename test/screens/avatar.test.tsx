/**
 * A member's picture before it is uploaded: refused locally, cropped, kept when the upload fails, and released from
 * memory.
 */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mediaFaults } from '#contract/media.ts'
import { SAY_IMAGE } from '#contract/media-words.ts'
import type { OwnProfile } from '#contract/members.ts'
import { SAY_PROFILE } from '#contract/profile-words.ts'
import { aLocalProfile } from './events-makers.ts'
import { focus } from './finding.ts'
import { aPage, aViewer, NOTHING_ENTERED } from './makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'
import { aPhotograph, cornersOf, takeUploads } from './uploads.ts'

const chosen = page.css('.image-field input[type=file]')
const crop = page.getByRole('application', { name: 'The part that is shown' })
const upload = page.getByRole('button', { name: 'Upload' })
const choose = page.getByRole('button', { name: 'Choose avatar' })
const cancel = page.css('.image-field').getByRole('button', { name: 'Cancel' })
const alert = page.getByRole('alert')
const picture = page.css('.person .av img')

/** A picture that every browser shows, in place of a stored one. */
const STORED = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="288" height="288"/>')}`

async function edit(size?: { width: number; height: number }) {
  let own: OwnProfile = { ...NOTHING_ENTERED, display_name: 'Ben' }
  const viewer = aViewer({ display_name: 'Ben' })
  const screen = await open('/profile', {
    viewer,
    ...(size ? { size } : {}),
    answers: {
      nearby: { getLocalProfile: aLocalProfile({ local_mode_enabled: false }) },
      pods: { listPodRequests: aPage() },
      connections: { countConnections: { kin: 0, incoming: 0, sent: 0 } },
      members: { getOwnProfile: () => own, updateProfile: (change) => (own = { ...own, ...change }) },
    },
  })
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect.element(page.getByRole('heading', { name: 'Avatar' })).toBeVisible()
  return screen
}

test('Save does not lose a picture that is chosen and not uploaded: it reports it, and moves the focus there', {
  timeout: SOUND_TIMEOUT,
}, async () => {
  const { sent } = takeUploads(() => ({ url: STORED }))
  const screen = await edit(PHONE)
  await userEvent.upload(chosen, await aPhotograph())
  await expect.element(crop).toHaveFocus()
  await expectSound()
  await page.getByLabelText(/^Bio/).fill('Two girls.')
  const waits = alert.filter({ hasText: SAY_PROFILE.pictureWaits })
  const save = page.getByRole('button', { name: 'Save' })
  // the same happens at every press
  for (let n = 0; n < 2; n++) {
    await save.click()
    await expect.element(upload).toHaveFocus()
    await expect.element(upload).toBeInViewport({ ratio: 1 })
    await expect.element(waits).toBeInViewport({ ratio: 1 })
  }
  expect(screen.asked('members.updateProfile')).toEqual([])
  expect(sent).toEqual([])
  await upload.click()
  await expect.element(news('Image uploaded successfully')).toBeVisible()
  await expect.element(waits).not.toBeInTheDocument()
  await save.click()
  await expect.element(news('Profile updated!')).toBeVisible()
  await expect.element(picture).toHaveAttribute('src', STORED)
  await expect.element(page.getByRole('region', { name: 'You' })).toMatchTextContent('Two girls.')
})

test('a file that is not an image is refused by its content, whatever its name is', async () => {
  const { sent } = takeUploads(() => 'never')
  await edit()
  await userEvent.upload(chosen, new File(['GIF89a', new Uint8Array(40)], 'me.jpg', { type: 'image/jpeg' }))
  await expect.element(page.getByText(SAY_IMAGE.type)).toBeVisible()
  await expect.element(crop).not.toBeInTheDocument()
  expect(sent).toEqual([])
})

test('one finger moves the crop, and two fingers enlarge it', async () => {
  const { sent } = takeUploads(() => ({ url: STORED }))
  await edit(PHONE)
  await userEvent.upload(chosen, await aPhotograph(600, 900))
  await expect.element(crop).toBeVisible()
  const frame = crop.element()
  // the events below are synthetic, so no pointer can be captured
  frame.setPointerCapture = () => {}
  const { left, top, width, height } = frame.getBoundingClientRect()
  const touch = (type: string, pointerId: number, dx: number, dy: number) =>
    frame.dispatchEvent(
      new PointerEvent(type, {
        ...{ pointerId, pointerType: 'touch', bubbles: true },
        ...{ clientX: left + width / 2 + dx, clientY: top + height / 2 + dy },
      }),
    )
  touch('pointerdown', 1, 0, 0)
  for (const share of [0.25, 0.5, 0.75, 1]) touch('pointermove', 1, 0, share * height)
  touch('pointerup', 1, 0, height)
  touch('pointerdown', 1, -20, 0)
  touch('pointerdown', 2, 20, 0)
  touch('pointermove', 2, 100, 0)
  touch('pointerup', 2, 100, 0)
  touch('pointerup', 1, -20, 0)
  await expect
    .poll(() => Number(page.getByLabelText('Zoom').element().getAttribute('value')), { message: 'zoom' })
    .toBeGreaterThan(2)
  await upload.click()
  await expect.element(news('Image uploaded successfully')).toBeVisible()
  expect(await cornersOf(sent[0]!)).not.toContain('bottomLeft')
})

test('a picture is released from memory when the member chooses another one, cancels or goes to another page', async () => {
  const close = vi.spyOn(ImageBitmap.prototype, 'close')
  const closed = (times: number) => expect.poll(() => new Set(close.mock.contexts).size).toBe(times)
  const screen = await edit()
  await userEvent.upload(chosen, await aPhotograph())
  await expect.element(crop).toBeVisible()
  await userEvent.upload(chosen, await aPhotograph(600, 900))
  await closed(1)
  await cancel.click()
  await closed(2)
  await userEvent.upload(chosen, await aPhotograph())
  await expect.element(crop).toBeVisible()
  await screen.go('/about')
  await expect.element(crop).not.toBeInTheDocument()
  await closed(3)
  close.mockRestore()
})

test('a file that is no image or too large is refused at once, and nothing is sent', async () => {
  const { sent } = takeUploads(() => 'never')
  await edit()
  for (const type of ['image/gif', 'image/svg+xml', 'text/plain']) {
    await userEvent.upload(chosen, new File(['GIF89a'], 'x.png', { type }))
    await expect.element(alert, { message: type }).toHaveTextContent('Please choose a JPEG, PNG or WebP image')
  }
  // sending five megabytes through the test's connection would take ten seconds, so the file is set on the input
  // directly
  const given = new DataTransfer()
  given.items.add(new File([new Uint8Array(5 * 1024 ** 2 + 1)], 'x.jpg', { type: 'image/jpeg' }))
  const input = chosen.element()
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for a file')
  input.files = given.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(alert).toHaveTextContent('Image must be 5 MB or smaller')
  await expect.element(crop).not.toBeInTheDocument()
  expect(sent).toEqual([])
})

test('a failed upload shows its message, keeps the choice, and is sent again at the next press', async () => {
  const answers = ['unreached', mediaFaults.busy, mediaFaults.crowded, mediaFaults.damaged, { url: STORED }] as const
  let presses = 0
  const { sent } = takeUploads(() => answers[presses++]!)
  await edit()
  await userEvent.upload(chosen, await aPhotograph())
  await focus(crop)
  await userEvent.keyboard('{ArrowRight}')
  for (const sentence of ['Failed to upload image', SAY_IMAGE.busy, SAY_IMAGE.crowded, SAY_IMAGE.damaged]) {
    await upload.click()
    await expect.element(alert).toHaveTextContent(sentence)
    await expect.element(upload).toHaveFocus()
    await expect.element(crop).toBeVisible()
  }
  await upload.click()
  await expect.element(news('Image uploaded successfully')).toBeVisible()
  await expect.element(picture).toHaveAttribute('src', STORED)
  await expect.element(choose).toHaveFocus()
  expect(sent).toHaveLength(5)
})

test('an upload is cancelled, and the previous picture stays', async () => {
  const { sent, givenUp } = takeUploads(() => 'never')
  await edit()
  await userEvent.upload(chosen, await aPhotograph())
  await upload.click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.poll(() => sent.length).toBe(1)
  await cancel.click()
  await expect.element(choose).toHaveFocus()
  await expect.element(alert).not.toBeInTheDocument()
  expect(givenUp()).toBe(1)
  await expect.element(picture).not.toBeInTheDocument()
})

test('an image that this browser cannot decode is sent unchanged', async () => {
  const { sent } = takeUploads(() => mediaFaults.damaged)
  await edit()
  const cut = (await aPhotograph()).slice(0, 60)
  await userEvent.upload(chosen, new File([cut], 'me.jpg', { type: 'image/jpeg' }))
  await expect.element(page.getByText(/cannot be shown here/)).toBeVisible()
  await upload.click()
  await expect.element(alert).toHaveTextContent('This image is damaged. Please choose another one.')
  expect(sent[0]?.size).toBe(60)
})
