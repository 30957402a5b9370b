/** The last step of the onboarding: a summary of what the member has entered and joined. */
import { Check } from 'lucide'
import { SAY_FIRST } from '#contract/onboarding-words.ts'
import { api } from '../kernel/api.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { StepFrame } from './frame.tsx'
import type { StepProps } from './onboarding.ts'
import { useSaving } from './save-step.ts'

const countOf = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

/** `keep` with the completed row ends the wizard, so `next` does nothing. */
export function DoneStep({ stored, keep, back }: StepProps) {
  const { save, busy } = useSaving(
    { keep, next: () => {} },
    {
      call: () => api.onboarding.completeOnboarding(undefined, withTimeout()),
      otherwise: SAY_FIRST.doneFailed,
      drop: () => {},
      onSaved: () => toast.good(SAY_FIRST.welcome),
    },
  )
  const lines = [
    stored?.display_name && `Others see you as ${stored.display_name}`,
    stored && countOf(stored.interests.length, 'interest', 'interests'),
    stored && countOf(stored.goals.length, 'goal', 'goals'),
    stored && stored.group_count > 0 && countOf(stored.group_count, 'network', 'networks'),
    stored && stored.pod_count > 0 && countOf(stored.pod_count, 'pod', 'pods'),
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
