/**
 * Networks that block WebSockets: the connection is refused, passes nothing on, or is cut at once. The screens that follow a
 * topic read by HTTP from time to time.
 *
 * Rooms: chat, badges, events, posts, connections.
 */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Event } from '#contract/events.ts'
import { api, DESK, expect, navLink, newPerson, postNamed, signUp, test, visit } from './journey.ts'
import { makePod, requestConnection } from './rooms.ts'

test.use({ pardoned: /WebSocket connection|Failed to load resource/ })

/** How a network blocks the connection of a page. */
const BLOCKS: Record<string, (page: Page) => Promise<unknown>> = {
  // the server refuses the upgrade at any other address
  refuses: (page) =>
    page.addInitScript(() => {
      window.WebSocket = new Proxy(WebSocket, {
        construct: (target, [url]) => new target(String(url).replace(/\/live$/, '/no-upgrade')),
      })
    }),
  'passes nothing on': (page) => page.routeWebSocket(/\/live$/, () => {}),
  'cuts at once': (page) => page.routeWebSocket(/\/live$/, (line) => line.close()),
}
const SLOW = 'Messages get through only now and then. New ones appear every half minute.'
/** a post of the town */
const THREAD = 'How much sleep did you actually get last night? Be honest'
/** Longer than the time between two turns, with its random part. */
const TURN_MS = 40_000
/** The first turn of a connection that passes nothing on comes after some seconds. */
const WITHIN_20_S = { timeout: 20_000 }

for (const [how, block] of Object.entries(BLOCKS))
  test(`a network that ${how}: a conversation, counts, an event and an open post stay up to date`, async ({
    page,
    context,
    otherBrowser,
    town,
  }) => {
    test.slow()
    const anas = await otherBrowser()
    const [ana, ben] = [await signUp(anas, newPerson('ana'), town), await signUp(context, newPerson('ben'), town)]
    const pod = await makePod(town, ana.username, ben.username)
    await page.setViewportSize(DESK)
    await block(page)
    await page.clock.install()
    const words = page.locator('.log .msg .t')
    /** Opens a page, and waits until it has read its topics once. */
    const visitAndTurn = async (path: string) => {
      const turn = page.waitForResponse(/\/api\/live$/, WITHIN_20_S)
      await visit(page, path)
      await turn
    }
    const say = (content: string) =>
      api(anas, town, 'POST', `/chat/pod/${pod.id}/messages`, { id: randomUUID(), content })

    await test.step('a conversation', async () => {
      await visit(page, pod.path)
      await expect(page.getByText(SLOW)).toBeVisible(WITHIN_20_S)
      await say('Anyone awake?')
      await page.clock.fastForward(TURN_MS)
      await expect(words).toHaveText(['Anyone awake?'])
      await say('I am')
      await page.getByRole('textbox', { name: 'Message' }).fill('Me too')
      await page.getByRole('textbox', { name: 'Message' }).press('Enter')
      await expect(words).toHaveText(['Anyone awake?', 'I am', 'Me too'])
      await expect(page.locator('.msg.wait')).toHaveCount(0)
      await expect(page.getByText('New messages do not get through.')).toHaveCount(0)
    })

    await test.step('an event', async () => {
      await api(context, town, 'PUT', '/me/local-mode', { enabled: true })
      await api(anas, town, 'PUT', '/me/local-mode', { enabled: true })
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
      const event = await api<Event>(anas, town, 'POST', '/events', {
        ...{ id: randomUUID(), title: `Walk ${randomUUID().slice(0, 8)}`, location: 'Kirkstall' },
        ...{ event_date: day, event_time: '10:00', time_zone: 'Europe/London' },
      })
      await visitAndTurn(`/event/${event.id}`)
      await api(anas, town, 'POST', `/events/${event.id}/comments`, { id: randomUUID(), content: 'Bring boots.' })
      await page.clock.fastForward(TURN_MS)
      await expect(page.getByRole('article', { name: /^Comment by/ })).toContainText(['Bring boots.'], WITHIN_20_S)
    })

    await test.step('the counts on an open post', async () => {
      await visitAndTurn(await postNamed(context, town, THREAD))
      await requestConnection(town, ana.username, ben.username)
      await page.clock.fastForward(TURN_MS)
      const bar = page.getByRole('navigation', { name: 'Main', exact: true })
      await expect(bar.getByRole('link', { name: navLink('Profile') })).toHaveAccessibleName(/1 new$/, WITHIN_20_S)
    })
  })
