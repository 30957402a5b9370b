/**
 * The first steps of a new member. Each step is saved when the member leaves it, can be repeated, and is finished in order.
 * The answers are private, except those that the profile shows. The wizard is optional: a member who has not finished may do
 * everything that other members may.
 */
import * as z from 'zod'
import { calendarDay, fault, Id, isBlank, memberOnly, refuses, Text } from './kernel.ts'
import { Name } from './names.ts'
import { GeneralPlace } from './nearby.ts'
import { GOALS, INTERESTS, ONBOARDING, SAY_FIRST } from './onboarding-words.ts'
import { podFaults } from './pods.ts'
import type { Scope } from './scope-words.ts'
import { codePoints, POD, tooLong } from './words.ts'

export const onboardingFaults = {
  tooEarly: fault('STEP_TOO_EARLY', 409, 'Finish the steps before this one first'),
  /** he joined none of them: they were deleted or are private now */
  groupsGone: fault('GROUPS_GONE', 409, 'These networks cannot be joined any more'),
  /** he joined none of them: they are full, private or deleted now */
  podsGone: fault('PODS_GONE', 409, 'These pods are full or gone by now'),
  tooManyPods: fault('TOO_MANY_PODS', 409, SAY_FIRST.podsMany),
}

const OneName = (max: number) => Name({ max, blank: SAY_FIRST.incomplete })
const Few = <Words extends readonly [string, ...string[]]>(words: Words, min: number, few: string) =>
  z
    .array(z.enum(words, 'This is not one of the choices'), few)
    .max(words.length * 2)
    .transform((chosen) => [...new Set(chosen)])
    .refine((chosen) => chosen.length >= min, few)

/** A calendar day; the database checks that it is not in the future. */
const Born = calendarDay(SAY_FIRST.born, { first: ONBOARDING.bornAfter }).nullable()

/** The bio on the profile; blank clears it. */
const Bio = z
  .string()
  .max(ONBOARDING.bio * 4 + 1000, tooLong({ name: 'The text', max: ONBOARDING.bio }))
  .trim()
  .refine((text) => codePoints(text) <= ONBOARDING.bio, tooLong({ name: 'The text', max: ONBOARDING.bio }))
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'The text holds a character that cannot be kept')
  .transform((text) => (isBlank(text) ? null : text))

/** A public network that anyone may join. */
export const OfferedGroup = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  member_count: z.number(),
  joined: z.boolean(),
})
export type OfferedGroup = z.infer<typeof OfferedGroup>

/** An open pod with a free seat, or one that the member is in. */
export const OfferedPod = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  current_members: z.number(),
  capacity: z.number(),
  joined: z.boolean(),
})
export type OfferedPod = z.infer<typeof OfferedPod>

/** All answers so far; only for the member himself. */
export const Onboarding = z.object({
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  display_name: z.string().nullable(),
  /** a day, "1986-04-30" */
  date_of_birth: z.string().nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  interests: z.array(z.string()),
  goals: z.array(z.string()),
  /** the number of networks that he is a member of */
  group_count: z.number(),
  /** the number of pods that he is in, including those that he created */
  pod_count: z.number(),
  /** the index of the first step that he has not finished */
  step: z.number(),
  onboarding_completed: z.boolean(),
})
export type Onboarding = z.infer<typeof Onboarding>

/** Onboarding, and how many of the requested ones he is a member of now. */
const Joined = Onboarding.extend({ joined: z.number() })
export type Joined = z.infer<typeof Joined>

export const ProfileStep = z.strictObject({
  first_name: OneName(ONBOARDING.name),
  last_name: OneName(ONBOARDING.name),
  display_name: OneName(ONBOARDING.name),
  /** a field that is left out stays as it is; null or blank clears it */
  date_of_birth: Born.optional(),
  bio: Bio.optional(),
  location: GeneralPlace.optional(),
})

const mine = (scope: Scope, limit?: 'write' | 'vote') => memberOnly(scope, SAY_FIRST.signIn, limit)
const tags = ['onboarding']

