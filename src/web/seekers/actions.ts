/** The presses of these screens: each shows its result as a toast and refreshes what is on the screen. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SAY_SEEKERS } from '#contract/seeker-words.ts'
import type { Door, OwnSearch } from '#contract/seekers.ts'
import { readFault } from '../kernel/fault.ts'
import { toast } from '../ui/toast.tsx'
import { keepDoor, keepSearch, seekersChanged } from './seekers.ts'

interface Action<Sent, Answer> {
  send: (sent: Sent) => Promise<Answer>
  /** what the toast says; nothing if it is left out */
  said?: (sent: Sent) => string | undefined
  keep: (answer: Answer, sent: Sent) => unknown
}

function useAction<Sent, Answer>({ send, said, keep }: Action<Sent, Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: () => toast.ahead(),
    onSuccess: async (answer, sent) => {
      const words = said?.(sent)
      if (words) toast.good(words)
      await keep(answer, sent)
    },
    onError: (error) => {
      toast.bad(readFault(error, SAY_SEEKERS.failed).sentence)
      void seekersChanged(client)
    },
  })
}

export function useDoorAction<Sent>(send: (sent: Sent) => Promise<Door>, said?: (sent: Sent) => string | undefined) {
  const client = useQueryClient()
  return useAction({ send, keep: (door) => keepDoor(client, door), ...(said && { said }) })
}

export function useSearchAction<Sent>(
  send: (sent: Sent) => Promise<OwnSearch>,
  said?: (sent: Sent) => string | undefined,
) {
  const client = useQueryClient()
  return useAction({ send, keep: (search) => keepSearch(client, search), ...(said && { said }) })
}

/** `then`: after the answer to an invitation, or after a man has left. */
export const usePress = <Sent, Answer>(
  send: (sent: Sent) => Promise<Answer>,
  said: (sent: Sent) => string | undefined,
  then: (answer: Answer, sent: Sent) => unknown,
) => useAction({ send, said, keep: then })
