/** What an address asks of the board. */
import { searchable } from '#contract/words.ts'
import { isDay, weekOf } from './days.ts'

/** As it stands in the address of /local; without any of it what is near, from today on. */
export interface BoardSearch {
  q?: string | undefined
  scope?: 'everywhere' | undefined
  /** the chosen day; its week is shown with it */
  day?: string | undefined
  /** the Sunday of a week that was turned to */
  week?: string | undefined
  /** where a reader without JavaScript has turned the page to */
  after?: string | undefined
}

/** The keys are always there: the router would put back what was written if they were missing. */
export function boardSearch(search: Record<string, unknown>): BoardSearch {
  // the router reads `?q=5` as a number
  const words = search.q === undefined ? '' : typeof search.q === 'string' ? search.q : JSON.stringify(search.q)
  const day = isDay(search.day) ? search.day : undefined
  return {
    q: searchable(words).trim() || undefined,
    scope: search.scope === 'everywhere' ? 'everywhere' : undefined,
    day,
    week: !day && isDay(search.week) ? weekOf(search.week) : undefined,
    after: typeof search.after === 'string' && /^[\w-]{1,120}$/.test(search.after) ? search.after : undefined,
  }
}
