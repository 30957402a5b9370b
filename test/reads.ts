/** Everything that can be read, as URLs: every GET of the contract, with its parameters filled in. */
import { PROCEDURES } from './operations.ts'

/** The values for the parameters in URLs, by their names. */
export type Params = Record<string, string[]>

function filled(path: string, params: Params): string[] {
  const [whole, name] = /\{(\w+)\}/.exec(path) ?? []
  if (!whole) return [path]
  const values = params[name!]
  if (!values) throw new Error(`What may {${name}} be? Say it in the test's PARAMS.`)
  return values.flatMap((value) => filled(path.replace(whole, encodeURIComponent(value)), params))
}

/** Each URL with each of these queries, e.g. "?q=kite"; "" for none. */
export const readsOf = (params: Params, queries: string[]): string[] =>
  PROCEDURES.filter(({ method }) => method === 'GET')
    .flatMap(({ path }) => filled(path, params))
    .flatMap((path) => queries.map((query) => `/api/v1${path}${query}`))
