/** A conversation in data: a stretch of it is read, and read on in pages, both ways; what is said meanwhile is heard. */

import type { QueryClient } from '@tanstack/react-query'
import type { Message, Room } from '#contract/chat.ts'
import { topicOf } from '#contract/live-words.ts'
import { api, queries } from '../kernel/api.ts'

export interface Place {
  room: Room
  room_id: string
}

export const topicOfRoom = ({ room, room_id }: Place) => topicOf(room, room_id)

/**
 * The stretch that he begins with: where he stopped reading. Read once and never again by itself: what happens afterwards is
 * heard, beginning at the number that came with it.
 */
export const messagesQuery = (place: Place) =>
  queries.chat.listMessages.queryOptions({
    input: { ...place, from: 'unread' as const },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnMount: false,
  })

/**
 * What he begins with is there when this resolves; for the page that a reader without JavaScript gets, too. Never throws:
 * what did not load says so in its place.
 */
export async function openChat(client: QueryClient, room: Room, room_id: string, at?: 'latest'): Promise<void> {
  const place = { room, room_id }
  const query = messagesQuery(place)
  await Promise.all([
    client.prefetchQuery(at === 'latest' ? { ...query, queryFn: () => api.chat.listMessages(place) } : query),
    // what he does not want to read is folded from the first
    client.prefetchQuery(blockedIdsQuery()),
  ])
}

/** Whom he has blocked: what they say is folded. */
export const blockedIdsQuery = () => queries.blocks.listBlockedIds.queryOptions()

/** In the order in which it was said. */
export const inOrder = (messages: Iterable<Message>): Message[] => [...messages].sort((a, b) => a.seq - b.seq)
