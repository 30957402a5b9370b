/**
 * One screen as the browser shows it: the product's own router, pages and styles, with a stand-in for the server.
 *
 *     const screen = await open('/post/…', { viewer: aViewer(), answers: { comments: { getThread: aThread() } } })
 *     await screen.getByLabelText('Add a comment').fill('Warm socks.')
 */
import { HeadContent, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect, onTestFinished } from 'vitest'
import { type Locator, locators, page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { Viewer } from '#contract/account.ts'
import { LIVE_TURN_PATH } from '#contract/live-words.ts'
import { guardForeignNodes } from '#web/kernel/foreign-nodes.ts'
import { noteSession } from '#web/kernel/session-state.ts'
import { communityQuery, Reader, viewerQuery } from '#web/kernel/viewer.ts'
import { getRouter } from '#web/router.tsx'
import { routeTree } from '#web/routes.gen.ts'
import { translate } from '../foreign.ts'
import { answersOfBars } from './bars-makers.ts'
import { answerTurn, closeConnections, StandinSocket } from './live-connection.ts'
import { answersOfEveryMember, answersOfEveryScreen, aPlace } from './makers.ts'
import { answersOfPods } from './rounds-makers.ts'
import { type Answers, makeStandin, type Standin } from './standin.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** for elements without a role and a name, such as a part of the layout */
    css(selector: string): Locator
  }
}
locators.extend({ css: (selector: string) => selector })

export interface Screen extends Standin {
  /** goes to another page, as a link does */
  go(path: string): Promise<void>
  /** path and search of the page that is shown */
  path(): string
  /** opens the current page again, with only the storage of this browser */
  reload(): Promise<void>
  /** the URL of the document navigation that left this page; no screen loads it. Null if the page was not left */
  left(): string | null
}

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 900 }

/** Toasts in the corner. */
export const news = (text: string | RegExp) => page.css('.toast').filter({ hasText: text })

const realFetch = window.fetch.bind(window)
const RealSocket = window.WebSocket
const complaints: string[] = []

// the document belongs to Vitest: only the contents of a page's <html> are rendered in it
Object.assign(routeTree.options, { shellComponent: Inside })
function Inside({ children }: { children: ReactNode }) {
  return (
    <Reader>
      <HeadContent />
      {children}
    </Reader>
  )
}

// as the product's own entry does
guardForeignNodes()
if (import.meta.env.TEST_TRANSLATED) translate()

let current: Standin | undefined
window.fetch = async (input, init) => {
  const request = new Request(input, init)
  const { origin, pathname } = new URL(request.url)
  if (current && origin === window.location.origin && pathname === LIVE_TURN_PATH) return answerTurn(request)
  const answer = origin === window.location.origin ? await current?.fetch(request) : null
  return answer ?? realFetch(input, init)
}
window.WebSocket = new Proxy(RealSocket, {
  construct: (target, [url, ...more]) =>
    new URL(url).pathname === '/live' ? new StandinSocket(url) : Reflect.construct(target, [url, ...more]),
})
for (const level of ['error', 'warn'] as const) {
  const say = console[level].bind(console)
  console[level] = (...words: unknown[]) => {
    complaints.push(words.map(String).join(' '))
    say(...words)
  }
}
window.addEventListener('error', ({ message }) => complaints.push(message))

/** A new document would end the tests. */
let leftFor: string | null = null
navigation.addEventListener('navigate', (event) => {
  const { destination, downloadRequest, navigationType } = event
  if (!current || destination.sameDocument || downloadRequest !== null || navigationType === 'reload') return
  event.preventDefault()
  const { pathname, search, hash } = new URL(destination.url)
  leftFor = pathname + search + hash
})

interface Opened {
  /** the signed-in member; a visitor if it is missing */
  viewer?: Viewer
  answers?: Answers
  size?: { width: number; height: number }
  /** messages in the browser's console that the test causes on purpose */
  pardoned?: RegExp
  /** opened a second time in this test: the storage of the device is kept */
  again?: boolean
  /** links preload their pages under the mouse, as in the product */
  ahead?: boolean
}

/** Opens the screen at this URL. At the end of the test there must be no complaint. */
export async function open(
  path: string,
  { viewer, answers = {}, size = DESK, pardoned, again = false, ahead = false }: Opened = {},
): Promise<Screen> {
  if (again) await cleanup()
  else {
    complaints.length = 0
    localStorage.clear()
    sessionStorage.clear()
  }
  leftFor = null
  await page.viewport(size.width, size.height)
  // a mouse left where the previous test pressed would preload the page of a link that is drawn there now
  await userEvent.pointer({ coords: { x: 0, y: 0 } })
  const standin = makeStandin({ ...answersOfEveryScreen(), account: { getViewer: viewer ?? null } })
  if (viewer) {
    standin.answer(answersOfEveryMember())
    standin.answer(answersOfBars())
    standin.answer(answersOfPods())
  }
  standin.answer(answers)
  current = standin
  document.documentElement.dataset.theme = viewer?.dark_mode_enabled ? 'dark' : 'light'
  window.history.replaceState(null, '', path)
  onTestFinished(async () => {
    await cleanup()
    await dismissNews()
    closeConnections(1000)
    current = undefined
    const found = [...standin.complaints, ...complaints.filter((complaint) => !pardoned?.test(complaint))]
    expect(found, 'complaints').toEqual([])
  })
  let router = await draw(viewer, ahead)
  return {
    ...standin,
    go: (to) => router.navigate({ href: to }),
    path: () => window.location.pathname + window.location.search,
    async reload() {
      await cleanup()
      router = await draw(viewer, ahead)
    },
    left: () => leftFor,
  }
}

/** The page of the URL, in a new tab with an empty cache. */
async function draw(viewer: Viewer | undefined, ahead: boolean) {
  noteSession(true)
  const router = getRouter()
  // the mouse stays at the last press, and no test answers what a link that appears under it would preload
  if (!ahead) router.update({ ...router.options, defaultPreload: false })
  const { queryClient } = router.options.context
  queryClient.setQueryData(viewerQuery.queryKey, viewer ?? null)
  queryClient.setQueryData(communityQuery.queryKey, aPlace())
  await router.load()
  await render(<RouterProvider router={router} />)
  return router
}

/** Toasts are outside the page and would still be there in the next test. */
async function dismissNews() {
  if (!document.querySelector('.toasts')) return
  const { toast } = await import('sonner')
  toast.dismiss()
  await expect.poll(() => document.querySelectorAll('.toast').length).toBe(0)
}
