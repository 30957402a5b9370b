/** The last step. */
import { Check } from 'lucide'
import { SAY_FIRST } from '#contract/onboarding-words.ts'
import { api } from '../kernel/api.ts'
import { inTime } from '../kernel/in-time.ts'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { StepFrame } from './frame.tsx'
import type { StepProps } from './onboarding.ts'
import { useSaving } from './saving.ts'

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

/** `keep` of the finished row ends the wizard: there is no step after this one. */
export function DoneStep({ told, keep, back }: StepProps) {
  const { save, busy } = useSaving(
    { keep, next: () => {} },
    {
      call: () => api.onboarding.completeOnboarding(undefined, inTime()),
      otherwise: SAY_FIRST.doneFailed,
      drop: () => {},
      onSaved: () => toast.good(SAY_FIRST.welcome),
    },
  )
  const lines = [
    told?.display_name && `Others see you as ${told.display_name}`,
    told && many(told.interests.length, 'interest', 'interests'),
    told && many(told.goals.length, 'goal', 'goals'),
    told && told.group_count > 0 && many(told.group_count, 'network', 'networks'),
    told && told.pod_count > 0 && many(told.pod_count, 'pod', 'pods'),
  ].filter((line): line is string => Boolean(line))
  return (
    <StepFrame
      step="done"
      lead="That is all we ask. The rest is reading, asking and telling, in your own time."
      back={back}
      onContinue={save}
      label="Enter the community"
      busyLabel="Coming in..."
      busy={busy}
    >
      <ul className="brings">
        {lines.map((line) => (
          <li key={line}>
            <Icon of={Check} />
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </StepFrame>
  )
}
