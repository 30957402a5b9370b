import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { URLS, type Url } from './src/contract/url-words.ts'
import { routes } from './src/web/routes.ts'

/**
 * What every page of the conversation needs comes in two files instead of fifty: the frame (React, router, queries, bars)
 * and the conversation itself. Named one by one, so that nothing which is fetched late (dialogs, composer, editors, menu, the
 * transport) can slip in. Everything else is cut by page, as Vite does.
 */
const FRAME =
  /node_modules\/(?:react|react-dom|scheduler|@tanstack)\/|\/src\/web\/(?:kernel|shell)\/|\/src\/contract\/words|\/src\/web\/account\/(?:account|session|next|arrive|draft|devices-query)\.ts$|\/src\/web\/ui\/(?:avatar|button|counter|failed|icon|icon-button|lamp|toast)\.tsx/
const CONVERSATION =
  /\/src\/web\/(?:members|categories|text|votes|polls|feed|posts|comments|search)\/|\/src\/web\/more\/more\.tsx|\/src\/web\/assistant\/assistant\.ts$|\/src\/web\/kernel\/say-form\.tsx|\/src\/web\/ui\/(?:badge|card|empty|field|skeleton|time)\.tsx/
const LATE =
  /\/(?:composer|poll-options|poll-draft|menu|changing|change-post|change-comment|tags-drawer|sign-up-prompt|following|live|line|list-search|zone|later|local-flag|welcome|first-post|gate|again|beside|marking)\.tsx?$/

const FIRST: ReadonlySet<string> = new Set([
  '__root__',
  ...Object.values<Url>(URLS).flatMap(({ path, first }) => (first ? [path] : [])),
])

/**
 * The pages: `client/` and `server/` below the folder given by `--outDir` (dist by default).
 * The server part leaves packages to node_modules, so it must lie inside the repository.
 */
export default defineConfig(({ command }) => ({
  plugins: [
    tanstackStart({
      srcDirectory: 'src/web',
      router: {
        routesDirectory: '.',
        virtualRouteConfig: routes,
        generatedRouteTree: 'routes.gen.ts',
        // the source is read as written by Node, tsc and Vite alike: imports carry their endings
        addExtensions: true,
        // What a page says when it did not come must not be a piece that has to come. What a page asks for comes with the
        // page itself; only the conversation's, where everybody begins, is there at once.
        codeSplittingOptions: {
          defaultBehavior: [['component'], ['notFoundComponent']],
          splitBehavior: ({ routeId }) =>
            FIRST.has(routeId) ? undefined : [['loader', 'component'], ['notFoundComponent']],
        },
      },
    }),
    react(),
  ],
  build: {
    target: 'es2022',
    // what comes after the page may fetch its own parts by itself: their names would be in what comes first
    modulePreload: { resolveDependencies: (file, parts) => (/\blater-/.test(file) ? [] : parts) },
  },
  environments: {
    // Built pages bring React and the router along, in the faster form that is meant for running them, whatever NODE_ENV
    // says at that moment. In development they stay outside, as Vite wants it.
    ...(command === 'build' ? { ssr: { resolve: { noExternal: true } } } : {}),
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'frame',
                  test: (id: string) => FRAME.test(id) && !CONVERSATION.test(id) && !LATE.test(id),
                  priority: 2,
                },
                { name: 'conversation', test: (id: string) => CONVERSATION.test(id) && !LATE.test(id), priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
}))
