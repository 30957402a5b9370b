/**
 * Where a conversation opens, as a reader without script finds it. test/screens/chat-unread.test.tsx tests the screen.
 *
 * Rooms: chat.
 */
import { expect, PHONE, test } from './journey.ts'
import { fillPod, haveRead } from './rooms.ts'
import { field, log, OFFLINE, pair, words } from './two-in-a-pod.ts'

test.use({ pardoned: OFFLINE })

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  pair(
    'a link leads from where the member stopped to the latest message',
    async ({ talk: { ben, pod, names }, town }) => {
      await fillPod(town, pod, 200, ...names)
      await test.step('the latest page can be read', async () => {
        await ben.goto(pod.path)
        await expect(words(ben)).toHaveCount(50)
        await expect(words(ben).last()).toBeInViewport()
        await expect(field(ben)).toBeHidden()
      })
      await ben.setViewportSize(PHONE)
      await haveRead(town, pod, names[1], 20)
      await ben.goto(pod.path)
      await expect(log(ben).getByText('New messages')).toBeAttached()
      await expect(words(ben).last()).toHaveText('Line 70')
      await expect(ben.getByText('Loading')).toHaveCount(2)
      for (const loading of await ben.getByText('Loading').all()) await expect(loading).toBeHidden()
      await ben.getByRole('link', { name: 'Jump to latest' }).click()
      await expect(words(ben).last()).toHaveText('Line 200')
      await expect(words(ben).last()).toBeInViewport()
      await expect(ben.getByRole('link', { name: 'Jump to latest' })).toHaveCount(0)
      // and the members of the pod stand below
      await ben.getByRole('link', { name: /^Members/ }).click()
      await expect(ben.getByRole('heading', { name: /^Members/ })).toBeInViewport()
    },
  )
})
