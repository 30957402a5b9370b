/**
 * The parts of a member's copy of his data, in the order of the document. Each room describes the parts of its own
 * tables.
 */
import type { DB } from '#db/types.ts'
import { accountParts } from '../account/account.ts'
import { adminParts } from '../admin/admin.ts'
import { assistantParts } from '../assistant/assistant.ts'
import { badgeParts } from '../badges/badges.ts'
import { blockParts } from '../blocks/blocks.ts'
import { chatParts } from '../chat/chat.ts'
import { connectionParts } from '../connections/connections.ts'
import { eventParts } from '../events/events.ts'
import { groupParts } from '../groups/groups.ts'
import { karmaParts } from '../karma/karma.ts'
import type { OwnDataPart } from '../kernel/own-data.ts'
import { onboardingParts } from '../onboarding/onboarding.ts'
import { planParts } from '../plans/plans.ts'
import { podParts } from '../pods/pods.ts'
import { pollParts } from '../polls/polls.ts'
import { reportParts } from '../reports/reports.ts'
import { roundParts } from '../rounds/rounds.ts'
import { seasonParts } from '../seasons/seasons.ts'
import { seekerParts } from '../seekers/seekers.ts'
import { THINGS } from '../things/things.ts'
import { voteParts } from '../votes/votes.ts'

export const PARTS: OwnDataPart[] = [
  ...accountParts,
  ...Object.values(THINGS).flatMap(({ ownData }) => ownData),
  ...onboardingParts,
  ...badgeParts,
  ...karmaParts,
  ...reportParts,
  ...voteParts,
  ...pollParts,
  ...chatParts,
  ...groupParts,
  ...podParts,
  ...roundParts,
  ...seekerParts,
  ...seasonParts,
  ...connectionParts,
  ...blockParts,
  ...eventParts,
  ...adminParts,
  ...assistantParts,
  ...planParts,
]

/** Tables that name a member but are not in his copy, with the reason. */
export const NOT_COPIED: Partial<Record<keyof DB, string>> = {
  known_devices: 'fingerprints of keys that his own browsers hold, and nothing that he could read',
  taken_sign_ups: 'what another person chose at a sign-up with his address',
  used_ids: 'ids of what he has deleted, kept so that they do not come back',
  report_cases:
    'what others showed to the administrators: who did is told to nobody, and what it says of him he wrote himself',
  dangers: 'which administrator has opened and taken a case; what he did stands in the log',
  rhythms: 'when a pod checks in; this belongs to the pod, not to the member who set it',
  rhythm_endings: 'what a pod is asked about its rounds; like the rhythm this belongs to the pod',
  departures: 'an account that is on its way out downloads nothing',
  facts: 'what he did, said once more to the parts of the program that follow it; what came of it is in his copy',
  topics: 'how often something was told to his open pages',
  topic_events: 'what was told to them in the last days; what it was about is in his copy',
  karma_changes: 'figures that are not a second old, on their way into his karma',
  write_requests: 'whom he is asked to write to, which is about the other member; it goes with the next round',
  rate_limits: 'how often he has done something of late',
  assistant_ledger: 'what each of his questions cost; how many he used in each month is in his copy',
}
