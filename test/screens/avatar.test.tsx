/**
 * A member's picture before it is uploaded: refused locally, cropped, kept when the upload fails, and released from
 * memory.
 */
import { expect, onTestFinished, test, vi } from 'vitest'
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
const works = page.css('.image-field').getByRole('status')
const alert = page.getByRole('alert')
const picture = page.css('.person .av img')

/** A picture that every browser shows, in place of a stored one. */
const STORED = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="288" height="288"/>')}`

const MB = 1024 ** 2

/** Sets the file directly: sending megabytes through the test's connection would take ten seconds. */
function give(file: File) {
  const given = new DataTransfer()
  given.items.add(file)
  const input = chosen.element()
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for a file')
  input.files = given.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Holds the decoding of pictures back until the test releases it. */
function holdDecoding() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const decode = window.createImageBitmap.bind(window)
  const spy = vi.spyOn(window, 'createImageBitmap')
  spy.mockImplementation(async (...args: unknown[]) => {
    await promise
    return decode(...(args as Parameters<typeof decode>))
  })
  onTestFinished(() => spy.mockRestore())
  return resolve
}

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
  give(new File([new Uint8Array(5 * MB + 1)], 'x.jpg', { type: 'image/jpeg' }))
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

test.for([
  { what: 'more than 5 MB', width: 900, height: 600, bytes: 6 * MB },
  { what: '24.5 megapixels', width: 5712, height: 4284, bytes: 0 },
  { what: '48 megapixels in portrait format and 12 MB', width: 6048, height: 8064, bytes: 12 * MB },
])('a photograph of $what is made smaller on the device, which it says, and is sent', async (photo) => {
  const { sent } = takeUploads(() => ({ url: STORED }))
  const release = holdDecoding()
  await edit(PHONE)
  const taken = await aPhotograph(photo.width, photo.height)
  give(new File([taken, new Uint8Array(photo.bytes)], 'me.jpg', { type: 'image/jpeg' }))
  await expect.element(works).toHaveTextContent('Making it smaller...')
  await expect.element(cancel).toHaveFocus()
  release()
  await expect.element(crop).toHaveFocus()
  await expect.element(works).toBeEmptyDOMElement()
  await upload.click()
  await expect.element(news('Image uploaded successfully')).toBeVisible()
  expect(sent[0]!.size).toBeLessThan(MB)
  expect(await cornersOf(sent[0]!)).toEqual(['topLeft', 'topRight', 'bottomLeft', 'bottomRight'])
})

test('while a picture is being opened it can be cancelled, and Save waits for it', {
  timeout: SOUND_TIMEOUT,
}, async () => {
  const close = vi.spyOn(ImageBitmap.prototype, 'close')
  onTestFinished(() => close.mockRestore())
  const release = holdDecoding()
  const screen = await edit(PHONE)
  give(await aPhotograph())
  await expect.element(works).toHaveTextContent('Opening your picture...')
  await expectSound()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(alert.filter({ hasText: SAY_PROFILE.pictureWaits })).toBeVisible()
  await expect.element(cancel).toHaveFocus()
  expect(screen.asked('members.updateProfile')).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(choose).toHaveFocus()
  await expect.element(alert).not.toBeInTheDocument()
  release()
  await expect.poll(() => close.mock.contexts.length).toBe(1)
  await expect.element(crop).not.toBeInTheDocument()
})

/** A BMP of 2 by 2 px in one colour. */
function aBmp(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(70)
  const to = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d, 70], 0)
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, 2],
    [22, 2],
    [34, 16],
  ] as const)
    to.setUint32(at, value, true)
  to.setUint32(26, 1 | (24 << 16), true)
  bytes.fill(200, 54)
  return bytes
}

test('a photograph of a type that only this browser decodes is converted, and one without a stated type is taken', async () => {
  const { sent } = takeUploads(() => ({ url: STORED }))
  await edit()
  await expect.element(chosen).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp')
  for (const file of [
    new File([aBmp()], 'me.bmp', { type: 'image/bmp' }),
    new File([await aPhotograph()], 'me', { type: '' }),
  ]) {
    give(file)
    await expect.element(crop).toHaveFocus()
    await upload.click()
    await expect.element(choose).toHaveFocus()
  }
  expect(sent.map(({ type }) => type)).toEqual(['image/webp', 'image/webp'])
})

test('a HEIC photograph that this browser cannot decode is refused with words that help, and a GIF as before', async () => {
  const { sent } = takeUploads(() => 'never')
  await edit()
  const heic = new TextEncoder().encode('\0\0\0\x18ftypheic\0\0\0\0mif1heic')
  for (const type of ['image/heic', '', 'image/jpeg']) {
    give(new File([heic, new Uint8Array(6 * MB)], 'IMG_1.HEIC', { type }))
    await expect.element(alert).toHaveTextContent(SAY_IMAGE.heic)
    await expect.element(choose).toHaveFocus()
  }
  const gif = Uint8Array.from(atob('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='), (letter) =>
    letter.charCodeAt(0),
  )
  give(new File([gif], 'x.gif', { type: 'image/gif' }))
  await expect.element(alert).toHaveTextContent('Please choose a JPEG, PNG or WebP image')
  expect(sent).toEqual([])
})

test('a JPEG without its last bytes is shown as far as it goes, also if it has more than 5 MB', async () => {
  const { sent } = takeUploads(() => ({ url: STORED }))
  await edit()
  const whole = await aPhotograph()
  // a comment of 64 kB each, so that the file is large and its end is still missing
  const comment = new Uint8Array(65_537)
  comment.set([0xff, 0xfe, 0xff, 0xff])
  const large = [whole.slice(0, 2), ...Array(90).fill(comment), whole.slice(2, -40)]
  for (const parts of [[whole.slice(0, -40)], large]) {
    give(new File(parts, 'me.jpg', { type: 'image/jpeg' }))
    await expect.element(crop).toHaveFocus()
    await upload.click()
    await expect.element(choose).toHaveFocus()
  }
  for (const image of sent) expect((await cornersOf(image)).slice(0, 2)).toEqual(['topLeft', 'topRight'])
})

test('a browser that writes no WebP sends a JPEG, and what is transparent gets the colour of paper', async () => {
  const write = HTMLCanvasElement.prototype.toBlob
  const spy = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob')
  onTestFinished(() => spy.mockRestore())
  spy.mockImplementation(function (this: HTMLCanvasElement, done, type, quality) {
    write.call(this, done, type === 'image/webp' ? 'image/png' : type, quality)
  })
  const { sent } = takeUploads(() => ({ url: STORED }))
  await edit()
  const clear = new OffscreenCanvas(40, 40)
  clear.getContext('2d')
  const empty = await clear.convertToBlob({ type: 'image/png' })
  give(new File([empty], 'me.png', { type: 'image/png' }))
  await expect.element(crop).toHaveFocus()
  await upload.click()
  await expect.element(choose).toHaveFocus()
  expect(sent[0]!.type).toBe('image/jpeg')
  const pen = new OffscreenCanvas(1, 1).getContext('2d')!
  pen.drawImage(await createImageBitmap(sent[0]!), 0, 0, 1, 1)
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data
  expect([red, green, blue].map((part, at) => Math.abs(part! - [0xf8, 0xf6, 0xf0][at]!) < 4)).toEqual([
    true,
    true,
    true,
  ])
})
