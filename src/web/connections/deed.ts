/** One press about a connection: sent, said, and shown wherever it is seen. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Connection } from '#contract/connections.ts'
import { toast } from '../ui/toast.tsx'
import { connectionsChanged, DEEDS, type DeedName, reasonOf } from './connections.ts'

interface Ends {
  /** what was pressed may go with it: the focus is led on before it does */
  onDone?: (after: Connection) => void
  onFailed?: () => void
}

export function useDeed(user_id: string, { onDone, onFailed }: Ends = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (what: DeedName) => DEEDS[what].send(user_id),
    onMutate: () => toast.ahead(),
    onSuccess: async (after, what) => {
      toast.good(DEEDS[what].done)
      onDone?.(after)
      await connectionsChanged(client, after)
    },
    onError: async (error, what) => {
      toast.bad(DEEDS[what].failed, reasonOf(error))
      onFailed?.()
      // somebody was quicker: what stands there now says so
      await connectionsChanged(client)
    },
  })
}
