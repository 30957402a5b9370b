/** The document around every page: head, theme, the way past the bars, the place where toasts are read out. */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import publicSans from '../fonts/public-sans-latin-wght-normal.woff2?url'
import zillaSlab from '../fonts/zilla-slab-latin-600-normal.woff2?url'
import { placeQuery, useViewer, viewerQuery } from '../kernel/viewer.ts'
import icon from '../shell/logo.svg?url'
import { NotFound } from '../shell/not-found.tsx'
import { Shell } from '../shell/shell.tsx'
import styles from '../styles/index.css?url'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context: { queryClient } }) => {
    const [viewer, place] = await Promise.all([
      queryClient.ensureQueryData(viewerQuery),
      queryClient.ensureQueryData(placeQuery),
    ])
    return { viewer, place }
  },
  head: ({ match }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { name: 'theme-color', content: match.context.viewer?.dark_mode_enabled ? '#15120F' : '#EAE6DC' },
      { title: match.context.place?.brand.name ?? '' },
      { property: 'og:site_name', content: match.context.place?.brand.name ?? '' },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      { rel: 'preload', href: publicSans, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
      { rel: 'preload', href: zillaSlab, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
      { rel: 'icon', href: icon, type: 'image/svg+xml' },
    ],
  }),
  shellComponent: Document,
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
  notFoundComponent: () => (
    <Shell>
      <NotFound />
    </Shell>
  ),
})

function Document({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  return (
    <html lang="en" data-theme={viewer?.dark_mode_enabled ? 'dark' : 'light'}>
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
