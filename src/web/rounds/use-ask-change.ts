/** Changes of an ask: taking it, giving it back, and the answer of its author. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SAY_ASKS } from '#contract/ask-words.ts'
import type { CheckIn } from '#contract/rounds.ts'
import { asMember } from '../kernel/as-member.ts'
import { readFault } from '../kernel/fault.ts'
import { askToSignIn } from '../kernel/sign-in.tsx'
import { toast } from '../ui/toast.tsx'
import { roundsChanged } from './rounds.ts'

/** Sends a change of an ask, says what came of it, and reads the rounds again; after a refusal too, because they have changed. */
export function useAskChange(send: () => Promise<CheckIn>, good: string, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => asMember(SAY_ASKS.signIn, send),
    onMutate: () => toast.ahead(),
    onSuccess: async () => {
      toast.good(good)
      await roundsChanged(client)
      onDone?.()
    },
    onError: (error) => {
      const { sentence, signIn, code } = readFault(error, SAY_ASKS.failed)
      if (signIn) return askToSignIn(sentence)
      if (code === 'FAILED') return toast.bad(sentence)
      toast.plain(sentence)
      onDone?.()
      void roundsChanged(client)
    },
  })
}
