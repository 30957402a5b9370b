/** Everything that can be read, as addresses: every GET of the contract, its parts filled in. */
import { PROCEDURES } from './operations.ts'

/** What may stand in an address, by the names that addresses have for it. */
export type Params = Record<string, string[]>

function filled(path: string, params: Params): string[] {
  const [whole, name] = /\{(\w+)\}/.exec(path) ?? []
  if (!whole) return [path]
  const values = params[name!]
  if (!values) throw new Error(`What may {${name}} be? Say it in the test's PARAMS.`)
  return values.flatMap((value) => filled(path.replace(whole, encodeURIComponent(value)), params))
}

/** Each with each of these queries, e.g. "?q=kite"; "" for none. */
export const readsOf = (params: Params, queries: string[]): string[] =>
  PROCEDURES.filter(({ method }) => method === 'GET')
    .flatMap(({ path }) => filled(path, params))
    .flatMap((path) => queries.map((query) => `/api/v1${path}${query}`))
