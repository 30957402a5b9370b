/** The frame around every page: the way past the bars, header, content, tabs. */
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useViewer } from '../kernel/viewer.ts'
import { Arrival } from './arrival.tsx'
import { Header, type News } from './header.tsx'
import { isDoor } from './places.ts'
import { TabBar } from './tab-bar.tsx'

const NO_NEWS: News = {}

export function Shell({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  const door = useLocation({ select: (location) => isDoor(location.pathname) })
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
