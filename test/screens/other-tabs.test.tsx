/** What the tabs of one browser publish to each other about the session. Rooms: account. */
import { expect, test } from 'vitest'
import { announce, onSession } from '#web/account/session.ts'

test('a tab receives what another tab publishes about the session, and publishes what happens here', async () => {
  const heard: unknown[] = []
  const stop = onSession((news) => heard.push(news))
  const other = new BroadcastChannel('fatherkin.session')
  const messages: unknown[] = []
  other.onmessage = ({ data }) => messages.push(data)
  other.postMessage('signed_out')
  await expect.poll(() => heard.at(-1)).toEqual({ event: 'signed_out', elsewhere: true })
  announce('signed_in')
  await expect.poll(() => messages).toEqual(['signed_in'])
  stop()
  other.close()
})
