/** Saves a step: with its button, or when the member leaves it in another way. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { Onboarding } from '#contract/onboarding.ts'
import { readFault } from '../kernel/fault.ts'
import { toast } from '../ui/toast.tsx'
import { onboardingQuery, type StepProps } from './onboarding.ts'

interface Saving<Saved extends Onboarding> {
  call: () => Promise<Saved>
  /** the message for an unexpected error */
  otherwise: string
  /** deletes the step's draft, which is no longer needed */
  drop: () => void
  onSaved?: (saved: Saved) => void
}

/** Also returns the errors by the contract's field names. After any error the member's input stays. */
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
      // another device changed the current step, so the wizard goes to the step that the server has
      if (code === 'STEP_TOO_EARLY') void client.invalidateQueries({ queryKey: onboardingQuery().queryKey })
    },
  })
  const fields = saving.isError ? readFault(saving.error, '').fields : {}
  return { save: () => !saving.isPending && saving.mutate(), busy: saving.isPending, fields }
}

/**
 * If the member leaves the step with Back or with the browser's back button, saves complete changes in the background.
 * Otherwise the draft stays.
 */
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

/** Takes over what was typed or ticked before hydration. Call it after `useDraft`, whose first effect would overwrite it. */
export function useInputBeforeHydration(
  form: RefObject<HTMLFormElement | null>,
  take: (control: HTMLInputElement | HTMLTextAreaElement) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, at hydration
  useEffect(() => {
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue
      const isTick = control instanceof HTMLInputElement && control.type === 'checkbox'
      if (isTick ? control.checked !== control.defaultChecked : control.value !== control.defaultValue) take(control)
    }
  }, [])
}
