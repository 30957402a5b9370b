/**
 * The router's table of routes, made from the pages in `#contract/url-words.ts`. The build generates `routes.gen.ts` from
 * it.
 */
import { index, rootRoute, route } from '@tanstack/virtual-file-routes'
import { URLS } from '#contract/url-words.ts'

export const routes = rootRoute(
  'pages/root.tsx',
  Object.entries(URLS).map(([page, { path }]) =>
    path === '/' ? index(`pages/${page}.tsx`) : route(path, `pages/${page}.tsx`),
  ),
)
