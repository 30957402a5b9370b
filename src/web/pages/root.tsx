/** The document around every page: head, theme, frame. It also loads the viewer and the community's settings. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import publicSans from '../fonts/public-sans-latin-wght-normal.woff2?url'
import zillaSlab from '../fonts/zilla-slab-latin-600-normal.woff2?url'
import { BEFORE_HYDRATION } from '../kernel/before-hydration.ts'
import { areStylesInlined } from '../kernel/inlined-styles.ts'
import { page } from '../kernel/page.ts'

import { PageData } from '../kernel/page-data.tsx'
import { communityQuery, Reader, useViewer, viewerQuery } from '../kernel/viewer.ts'

import icon from '../shell/logo.svg?no-inline'
import { Shell } from '../shell/shell.tsx'
import styles from '../styles/index.css?url'

const fetchGate = () => import('../shell/first-steps-gate.ts')

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context: { queryClient }, location }) => {
    // both come with the first page and are never fetched again
    const [viewer, place] = await Promise.all([
      queryClient.ensureQueryData(viewerQuery),
      queryClient.ensureQueryData(communityQuery),
    ])
    // if the chunk does not load, the member continues without onboarding
    if (viewer && !viewer.onboarding_completed)
      (await fetchGate().catch(() => null))?.toFirstSteps(location, viewer.is_admin)
    return { viewer, place }
  },
  head: ({ match }) => {
    const brand = match.context.place?.brand.name ?? ''
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
        { name: 'theme-color', content: match.context.viewer?.dark_mode_enabled ? '#221E19' : '#F8F6F0' },
        // every page sets its own title; this one is for addresses without a page
        { title: `Page not found - ${brand}` },
        { property: 'og:site_name', content: brand },
      ],
      links: [
        ...(areStylesInlined() ? [] : [{ rel: 'stylesheet', href: styles }]),
        { rel: 'preload', href: publicSans, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
        { rel: 'preload', href: zillaSlab, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
        { rel: 'icon', href: icon, type: 'image/svg+xml' },
      ],
    }
  },
  shellComponent: Document,
  component: Frame,
})

function Document({ children }: { children: ReactNode }) {
  return (
    <Reader>
      <Html>{children}</Html>
    </Reader>
  )
}

function Html({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  return (
    // the inline script may change attributes of this element before hydration
    <html lang="en" data-theme={viewer?.dark_mode_enabled ? 'dark' : 'light'} suppressHydrationWarning>
      <head>
        <HeadContent />
      </head>
      <body>
        <script
          nonce={page()?.nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the script is a constant of this program
          dangerouslySetInnerHTML={{ __html: BEFORE_HYDRATION }}
        />
        {children}
        <PageData />
        <Scripts />
      </body>
    </html>
  )
}

function Frame() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
