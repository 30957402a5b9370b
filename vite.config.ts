import { join } from 'node:path'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { URLS, type Url } from './src/contract/url-words.ts'
import { routes } from './src/web/routes.ts'

const WEB = join(import.meta.dirname, 'src/web')

/** The pages where most visits begin: path, file, and the script that their code goes into. */
const CONVERSATION = Object.entries<Url>(URLS).flatMap(([page, { path, script }]) =>
  script ? [{ path, file: join(WEB, `pages/${page}.tsx`), script }] : [],
)

/**
 * The files of the build that are put together here. Whatever page is opened first imports `packages`, which changes
 * rarely, and `app`. A page of the conversation imports its own file besides, and `conversation`, which holds what two of
 * them share. A module goes into the first file of this list that wants it. All other files are Vite's choice.
 */
const FILES = ['packages', 'app', 'conversation', ...new Set(CONVERSATION.map(({ script }) => script))]

/** The bundler calls the file of the entry `index`, and puts `app` into it. */
const ALWAYS_THERE = /\/(?:packages|index)-[^/]+\.js$/

/** Which file a module goes into is told by what imports it. Renaming a module changes nothing. */
function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let files: Map<string, string> | undefined
  return FILES.map((file, index) => ({
    name: (id, graph) => {
      files ??= filesOf(graph)
      return files.get(id) === file ? file : null
    },
    debugName: file,
    priority: FILES.length - index,
  }))
}

function filesOf(graph: Rolldown.ChunkingContext): Map<string, string> {
  const fetchedBy = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []
  /** These modules and all that they import, without what they fetch later. */
  const closure = (ids: readonly string[], found = new Set<string>()) => {
    for (const id of ids) if (!found.has(id)) closure(graph.getModuleInfo(id)?.importedIds ?? [], found.add(id))
    return found
  }
  const files = new Map<string, string>()
  // the entry fetches the half of React that takes the page over as soon as it runs
  const entry = join(WEB, 'client.tsx')
  for (const id of closure([entry, ...fetchedBy(entry)]))
    if (!isIcon(id)) files.set(id, isOfPackage(id) ? 'packages' : 'app')
  for (const [script, pages] of Object.entries(Object.groupBy(CONVERSATION, ({ script }) => script)))
    for (const id of closure(pages.flatMap(({ file }) => fetchedBy(file).filter(isPage)))) {
      const before = files.get(id)
      if (!isOfPackage(id) && before !== 'app') files.set(id, before ? 'conversation' : script)
    }
  return files
}

const isOfPackage = (id: string) => id.includes('/node_modules/')
/** Their package has one index of all of them. Each goes into the file that draws it. */
const isIcon = (id: string) => id.includes('/node_modules/lucide/')
/** The part of a page that the router's plugin cuts off, to be fetched with the page. */
const isPage = (id: string) => id.includes('?tsr-split=component')

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
          splitBehavior: ({ routeId }) => {
            if (routeId === '__root__') return undefined
            const pending = CONVERSATION.some(({ path }) => path === routeId) ? (['pendingComponent'] as const) : []
            return [['loader', 'component', 'notFoundComponent', ...pending]]
          },
        },
      },
    }),
    react(),
  ],
  build: {
    target: 'es2022',
    // how long plugins took depends on the machine and is of no use to an operator
    rolldownOptions: { checks: { bundlerTimings: false } },
    // a page names the files that it needs besides those that are always there, so that they come with it
    modulePreload: { resolveDependencies: (_file, needed) => needed.filter((one) => !ALWAYS_THERE.test(one)) },
  },
  environments: {
    // Built pages bring React and the router along, in the faster form that is meant for running them, whatever NODE_ENV
    // says at that moment. In development they stay outside, as Vite wants it.
    ...(command === 'build' ? { ssr: { resolve: { noExternal: true } } } : {}),
    client: {
      build: {
        rolldownOptions: {
          output: {
            chunkFileNames: ({ name }) => `assets/${FILES.includes(name) ? '[name]-' : ''}[hash].js`,
            codeSplitting: { groups: chunkGroups() },
          },
        },
      },
    },
  },
}))
