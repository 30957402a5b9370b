/** The onboarding wizard, which a new member completes before any other page. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Info } from 'lucide'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import type { Onboarding } from '#contract/onboarding.ts'
import { HEADINGS, STEPS, type Step } from '#contract/onboarding-words.ts'
import { announce } from '../account/account.ts'
import { changeViewer, useCommunity } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Mark } from '../ui/lamp-art.tsx'
import { toast } from '../ui/toast.tsx'
import { GoalsStep, InterestsStep } from './choices.tsx'
import { DoneStep } from './done.tsx'
import { GroupsStep } from './groups.tsx'
import { offeredGroupsQuery, offeredPodsQuery, onboardingQuery, type StepProps } from './onboarding.ts'
import { PodsStep } from './pods.tsx'
import { ProfileStep } from './profile.tsx'

const SCREENS: Record<Step, ComponentType<StepProps>> = {
  profile: ProfileStep,
  interests: InterestsStep,
  goals: GoalsStep,
  groups: GroupsStep,
  pods: PodsStep,
  done: DoneStep,
}

interface WizardProps {
  viewer: Viewer
  /** the step index in the address; steps cannot be skipped */
  asked: number | undefined
  /** the page that the member wanted to open */
  next: string | null
}

export function WizardScreen({ viewer, asked, next }: WizardProps) {
  const { brand } = useCommunity()
  const navigate = useNavigate()
  const client = useQueryClient()
  const query = useQuery(onboardingQuery())
  const stored = query.data
  const reached = stored?.step ?? 0
  const at = Math.min(asked ?? reached, reached)
  const step = STEPS[at]!
  const leave = useLeave()
  const go = (to: number, replace = false) =>
    void navigate({ to: '/welcome', search: { step: to + 1, ...(next ? { next } : {}) }, replace })

  // so that the browser's back button leads from step to step
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the address of the page load
  useEffect(() => {
    if (asked !== at) go(at, true)
  }, [])
  // prefetch what the next steps show
  useEffect(() => {
    void client.prefetchQuery(offeredGroupsQuery())
    void client.prefetchQuery(offeredPodsQuery())
  }, [client])
  // onboarding was completed in another tab or on another device
  const isOver = stored?.onboarding_completed
  useEffect(() => {
    if (isOver) leave()
  }, [isOver, leave])
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) document.getElementById('first-h')?.focus()
    shown.current = step
  }, [step])

  const keep = (saved: Onboarding) => {
    client.setQueryData(onboardingQuery().queryKey, saved)
    const { display_name, bio, location } = saved
    changeViewer(client, { display_name, bio, location })
  }
  const Screen = SCREENS[step]
  return (
    <div className="first">
      <header className="row between">
        <span className="row s">
          <span className="brand">
            <Mark />
            <span>{brand.name}</span>
          </span>
          <span className="beta">Beta</span>
        </span>
        <Leave />
      </header>
      <h1 className={at > 0 ? 'sr' : undefined}>Welcome to the community!</h1>
      {at === 0 && (
        <p className="soft ui">
          A few questions, so that the first dads you meet here are ones you have something to say to.
        </p>
      )}
      <noscript>
        <p className="note">
          <span>
            These steps need JavaScript, which is off here. They can wait:{' '}
            <a href={later(next)}>reading works without them.</a>
          </span>
        </p>
      </noscript>
      <Progress at={at} />
      {query.isError && !stored && (
        <p className="note" role="status">
          <Icon of={Info} />
          <span>What you told us before did not load. Nothing of it is lost: what you leave empty stays as it is.</span>
        </p>
      )}
      <Screen
        key={step}
        member={viewer.id}
        stored={stored}
        keep={keep}
        next={() => go(at + 1)}
        back={at > 0 ? () => go(at - 1, true) : undefined}
      />
    </div>
  )
}

/** Without JavaScript the steps do not work: returns the page that the member wanted, marked to skip them. */
function later(next: string | null): string {
  const to = new URL(next ?? '/feed', 'http://here.invalid')
  to.searchParams.set('later', '1')
  return to.pathname + to.search
}

/** Ends the wizard: opens the page that the member wanted, and updates all tabs. */
function useLeave() {
  const client = useQueryClient()
  const router = useRouter()
  return useCallback(() => {
    changeViewer(client, { onboarding_completed: true })
    announce('user_updated')
    void router.invalidate()
  }, [client, router])
}

function Progress({ at }: { at: number }) {
  const words = `Step ${at + 1} of ${STEPS.length}`
  return (
    <div className="first-progress">
      <div className="row between sm">
        <span className="strong">{words}</span>
        <span className="soft">Kept as you go</span>
      </div>
      <div
        className="first-steps"
        role="progressbar"
        aria-label={words}
        aria-valuenow={at + 1}
        aria-valuemin={1}
        aria-valuemax={STEPS.length}
        aria-valuetext={`${words}: ${HEADINGS[STEPS[at]!]}`}
      >
        {STEPS.map((step, index) => (
          <i key={step} className={index < at ? 'f' : index === at ? 'n' : undefined} />
        ))}
      </div>
    </div>
  )
}

/** Logs out, for a member who used the wrong account or wants to continue later. */
function Leave() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      const { signOut } = await import('../account/account.tsx')
      await signOut(client)
    } catch {
      toast.bad('Error', 'Failed to log out. Please try again.')
      setBusy(false)
    }
  }
  return (
    <Button className="needs-script" variant="bare" busy={busy} onClick={leave}>
      Logout
    </Button>
  )
}
