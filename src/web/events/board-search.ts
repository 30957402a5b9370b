/** The search parameters of the board of events. */
import { searchable } from '#contract/words.ts'
import { isDay, weekOf } from './days.ts'

/** As in the address of /local. Without parameters: events nearby, from today on. */
export interface BoardSearch {
  q?: string | undefined
  scope?: 'everywhere' | undefined
  /** the chosen day; the calendar shows its week */
  day?: string | undefined
  /** the Sunday of the week that the calendar shows */
  week?: string | undefined
  /** the cursor of the page that a reader without JavaScript has turned to */
  after?: string | undefined
}

/** All keys are always present: the router would restore the original value of a missing key. */
export function boardSearch(search: Record<string, unknown>): BoardSearch {
  // the router parses `?q=5` as a number
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
