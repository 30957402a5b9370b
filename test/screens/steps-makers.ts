/** The first steps as the server stores them, for tests of screens: each step is saved when the member leaves it. */
import type { Viewer } from '#contract/account.ts'
import type { OfferedGroup, OfferedPod, Onboarding } from '#contract/onboarding.ts'
import { anId, aViewer } from './makers.ts'
import type { Answers } from './standin.ts'

/** A member who has not begun the first steps. */
export const aNewcomer = (): Viewer => aViewer({ onboarding_completed: false, shows_welcome: true })

/** The answers of a member who is at the step with this index. */
export const toldBefore = (step: number): Onboarding => ({
  first_name: step > 0 ? 'Sam' : null,
  last_name: step > 0 ? 'Reed' : null,
  display_name: step > 0 ? 'Sam R.' : null,
  date_of_birth: null,
  bio: null,
  location: null,
  interests: step > 1 ? ['Cooking', 'Travel', 'Music'] : [],
  goals: step > 2 ? ['Learn new skills'] : [],
  group_count: 0,
  pod_count: 0,
  step,
  onboarding_completed: false,
})

export const anOfferedGroup = (name = 'Night Shift Dads', group: Partial<OfferedGroup> = {}): OfferedGroup => ({
  ...{ id: anId(), name, description: null, member_count: 12, joined: false },
  ...group,
})

export const anOfferedPod = (name = 'Six AM Club', pod: Partial<OfferedPod> = {}): OfferedPod => ({
  ...{ id: anId(), name, description: null, current_members: 1, capacity: 6, joined: false },
  ...pod,
})

interface Offered {
  groups?: OfferedGroup[]
  pods?: OfferedPod[]
}

/** The answers to a member who is at this step, and is offered these networks and pods. */
export function answersOfFirstSteps(begun: Onboarding, { groups = [], pods = [] }: Offered = {}): Answers {
  let steps = begun
  const inPods = pods
  const keep = (change: Partial<Onboarding>, finished: number): Onboarding => {
    steps = { ...steps, ...change, step: Math.max(steps.step, Math.min(finished + 1, 5)) }
    return steps
  }
  /** joins the items with these ids; returns how many they are */
  const join = (things: { id: string; joined: boolean }[], ids: string[]) => {
    const wanted = things.filter(({ id }) => ids.includes(id))
    for (const thing of wanted) thing.joined = true
    return wanted.length
  }
  return {
    onboarding: {
      getOnboarding: () => steps,
      saveProfileStep: (profile) => keep(profile, 0),
      saveInterests: ({ interests }) => keep({ interests }, 1),
      saveGoals: ({ goals }) => keep({ goals }, 2),
      listOfferedGroups: () => groups,
      joinOfferedGroups({ group_ids }) {
        const joined = join(groups, group_ids)
        return { ...keep({ group_count: steps.group_count + joined }, 3), joined }
      },
      listOfferedPods: () => inPods,
      createFirstPod({ id = anId(), name, description = null }) {
        const pod = anOfferedPod(name, { id, description, joined: true })
        inPods.unshift(pod)
        steps = { ...steps, pod_count: steps.pod_count + 1 }
        return pod
      },
      joinPods({ pod_ids }) {
        const joined = join(inPods, pod_ids)
        return { ...keep({ pod_count: steps.pod_count + joined }, 4), joined }
      },
      passStep: ({ step }) => keep({}, step === 'groups' ? 3 : 4),
      completeOnboarding: () => keep({ onboarding_completed: true }, 5),
    },
  }
}