export const onboarding = {
  getOnboarding: mine('profile:read')
    .route({
      method: 'GET',
      path: '/me/onboarding',
      operationId: 'getOnboarding',
      tags,
      summary: 'Your answers in the first steps, and the first step that you have not finished',
    })
    .output(Onboarding),
  saveProfileStep: mine('profile:write', 'vote')
    .route({
      method: 'PUT',
      path: '/me/onboarding/profile',
      operationId: 'saveProfileStep',
      tags,
      summary: 'The first step: who you are',
    })
    .input(ProfileStep)
    .output(Onboarding),
  saveInterests: mine('profile:write', 'vote')
    .route({
      method: 'PUT',
      path: '/me/onboarding/interests',
      operationId: 'saveInterests',
      tags,
      summary: 'The second step: what interests you, at least three of the twelve',
    })
    .errors(refuses(onboardingFaults.tooEarly))
    .input(z.strictObject({ interests: Few(INTERESTS, ONBOARDING.interests.min, SAY_FIRST.interestsFew) }))
    .output(Onboarding),
  saveGoals: mine('profile:write', 'vote')
    .route({
      method: 'PUT',
      path: '/me/onboarding/goals',
      operationId: 'saveGoals',
      tags,
      summary: 'The third step: what you are here for, at least one of the six',
    })
    .errors(refuses(onboardingFaults.tooEarly))
    .input(z.strictObject({ goals: Few(GOALS, ONBOARDING.goals.min, SAY_FIRST.goalsFew) }))
    .output(Onboarding),
  listOfferedGroups: mine('communities:read')
    .route({
      method: 'GET',
      path: '/me/onboarding/groups',
      operationId: 'listOfferedGroups',
      tags,
      summary: 'Public networks to begin with: the ten with the most members',
    })
    .output(z.array(OfferedGroup)),
  joinOfferedGroups: mine('communities:write', 'write')
    .route({
      method: 'PUT',
      path: '/me/onboarding/groups',
      operationId: 'joinOfferedGroups',
      tags,
      summary: 'The fourth step: join networks; you stay in those that you are in',
    })
    .errors(refuses(onboardingFaults.tooEarly, onboardingFaults.groupsGone))
    .input(
      z.strictObject({
        group_ids: z.array(Id).min(ONBOARDING.groups.min, SAY_FIRST.groupsFew).max(ONBOARDING.groups.offered),
      }),
    )
    .output(Joined),
  listOfferedPods: mine('communities:read')
    .route({
      method: 'GET',
      path: '/me/onboarding/pods',
      operationId: 'listOfferedPods',
      tags,
      summary: 'Your own pods, then open ones with a free seat, the most recently active first: twenty in all',
    })
    .output(z.array(OfferedPod)),
  createFirstPod: mine('communities:write', 'write')
    .route({
      method: 'POST',
      path: '/me/onboarding/pods',
      operationId: 'createFirstPod',
      tags,
      summary: 'Create a pod with six seats in the fifth step; you become its first member',
      successStatus: 201,
    })
    .errors(refuses(podFaults.nameTaken, podFaults.idTaken))
    .input(
      z.strictObject({
        /** made by the client as an idempotency key: a repeated request creates one pod */
        id: Id.optional(),
        name: Name({ max: POD.name.max, blank: SAY_FIRST.podNameBlank }),
        description: Text({
          name: 'The description',
          max: POD.description,
          blank: 'Please enter a description',
        }).optional(),
      }),
    )
    .output(OfferedPod),
  joinPods: mine('communities:write', 'write')
    .route({
      method: 'PUT',
      path: '/me/onboarding/pods',
      operationId: 'joinPods',
      tags,
      summary: 'The fifth step: join up to three pods; you stay in those that you are in',
    })
    .errors(refuses(onboardingFaults.tooEarly, onboardingFaults.podsGone, onboardingFaults.tooManyPods))
    .input(
      z.strictObject({
        pod_ids: z.array(Id).min(1, SAY_FIRST.podsFew).max(ONBOARDING.pods.max, SAY_FIRST.podsMany),
      }),
    )
    .output(Joined),
  passStep: mine('profile:write', 'vote')
    .route({
      method: 'PUT',
      path: '/me/onboarding/passed',
      operationId: 'passStep',
      tags,
      summary: 'Skip pods, or skip networks if none can be offered',
    })
    .errors(refuses(onboardingFaults.tooEarly))
    .input(z.strictObject({ step: z.enum(['groups', 'pods'], 'This step cannot be passed') }))
    .output(Onboarding),
  completeOnboarding: mine('profile:write', 'vote')
    .route({
      method: 'PUT',
      path: '/me/onboarding/completed',
      operationId: 'completeOnboarding',
      tags,
      summary: 'The last step: finish the first steps',
    })
    .errors(refuses(onboardingFaults.tooEarly))
    .output(Onboarding),
  putWelcomeAway: mine('profile:write', 'vote')
    .route({
      method: 'PUT',
      path: '/me/welcome-away',
      operationId: 'putWelcomeAway',
      tags,
      summary: 'Close the welcome card of your first seven days',
    })
    .output(z.object({ shows_welcome: z.boolean() })),
}
