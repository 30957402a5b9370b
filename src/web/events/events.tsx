/** Public module of the events screens: the board, an event, a network's events, and their queries. Styles: events.css. */

export { EventsBoard } from './board.tsx'
export { CalendarFeed } from './calendar-feed.tsx'
export { EventComments } from './comments.tsx'
export { EventArticle } from './event.tsx'
export { GroupEvents } from './group-events.tsx'
export { NewEvent } from './new-event.tsx'
export { eventCommentsQuery, eventQuery, openBoard, sameDayQuery } from './queries.ts'
export { EventRow, SkeletonEvents } from './row.tsx'
export { SameDayEvents } from './same-day.tsx'
export { EventsSearch } from './search.tsx'
