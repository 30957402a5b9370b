/** The second and the third step: tiles to tick. */
import { useRef } from 'react'
import type { Onboarding } from '#contract/onboarding.ts'
import { GOALS, type Goal, INTERESTS, type Interest, ONBOARDING, SAY_FIRST } from '#contract/onboarding-words.ts'
import { api } from '../kernel/api.ts'
import { useDraft } from '../kernel/draft.ts'
import { inTime } from '../kernel/in-time.ts'
import { Pick } from '../ui/check.tsx'
import { StepFrame } from './frame.tsx'
import { draftOf, type StepProps } from './onboarding.ts'
import { useEarlier, useSaveOnLeaving, useSaving } from './saving.ts'

export function InterestsStep(props: StepProps) {
  return (
    <ChoiceStep
      {...props}
      step="interests"
      words={INTERESTS}
      least={ONBOARDING.interests.min}
      lead="Choose at least 3."
      send={(interests) => api.onboarding.saveInterests({ interests: interests as Interest[] }, inTime())}
    />
  )
}

export function GoalsStep(props: StepProps) {
  return (
    <ChoiceStep
      {...props}
      step="goals"
      words={GOALS}
      least={ONBOARDING.goals.min}
      lead="What brings you here? Choose at least 1."
      send={(goals) => api.onboarding.saveGoals({ goals: goals as Goal[] }, inTime())}
    />
  )
}

interface ChoiceProps extends StepProps {
  step: 'interests' | 'goals'
  words: readonly string[]
  least: number
  lead: string
  send: (chosen: string[]) => Promise<Onboarding>
}

interface Draft {
  /** null: as it was told before */
  chosen: string[] | null
}
const EMPTY: Draft = { chosen: null }

function ChoiceStep({ member, told, keep, next, back, step, words, least, lead, send }: ChoiceProps) {
  const { draft, change, drop } = useDraft(draftOf(member, step), EMPTY)
  const form = useRef<HTMLFormElement>(null)
  const before = told?.[step] ?? []
  const chosen = draft.chosen ?? before
  const call = () => send(chosen)
  const otherwise = SAY_FIRST.choicesFailed
  const { save, busy } = useSaving({ keep, next }, { call, otherwise, drop })
  useSaveOnLeaving({ keep }, { call, otherwise, drop, ready: draft.chosen !== null && chosen.length >= least && !busy })
  const turn = (word: string, on: boolean) => change(({ chosen }) => ({ chosen: turned(chosen ?? before, word, on) }))
  useEarlier(form, (control) => turn(control.value, (control as HTMLInputElement).checked))
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
      {/* biome-ignore lint/a11y/useSemanticElements: the heading above is its legend */}
      <div className="picks first-picks" role="group" aria-labelledby="first-h">
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

const turned = (chosen: string[], word: string, on: boolean) =>
  on ? [...new Set([...chosen, word])] : chosen.filter((one) => one !== word)
