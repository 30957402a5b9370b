/** The path of a request as the log has it. Names of pods, networks and members stand in paths, and so do keys. */
import { contract } from '#contract/index.ts'

interface Routed {
  '~orpc': { route: { path?: string } }
}

/** The words that the program itself puts into paths of the API; `{id}` and the like are none. */
const WORDS = new Set([
  ...['api', 'v1', 'auth', 'rounds', 'members'],
  ...Object.values(contract)
    .flatMap((room) => Object.values(room as Record<string, Routed>))
    .flatMap((call) => call['~orpc'].route.path?.split('/') ?? [])
    .filter((word) => word !== '' && !word.includes('{')),
])
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Shows the first part, ids, and words of the program. Everything else is hidden: a new path shows no name by itself. */
export const loggedPath = (path: string): string =>
  path
    .split('/')
    .map((part, nth) => (nth <= 1 || part === '' || WORDS.has(part) || ID.test(part) ? part : '…'))
    .join('/')
