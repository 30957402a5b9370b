/** All questions of the month are used: what he may do now. */
import { useState } from 'react'
import { SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { useLate } from '../kernel/late.ts'
import { Button } from '../ui/button.tsx'

const fetchPlans = () => import('../plans/plans.tsx')

interface AtLimitProps {
  /** as the server said it */
  sentence: string | undefined
  renews: Date | undefined
  plan: string | undefined
}

export function AtLimit({ sentence, renews, plan }: AtLimitProps) {
  const { piece, ask, waiting } = useLate(fetchPlans)
  const [open, setOpen] = useState(false)
  return (
    <div className="note" role="status">
      <div className="grow">
        <b>{sentence ?? SAY_ASSISTANT.limit}</b>
        {renews && <p className="flush">Your questions come back on {dayOf(renews)}.</p>}
        <div className="btn-row">
          <Button variant="lamp" aria-busy={waiting || undefined} onClick={async () => setOpen(!!(await ask()))}>
            Upgrade for More Questions
          </Button>
        </div>
        {piece && <piece.PlanDialog open={open} onOpenChange={setOpen} {...(plan && { current: plan })} />}
      </div>
    </div>
  )
}

/** The month ends by universal time. */
const dayOf = (day: Date) => day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
