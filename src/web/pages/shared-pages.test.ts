/**
 * The visitors' cache ignores query parameters that no shared page reads. Here the pages themselves say which they read, so a
 * page that begins to read another one cannot be answered with the wrong copy.
 */
import { expect, test } from 'vitest'
import { PAGE_PARAMETERS, URLS, type Url } from '#contract/url-words.ts'
import { Route as about } from './about.tsx'
import { Route as categories } from './categories.tsx'
import { Route as category } from './category.tsx'
import { Route as feed } from './feed.tsx'
import { Route as helpLines } from './help-lines.tsx'
import { Route as landing } from './landing.tsx'
import { Route as post } from './post.tsx'
import { Route as user } from './user.tsx'

type Search = Record<string, unknown>
interface Options {
  validateSearch?: (search: Search) => Search
  loaderDeps?: (match: { search: Search }) => Search
}
const ROUTES: Record<string, { options: unknown }> = {
  landing,
  about,
  'help-lines': helpLines,
  categories,
  feed,
  category,
  post,
  user,
}
const optionsOf = (page: string) => ROUTES[page]!.options as Options

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

test('every shared page is looked at here', () => {
  expect(Object.keys(ROUTES).sort()).toEqual(shared.sort())
})

test.for(shared)('the page %s reads only parameters that the cache knows', (page) => {
  const { validateSearch } = optionsOf(page)
  const read = validateSearch ? namesRead(validateSearch) : []
  expect(read.filter((name) => !PAGE_PARAMETERS.includes(name))).toEqual([])
})

test.for(shared)('the data of the page %s does not depend on any other parameter', (page) => {
  const { loaderDeps } = optionsOf(page)
  const depends = loaderDeps ? Object.keys(loaderDeps({ search: { utm_source: 'x', n: 1 } })) : []
  expect(depends.filter((name) => !PAGE_PARAMETERS.includes(name))).toEqual([])
})
