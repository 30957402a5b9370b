/** Cache updates for comments on events. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { EventComment } from '#contract/events.ts'
import type { PageOf } from '#contract/kernel.ts'
import { queries } from '../kernel/api.ts'

type Pages = InfiniteData<PageOf<EventComment>, string | undefined>

const change = (client: QueryClient, eventId: string, write: (pages: Pages) => Pages) =>
  client.setQueriesData<Pages>(
    { queryKey: queries.events.listEventComments.key({ type: 'infinite', input: { id: eventId } }) },
    (pages) => pages && write(pages),
  )

/** Adds a new comment at the end of the list, if the end is loaded; otherwise older comments would follow it. */
export const addEventComment = (client: QueryClient, comment: EventComment) =>
  change(client, comment.event_id, (list) => {
    const last = list.pages.at(-1)
    const known = list.pages.some((page) => page.items.some(({ id }) => id === comment.id))
    if (!last || last.next !== null || known) return list
    return { ...list, pages: [...list.pages.slice(0, -1), { ...last, items: [...last.items, comment] }] }
  })

/** Removes a deleted comment from the list. */
export const dropEventComment = (client: QueryClient, eventId: string, id: string) =>
  change(client, eventId, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({ ...page, items: page.items.filter((comment) => comment.id !== id) })),
  }))

export const reloadComments = (client: QueryClient, eventId: string) =>
  void client.invalidateQueries({ queryKey: queries.events.listEventComments.key({ input: { id: eventId } }) })
