/** The search for a pod and the door of a pod, as the server returns them. */
import type { Candidate, Door, FittingPod, OwnSearch, Seeker } from '#contract/seekers.ts'
import { anAuthor, anId, minutesAgo, slugOf } from './makers.ts'
import type { Answers } from './standin.ts'

export const aSeeker = (seeker: Partial<Seeker> = {}): Seeker => ({
  ...{ stages: ['baby'], aims: ['health'], weeks: 1, time_zone: 'Europe/London', since: minutesAgo(60 * 24 * 3) },
  ...seeker,
})

export const aFittingPod = ({ name = 'Night Feeds', ...pod }: Partial<FittingPod> = {}): FittingPod => ({
  ...{ id: anId(), name, slug: slugOf(name), description: null, current_members: 4, capacity: 6, is_private: false },
  ...{ weeks: 1, hours_apart: 2, stages: ['baby'], aims: ['health'] },
  ...pod,
})

/** A member who does not look for a pod, unless `search` says otherwise. */
export const theSearch = (search: Partial<OwnSearch> = {}): OwnSearch => ({
  ...{ seeker: null, invitations: [], trials: [], pods: [] },
  ...search,
})

export const aCandidate = (candidate: Partial<Candidate> = {}): Candidate => ({
  ...{ user: anAuthor(), stages: ['baby'], aims: ['health'], weeks: 1, hours_apart: 0 },
  ...candidate,
})

/** A pod that cannot open places, unless `door` says otherwise. */
export const theDoor = (door: Partial<Door> = {}): Door => ({
  ...{ pod_id: anId(), may_decide: true, only_creator: false, can_open: false, asks: false, seats: 2, opening: null },
  ...{ candidates: [], invited: [], trials: [] },
  ...door,
})

/** What the page of pods, and the page of a pod's rounds, request. */
export const answersOfSeekers = (): Answers['seekers'] => ({
  getOwnSearch: theSearch(),
  getDoor: ({ pod_id }) => theDoor({ pod_id }),
})
