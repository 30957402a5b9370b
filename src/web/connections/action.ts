/** One action on a connection: sends it, shows a toast, and updates all places that show the connection. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Connection } from '#contract/connections.ts'
import { toast } from '../ui/toast.tsx'
import { CONNECTION_ACTIONS, type ConnectionAction, connectionsChanged, reasonOf } from './connections.ts'

interface ActionCallbacks {
  /** the pressed button may disappear, so move the focus first */
  onDone?: (after: Connection) => void
  onFailed?: () => void
}

export function useConnectionAction(user_id: string, { onDone, onFailed }: ActionCallbacks = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (what: ConnectionAction) => CONNECTION_ACTIONS[what].send(user_id),
    onMutate: () => toast.ahead(),
    onSuccess: async (after, what) => {
      toast.good(CONNECTION_ACTIONS[what].done)
      onDone?.(after)
      await connectionsChanged(client, after)
    },
    onError: async (error, what) => {
      toast.bad(CONNECTION_ACTIONS[what].failed, reasonOf(error))
      onFailed?.()
      // another request was faster: load the current state
      await connectionsChanged(client)
    },
  })
}
