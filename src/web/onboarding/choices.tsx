/** The second and third steps: interests and goals as tiles to tick. */
import { useRef } from 'react'
import type { Onboarding } from '#contract/onboarding.ts'
import { GOALS, type Goal, INTERESTS, type Interest, ONBOARDING, SAY_FIRST } from '#contract/onboarding-words.ts'
import { api } from '../kernel/api.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Pick } from '../ui/check.tsx'
import { DraftOffer } from '../ui/draft-offer.tsx'
import { useChoiceDraft } from './choice-draft.ts'
import { StepFrame } from './frame.tsx'
import { draftOf, type StepProps } from './onboarding.ts'
import { useInputBeforeHydration, useSaveOnLeaving, useSaving } from './save-step.ts'

export function InterestsStep(props: StepProps) {
  return (
    <ChoiceStep
      {...props}
      step="interests"
      what="Interests"
      words={INTERESTS}
      least={ONBOARDING.interests.min}
      lead="Choose at least 3."
      send={(interests) => api.onboarding.saveInterests({ interests: interests as Interest[] }, withTimeout())}
    />
  )
}

export function GoalsStep(props: StepProps) {
  return (
    <ChoiceStep
      {...props}
      step="goals"
      what="Goals"
      words={GOALS}
      least={ONBOARDING.goals.min}
      lead="What brings you here? Choose at least 1."
      send={(goals) => api.onboarding.saveGoals({ goals: goals as Goal[] }, withTimeout())}
    />
  )
}

interface ChoiceProps extends StepProps {
  step: 'interests' | 'goals'
  what: string
  words: readonly string[]
  least: number
  lead: string
  send: (chosen: string[]) => Promise<Onboarding>
}

function ChoiceStep({ member, stored, keep, next, back, step, what, words, least, lead, send }: ChoiceProps) {
  const before = stored?.[step] ?? []
  const ticks = useChoiceDraft({
    key: draftOf(member, step),
    answer: stored && { mark: markOf(before), isBlank: before.length === 0 },
    before,
    markOf,
  })
  const { chosen, offered, turn, drop } = ticks
  const form = useRef<HTMLFormElement>(null)
  const call = () => send([...chosen])
  const otherwise = SAY_FIRST.choicesFailed
  const { save, busy } = useSaving({ keep, next }, { call, otherwise, drop })
  useSaveOnLeaving(
    { keep },
    {
      call,
      otherwise,
      drop,
      // while an earlier draft is offered and the member has not decided about it, nothing is saved
      ready: ticks.isTouched && offered === undefined && chosen.length >= least && !busy,
    },
  )
  useInputBeforeHydration(form, (control) => turn(control.value, (control as HTMLInputElement).checked))
  return (
    <StepFrame
      step={step}
      lead={lead}
      status={chosen.length < least ? `${chosen.length} of at least ${least} chosen` : `${chosen.length} chosen`}
      back={back}
      onContinue={save}
      busy={busy}
      held={chosen.length < least}
      form={form}
    >
      {offered && (
        <DraftOffer what={what} did="chose" focus="first-h" disabled={busy} onUse={ticks.use} onDiscard={ticks.discard}>
          {offered.length > 0 ? words.filter((word) => offered.includes(word)).join(', ') : null}
        </DraftOffer>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: the heading above is its legend */}
      <div className="picks first-picks gap" role="group" aria-labelledby="first-h">
        {words.map((word) => (
          <Pick
            key={word}
            name={step}
            value={word}
            checked={chosen.includes(word)}
            disabled={busy}
            onChange={(event) => turn(word, event.target.checked)}
          >
            {word}
          </Pick>
        ))}
      </div>
    </StepFrame>
  )
}

/** Equal for the same choices in any order. */
const markOf = (chosen: readonly string[]) => [...chosen].sort().join()
