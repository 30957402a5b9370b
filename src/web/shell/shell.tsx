/** The frame around every page: the way past the bars, header, content, tabs. */
import type { ReactNode } from 'react'
import { useSession } from '../account/account.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Arrival } from './arrival.tsx'
import { Header } from './header.tsx'
import { isDoor } from './places.ts'
import { useShownPath } from './shown.ts'
import { TabBar } from './tab-bar.tsx'
import type { News } from './ways.ts'

const NO_NEWS: News = {}

export function Shell({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  useSession()
  const door = isDoor(useShownPath())
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Arrival />
      {!door && <Header viewer={viewer} news={NO_NEWS} />}
      <noscript>
        <p className="no-script sm">Reading works without JavaScript. Signing in, writing and voting need it.</p>
      </noscript>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {viewer && !door && <TabBar news={NO_NEWS} />}
    </>
  )
}
