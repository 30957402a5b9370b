/**
 * Queries of a conversation: a section of it is loaded, then further pages in both directions; new messages arrive live.
 */

import type { QueryClient } from '@tanstack/react-query'
import type { Message, Room } from '#contract/chat.ts'
import { topicOf } from '#contract/live-words.ts'
import { api, queries } from '../kernel/api.ts'

export interface MessageRoom {
  room: Room
  room_id: string
}

export const topicOfRoom = ({ room, room_id }: MessageRoom) => topicOf(room, room_id)

/**
 * The section that a conversation opens with: where the member stopped reading. Loaded only once. Later changes arrive as
 * live events, starting at the number that the answer contains.
 */
export const messagesQuery = (place: MessageRoom) =>
  queries.chat.listMessages.queryOptions({
    input: { ...place, from: 'unread' as const },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnMount: false,
  })

/**
 * Preloads a conversation, also for the page of a reader without JavaScript. Never throws: a part that did not load shows
 * its own error.
 */
export async function openChat(client: QueryClient, room: Room, room_id: string, at?: 'latest'): Promise<void> {
  const place = { room, room_id }
  const query = messagesQuery(place)
  await Promise.all([
    client.prefetchQuery(at === 'latest' ? { ...query, queryFn: () => api.chat.listMessages(place) } : query),
    // messages of blocked members are folded from the start
    client.prefetchQuery(blockedIdsQuery()),
  ])
}

/** The members whom the viewer has blocked; their messages are folded. */
export const blockedIdsQuery = () => queries.blocks.listBlockedIds.queryOptions()

/** Sorts messages by their number. */
export const inOrder = (messages: Iterable<Message>): Message[] => [...messages].sort((a, b) => a.seq - b.seq)
