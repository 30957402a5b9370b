/** How a step is saved: by its button, and when it is left in another way. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { Onboarding } from '#contract/onboarding.ts'
import { readFault } from '../kernel/fault.ts'
import { toast } from '../ui/toast.tsx'
import { onboardingQuery, type StepProps } from './onboarding.ts'

interface Saving<Saved extends Onboarding> {
  call: () => Promise<Saved>
  /** the sentence for what nobody foresaw */
  otherwise: string
  /** the step's own draft is of no use any more */
  drop: () => void
  onSaved?: (saved: Saved) => void
}

/** Answers what went wrong, too, by the fields of the contract. Whatever it is, everything that was typed stays. */
export function useSaving<Saved extends Onboarding>(
  { keep, next }: Pick<StepProps, 'keep' | 'next'>,
  { call, otherwise, drop, onSaved }: Saving<Saved>,
) {
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: call,
    onSuccess: (saved) => {
      drop()
      keep(saved)
      onSaved?.(saved)
      next()
    },
    onError: (error) => {
      const { sentence, code } = readFault(error, '')
      toast.bad(otherwise, sentence || 'Nothing you entered is lost. Try again.')
      // another device is further back or ahead: the wizard goes where he really is
      if (code === 'STEP_TOO_EARLY') void client.invalidateQueries({ queryKey: onboardingQuery().queryKey })
    },
  })
  const fields = saving.isError ? readFault(saving.error, '').fields : {}
  return { save: () => !saving.isPending && saving.mutate(), busy: saving.isPending, fields }
}

/** Left by Back, or by the browser's own way back, with something new in it: saved behind his back; else the draft stays. */
export function useSaveOnLeaving(
  { keep }: Pick<StepProps, 'keep'>,
  { call, otherwise, drop, ready }: Pick<Saving<Onboarding>, 'call' | 'otherwise' | 'drop'> & { ready: boolean },
) {
  const latest = useRef({ call, otherwise, drop, ready, keep })
  useEffect(() => {
    latest.current = { call, otherwise, drop, ready, keep }
  })
  useEffect(
    () => () => {
      const { call, otherwise, drop, ready, keep } = latest.current
      if (!ready) return
      call().then(
        (saved) => {
          drop()
          keep(saved)
        },
        () => toast.bad(otherwise, 'It is kept on this device.'),
      )
    },
    [],
  )
}

/** What was typed or ticked before the page's own script had come. After `useDraft`, whose first look would undo it. */
export function useEarlier(
  form: RefObject<HTMLFormElement | null>,
  take: (control: HTMLInputElement | HTMLTextAreaElement) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue
      const isTick = control instanceof HTMLInputElement && control.type === 'checkbox'
      if (isTick ? control.checked !== control.defaultChecked : control.value !== control.defaultValue) take(control)
    }
  }, [])
}
