/** What is deleted when its time is over, in this order. Each room says which rows of its own tables. */
import { expiredKeys, expiredNames, expiredSignUps } from './account/account.ts'
import { expiredQuestions } from './assistant/assistant.ts'
import { expiredNotices } from './events/events.ts'
import { expiredGroupExclusions } from './groups/groups.ts'
import type { Expired } from './kernel/expired.ts'
import { expiredLimits } from './kernel/http/http.ts'
import { expiredTopicEvents } from './kernel/live/live.ts'
import { expiredFormerMembers, expiredPodExclusions } from './pods/pods.ts'
import { expiredCases } from './reports/reports.ts'
import { expiredSeekers } from './seekers/seekers.ts'

export const expired: readonly Expired[] = [
  ...expiredLimits,
  ...expiredKeys,
  ...expiredNotices,
  ...expiredNames,
  ...expiredPodExclusions,
  ...expiredFormerMembers,
  ...expiredGroupExclusions,
  ...expiredCases,
  ...expiredQuestions,
  ...expiredSeekers,
  ...expiredSignUps,
  ...expiredTopicEvents,
]
