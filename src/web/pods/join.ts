/** Joining a pod and requesting to join: shows the result as a toast and refreshes the pods on the screen. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Pod, PodCard } from '#contract/pods.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { SAY } from '#contract/words.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { askToSignIn } from '../kernel/sign-in.tsx'
import { toast } from '../ui/toast.tsx'
import { podsChanged } from './pods.ts'

export const reasonOf = (error: unknown) => readFault(error, SAY.tryAgain).sentence

/** After a refusal the data on the screen is outdated, so it is refetched. */
function usePodAction<Answer>(send: () => Promise<Answer>, good: string, bad: string, podOf?: (answer: Answer) => Pod) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => asMember(SAY.notAuthenticated, send),
    onMutate: () => toast.ahead(),
    onSuccess: async (answer) => {
      toast.good(good)
      await podsChanged(client, podOf?.(answer))
    },
    onError: (error) => {
      const why = `${bad}: ${reasonOf(error)}`
      if (readFault(error, '').signIn) return askToSignIn(why)
      toast.bad(why)
      void podsChanged(client)
    },
  })
}

export const useJoin = ({ id }: Pick<PodCard, 'id'>) =>
  usePodAction(
    () => api.pods.joinPod({ id }, withTimeout()),
    SAY_ROOMS.podJoined,
    'Failed to join pod',
    (pod) => pod,
  )

export const useRequest = ({ id }: Pick<PodCard, 'id'>) =>
  usePodAction(
    () => api.pods.requestToJoinPod({ id }, withTimeout()),
    SAY_ROOMS.podAsked,
    'Failed to send join request',
    (pod) => pod,
  )
