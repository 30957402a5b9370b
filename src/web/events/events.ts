/**
 * Events in data, as every first page carries it: what an address asks for, and what the pages of other rooms ask of this
 * one before they are drawn. How its own pages ask is in events.tsx, and comes with them.
 */
export { type BoardSearch, boardSearch } from './board-search.ts'
export { calendarFeedQuery, groupEventsQuery } from './elsewhere.ts'
