/** The frame around every page: the skip link, header, content, tab bar. */

import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../account/account.ts'
import { fetchAhead } from '../kernel/api.ts'
import { useBeforeHydration } from '../kernel/before-hydration.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Part } from '../ui/part.tsx'
import { toast } from '../ui/toast.tsx'
import type { NewCounts } from './area-links.ts'
import { isSignInPage } from './areas.ts'
import { Header } from './header.tsx'
import { NavigationFocus } from './navigation-focus.tsx'
import { NewCountsContext } from './new-counts.ts'
import { useShownPath } from './shown-path.ts'
import { TabBar } from './tab-bar.tsx'

export function Shell({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  useBeforeHydration()
  useSession()
  const isMember = viewer !== null
  useTransport()
  const [news, setNews] = useState<NewCounts>({})
  const [later, setLater] = useState<typeof import('./background-tasks.tsx')>()
  useEffect(() => {
    // the page works without it
    if (isMember) import('./background-tasks.tsx').then(setLater, () => {})
  }, [isMember])
  const [old, setOld] = useState<typeof import('./old-content.tsx')>()
  useEffect(() => {
    import('./old-content.tsx').then(setOld, () => {}) // the page works without it
  }, [])
  const hasOwnFrame = isSignInPage(useShownPath(), isMember)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <NavigationFocus />
      {!hasOwnFrame && (
        <Part small>
          <Header viewer={viewer} news={news} />
        </Part>
      )}
      <noscript>
        <p className="no-script sm">Reading works without JavaScript. Signing in, writing and voting need it.</p>
      </noscript>
      <main id="main" tabIndex={-1}>
        <NewCountsContext value={news}>{children}</NewCountsContext>
      </main>
      {viewer && !hasOwnFrame && (
        <Part small>
          <TabBar news={news} />
        </Part>
      )}
      {old && (
        <Part small>
          <old.OldContent />
        </Part>
      )}
      {viewer && later && <later.BackgroundTasks viewer={viewer} onNews={setNews} />}
    </>
  )
}

/**
 * Loads what a press needs at the first interaction; for a member, who is likely to press something, earlier (background-tasks.tsx).
 * It also loads the pages of the conversation for everybody: a visitor who is offline later then sees our own error with
 * a way on, where the router would reload into the browser's error.
 */
function useTransport() {
  const router = useRouter()
  useEffect(() => {
    const wait = setTimeout(() => {
      for (const path of ['/categories', '/category/$categoryName', '/post/$postId'] as const)
        Promise.resolve(router.loadRouteChunk(router.routesById[path])).catch(() => {}) // loaded when it is needed
    }, 2000)
    return () => clearTimeout(wait)
  }, [router])
  useEffect(() => {
    const fetchAll = () => {
      fetchAhead()
      toast.ahead()
    }
    const once = { once: true, passive: true } as const
    const moves = ['pointerdown', 'keydown', 'scroll'] as const
    for (const move of moves) window.addEventListener(move, fetchAll, once)
    return () => {
      for (const move of moves) window.removeEventListener(move, fetchAll)
    }
  }, [])
}
