/**
 * The visitors' cache ignores query parameters that no shared page reads. Here the pages themselves say which they read, so a
 * page that begins to read another one cannot be answered with the wrong copy.
 */
import { expect, test } from 'vitest'
import { URLS, type Url } from '#contract/url-words.ts'
import { PAGE_PARAMETERS } from '#server/kernel/http/visitor-cache.ts'

type Search = Record<string, unknown>
interface PageModule {
  Route: { options: { validateSearch?: (search: Search) => Search } }
}

/** The names of the parameters that are read from a query. Copying the whole query would read all of them. */
function namesRead(validate: (search: Search) => Search): string[] {
  const names = new Set<string>()
  validate(
    new Proxy<Search>(
      {},
      {
        get: (_, name) => {
          names.add(String(name))
          return 'text'
        },
        ownKeys: () => {
          throw new Error('a shared page may not copy its query')
        },
      },
    ),
  )
  return [...names]
}

const shared = Object.entries<Url>(URLS).flatMap(([page, { shared }]) => (shared ? [page] : []))

test.for(shared)('the page %s reads only parameters that the cache knows', async (page) => {
  const { Route }: PageModule = await import(`../src/web/pages/${page}.tsx`)
  const validate = Route.options.validateSearch
  expect(validate ? namesRead(validate).filter((name) => !PAGE_PARAMETERS.includes(name)) : []).toEqual([])
})
