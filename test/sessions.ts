/** Many members who are signed in: sessions as the accounts library makes them, without the time for a password hash. */
import { createHmac } from 'node:crypto'
import { type Browser, makeBrowser } from './client.ts'
import { openListener, type TabListener } from './live-listener.ts'
import type { Person, World } from './world.ts'

/** A browser in which this member has a session. */
export async function signInDirectly(
  { auth }: Pick<World, 'auth'>,
  url: string,
  { id }: Pick<Person, 'id'>,
): Promise<Browser> {
  const { internalAdapter, secret } = await auth.$context
  const { token } = await internalAdapter.createSession(id)
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return makeBrowser(url, {}, new Map([['fk.session_token', encodeURIComponent(`${token}.${signature}`)]]))
}

/** A listener: his browser, and a tab of it. */
export interface Tab {
  who: Person
  browser: Browser
  listener: TabListener
}

export async function openTab(world: Pick<World, 'auth'>, url: string, who: Person): Promise<Tab> {
  const browser = await signInDirectly(world, url, who)
  return { who, browser, listener: await openListener(url, browser.cookieHeader()) }
}
