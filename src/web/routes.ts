/** The router's table, made of the pages of `#contract/url-words.ts`. `routes.gen.ts` is written from it by the build. */
import { index, rootRoute, route } from '@tanstack/virtual-file-routes'
import { URLS } from '#contract/url-words.ts'

export const routes = rootRoute(
  'pages/root.tsx',
  Object.entries(URLS).map(([page, { path }]) =>
    path === '/' ? index(`pages/${page}.tsx`) : route(path, `pages/${page}.tsx`),
  ),
)
