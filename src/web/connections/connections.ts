/** Connections: queries, actions with their messages, and updates after an action. */
import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { Connection, ConnectionList } from '#contract/connections.ts'
import { topicOf } from '#contract/live-words.ts'
import { api, queries } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { useLiveTopic } from '../kernel/live-topic.ts'
import { LIST_LIFE } from '../kernel/queries.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useViewer } from '../kernel/viewer.ts'

export const connectionQuery = (user_id: string) =>
  queries.connections.getConnection.queryOptions({ input: { user_id } })

export const countsQuery = () => queries.connections.countConnections.queryOptions()

export const connectionsQuery = (list: ConnectionList) =>
  queries.connections.listConnections.infiniteOptions({
    gcTime: LIST_LIFE,
    input: (after: string | undefined) => ({ list, ...(after && { after }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
  })

/** The actions on a connection, with their messages. */
export const CONNECTION_ACTIONS = {
  request: {
    send: (user_id: string) => api.connections.requestConnection({ user_id }, withTimeout()),
    done: 'Connection request sent!',
    failed: 'Failed to send connection request',
    busy: 'Sending...',
  },
  accept: {
    send: (user_id: string) => api.connections.acceptConnection({ user_id }, withTimeout()),
    done: 'Connection request accepted!',
    failed: 'Failed to accept connection request',
    busy: 'Accepting...',
  },
  decline: {
    send: (user_id: string) => api.connections.declineConnection({ user_id }, withTimeout()),
    done: 'Connection request declined',
    failed: 'Failed to decline connection request',
    busy: 'Declining...',
  },
  cancel: {
    send: (user_id: string) => api.connections.cancelConnectionRequest({ user_id }, withTimeout()),
    done: 'Connection request cancelled',
    failed: 'Failed to cancel connection request',
    busy: 'Cancelling...',
  },
  remove: {
    send: (user_id: string) => api.connections.removeConnection({ user_id }, withTimeout()),
    done: 'Connection removed',
    failed: 'Failed to remove connection',
    busy: 'Removing...',
  },
} as const
export type ConnectionAction = keyof typeof CONNECTION_ACTIONS

/** The reason of a failure, shown below the message that the action failed. */
export const reasonOf = (error: unknown) => readFault(error, 'Check your connection and try again.').sentence

/** Invalidates lists and counts. The connection itself is already known, unless an earlier request for it is pending. */
export async function connectionsChanged(client: QueryClient, known?: Connection): Promise<void> {
  const knownKey = known && connectionQuery(known.user_id).queryKey
  if (knownKey) client.setQueryData(knownKey, (before) => before && { ...before, ...known })
  await client.invalidateQueries({
    queryKey: queries.connections.key(),
    predicate: ({ queryHash, state }) => !knownKey || queryHash !== hashKey(knownKey) || state.fetchStatus !== 'idle',
  })
}

/** Follows changes by the other member, or by the viewer in another tab, from event number `after`. */
export function useLiveConnections(client: QueryClient, after: number | null) {
  const viewer = useViewer()
  useLiveTopic(viewer && topicOf('member', viewer.id), after, (events) => {
    if (events === null || events.some(({ kind }) => /^(connection|block)\./.test(kind)))
      void connectionsChanged(client)
  })
}
