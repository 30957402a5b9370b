/** The plans, and a button to express interest in one: nothing is sold. Loaded on demand. */
import { useMutation } from '@tanstack/react-query'
import { type PaidTier, PLANS, queriesOf, SAY_PLANS, type Tier } from '#contract/plans-words.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { askToSignIn } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'

interface PlanDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** the member's plan, if it is known */
  current?: string
}

export function PlanDialog({ open, onOpenChange, current = 'Free' }: PlanDialogProps) {
  const viewer = useViewer()
  const choosing = useMutation({
    mutationFn: (selected_tier: PaidTier) =>
      asMember(SAY_PLANS.signIn, () => api.plans.registerInterest({ selected_tier }, withTimeout())),
    // loads the toast first: if the request fails because the network is down, the toast could not be loaded then
    onMutate: () => toast.ahead(),
    onSuccess: ({ selected_tier, is_duplicate }) => {
      onOpenChange(false)
      if (is_duplicate) toast.plain(SAY_PLANS.already(selected_tier))
      else toast.good(SAY_PLANS.registered(selected_tier))
    },
    onError: (error) => {
      const { sentence, signIn } = readFault(error, SAY_PLANS.failed)
      if (signIn) askToSignIn(sentence)
      else toast.bad(sentence)
    },
  })
  const choose = (tier: PaidTier) => {
    if (!viewer) return askToSignIn(SAY_PLANS.signIn)
    if (!choosing.isPending) choosing.mutate(tier)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose Your Plan"
      description="Nothing is sold yet. Say which plan you would like, and we write to you when it is here."
      dismissible={!choosing.isPending}
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ul className="rule plans ui" role="list">
        {PLANS.map((plan) => (
          <li key={plan.tier}>
            <div className="grow">
              <h3>{plan.tier}</h3>
              <p className="flush">
                <b className="num">${plan.dollars}/mo</b> · {queriesOf(plan)}
              </p>
            </div>
            <Choice
              tier={plan.tier}
              isCurrent={plan.tier === current}
              isBusy={choosing.isPending && choosing.variables === plan.tier}
              onChoose={choose}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface ChoiceProps {
  tier: Tier
  isCurrent: boolean
  isBusy: boolean
  onChoose: (tier: PaidTier) => void
}

function Choice({ tier, isCurrent, isBusy, onChoose }: ChoiceProps) {
  if (isCurrent || tier === 'Free')
    return (
      <Button variant="quiet" disabled>
        {isCurrent ? 'Current Plan' : 'Included'}
        <span className="sr"> ({tier})</span>
      </Button>
    )
  return (
    <Button busy={isBusy} busyLabel="Sending..." onClick={() => onChoose(tier)}>
      Choose<span className="sr"> {tier}</span>
    </Button>
  )
}
