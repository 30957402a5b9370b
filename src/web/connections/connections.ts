/** Connections in data: how they are asked for, what is said of each deed, and what follows it. */
import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { Connection, ConnectionList } from '#contract/connections.ts'
import { topicOf } from '#contract/live-words.ts'
import { api, queries } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { useFollowing } from '../kernel/following.ts'
import { inTime } from '../kernel/in-time.ts'
import { LIST_LIFE } from '../kernel/queries.ts'
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

/** What he can do about a connection; the sentences are the specification's where it has them. */
export const DEEDS = {
  request: {
    send: (user_id: string) => api.connections.requestConnection({ user_id }, inTime()),
    done: 'Connection request sent!',
    failed: 'Failed to send connection request',
    busy: 'Sending...',
  },
  accept: {
    send: (user_id: string) => api.connections.acceptConnection({ user_id }, inTime()),
    done: 'Connection request accepted!',
    failed: 'Failed to accept connection request',
    busy: 'Accepting...',
  },
  decline: {
    send: (user_id: string) => api.connections.declineConnection({ user_id }, inTime()),
    done: 'Connection request declined',
    failed: 'Failed to decline connection request',
    busy: 'Declining...',
  },
  cancel: {
    send: (user_id: string) => api.connections.cancelConnectionRequest({ user_id }, inTime()),
    done: 'Connection request cancelled',
    failed: 'Failed to cancel connection request',
    busy: 'Cancelling...',
  },
  remove: {
    send: (user_id: string) => api.connections.removeConnection({ user_id }, inTime()),
    done: 'Connection removed',
    failed: 'Failed to remove connection',
    busy: 'Removing...',
  },
} as const
export type DeedName = keyof typeof DEEDS

/** Why it did not work, under the sentence that says that it did not. */
export const reasonOf = (error: unknown) => readFault(error, 'Check your connection and try again.').sentence

/** Lists and numbers are asked anew; how he stands to this man is known already, unless it is being asked as it was before. */
export async function connectionsChanged(client: QueryClient, known?: Connection): Promise<void> {
  const told = known && connectionQuery(known.user_id).queryKey
  if (told) client.setQueryData(told, (before) => before && { ...before, ...known })
  await client.invalidateQueries({
    queryKey: queries.connections.key(),
    predicate: ({ queryHash, state }) => !told || queryHash !== hashKey(told) || state.fetchStatus !== 'idle',
  })
}

/** While the screen shows connections: what the other does, and he himself in another tab, after what came with it. */
export function useConnectionsFollowing(client: QueryClient, after: number | null) {
  const viewer = useViewer()
  useFollowing(viewer && topicOf('member', viewer.id), after, (events) => {
    if (events === null || events.some(({ kind }) => /^(connection|block)\./.test(kind)))
      void connectionsChanged(client)
  })
}
