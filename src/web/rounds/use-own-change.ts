/** A change that answers with the rounds of the pod: sent, said, and shown. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { HOST_WORDS } from '#contract/host-words.ts'
import type { RoundsOfPod } from '#contract/rounds.ts'
import { readFault } from '../kernel/fault.ts'
import { toast } from '../ui/toast.tsx'
import { roundsChanged } from './rounds.ts'

/** `onDone` is called before the button that was pressed disappears. */
export function useOwnChange<Input = void>(
  send: (input: Input) => Promise<RoundsOfPod>,
  good: string | ((input: Input) => string),
  onDone?: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: () => toast.ahead(),
    onSuccess: (rounds, input) => {
      toast.good(typeof good === 'string' ? good : good(input))
      onDone?.()
      return roundsChanged(client, rounds)
    },
    onError: (error) => {
      const { sentence, code } = readFault(error, HOST_WORDS.failed)
      if (code === 'FAILED') return toast.bad(sentence)
      toast.plain(sentence)
      // the round or the request has changed meanwhile
      return roundsChanged(client)
    },
  })
}
