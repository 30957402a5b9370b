/** Two members in one pod, each in his own browser: the start of the journeys about a conversation. */
import type { BrowserContext, Page } from '@playwright/test'
import { api, newPerson, signUp, test } from './journey.ts'
import { type MadeRoom, makePod } from './rooms.ts'

/** Complaints of the browser that going offline on purpose causes. */
export const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|WebSocket connection/

export const log = (page: Page) => page.getByRole('region', { name: /^Messages in/ })
export const words = (page: Page) => log(page).locator('.msg .t')
export const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
export const send = (page: Page) => page.getByRole('button', { name: /^Send/ })

export async function say(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** Ana and Ben, each in his own browser, both in the pod. */
export const pair = test.extend<{
  talk: { ana: Page; ben: Page; pod: MadeRoom; names: [string, string]; contexts: [BrowserContext, BrowserContext] }
}>({
  talk: async ({ page, context, otherBrowser, town, join }, use) => {
    const one = await join(context)
    const other = await otherBrowser()
    const two = await signUp(other, newPerson('ben'), town)
    const pod = await makePod(town, one.username, two.username)
    await use({
      ana: page,
      ben: await other.newPage(),
      pod,
      names: [one.username, two.username],
      contexts: [context, other],
    })
  },
})

export const readOf = (page: Page, { id }: MadeRoom) =>
  api<{ read: number }>(page.context(), { url: new URL(page.url()).origin }, 'GET', `/chat/pod/${id}/messages`)
