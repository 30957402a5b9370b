/** Shown when all questions of the month are used: what the member can do. */
import { SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { Button } from '../ui/button.tsx'

const fetchPlans = () => import('../plans/plans.tsx')

interface AtLimitProps {
  /** false if questions are left; then only an open list of plans stays */
  isShown: boolean
  /** the message of the server */
  sentence: string | undefined
  renews: Date | undefined
  plan: string | undefined
  arePlansOpen: boolean
  onPlans: (open: boolean) => void
}

export function AtLimit({ isShown, sentence, renews, plan, arePlansOpen, onPlans }: AtLimitProps) {
  const { piece, ask, waiting } = useLazyPart(fetchPlans)
  return (
    <>
      {isShown && (
        <div className="note" role="status" tabIndex={-1} data-first="">
          <div className="grow">
            <b>{sentence ?? SAY_ASSISTANT.limit}</b>
            {renews && <p className="flush">Your questions come back on {dayOf(renews)}.</p>}
            <div className="btn-row">
              <Button variant="lamp" aria-busy={waiting || undefined} onClick={async () => onPlans(!!(await ask()))}>
                Upgrade for More Questions
              </Button>
            </div>
          </div>
        </div>
      )}
      {piece && <piece.PlanDialog open={arePlansOpen} onOpenChange={onPlans} {...(plan && { current: plan })} />}
    </>
  )
}

/** The month ends in UTC. */
const dayOf = (day: Date) => day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
