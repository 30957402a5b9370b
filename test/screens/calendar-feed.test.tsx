/** The private URL of a member's calendar, in the settings. */
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aPage, aViewer } from './makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'
import { TROUBLES } from './trouble.ts'

test('a member creates, copies, renews and deletes the URL of his calendar', {
  timeout: SOUND_TIMEOUT,
}, async () => {
  let made = 0
  const screen = await open('/settings', {
    viewer: aViewer(),
    size: PHONE,
    answers: {
      account: { listDevices: [] },
      members: { getNotices: { wanted: true } },
      blocks: { listBlocks: aPage() },
      events: {
        getCalendarFeed: { path: null },
        renewCalendarFeed: () => ({ path: `/calendar/key-${++made}.ics` }),
        revokeCalendarFeed: { path: null },
      },
    },
  })
  const make = page.getByRole('button', { name: 'Make an address' })
  for (const { name, trouble, says } of TROUBLES) {
    screen.failNext('events.renewCalendarFeed', trouble)
    await make.click()
    const sentence = says('It could not be saved. Please try again.')
    await expect.element(news(sentence), { message: name }).toBeVisible()
  }
  await make.click()
  const field = page.getByRole('textbox', { name: 'Your address' })
  const first = `${window.location.origin}/calendar/key-1.ics`
  await expect.element(field).toHaveValue(first)
  const subscribe = page.getByRole('link', { name: 'Subscribe' })
  await expect.element(subscribe).toHaveAttribute('href', first.replace(/^http:/, 'webcal:'))
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect.element(news('Copied')).toBeVisible()
  await expectSound()
  expect(write).toHaveBeenCalledExactlyOnceWith(first)
  write.mockRestore()

  const again = page.getByRole('alertdialog', { name: 'Make a new address?' })
  await page.getByRole('button', { name: 'New address' }).click()
  await again.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(field).toHaveValue(first)
  await page.getByRole('button', { name: 'New address' }).click()
  await again.getByRole('button', { name: 'Make a new one' }).click()
  await expect.element(field).toHaveValue(`${window.location.origin}/calendar/key-2.ics`)
  const back = page.getByRole('alertdialog', { name: 'Take the address back?' })
  await page.getByRole('button', { name: 'Take it back' }).click()
  screen.failNext('events.revokeCalendarFeed', 'unreached')
  await back.getByRole('button', { name: 'Take it back' }).click()
  await expect.element(back).toMatchTextContent('It could not be saved. Please try again.')
  await back.getByRole('button', { name: 'Take it back' }).click()
  await expect.element(make).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
})
