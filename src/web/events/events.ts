/**
 * The part of events that every first load contains: search parameters, and queries for the loaders of other rooms. The
 * queries of its own pages are in events.tsx and are loaded with those pages.
 */
export { type BoardSearch, boardSearch } from './board-search.ts'
export { calendarFeedQuery, groupEventsQuery } from './loader-queries.ts'
