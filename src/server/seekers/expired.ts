/** What ends by itself: a search without visits, and an invitation of half a year ago. */
import { SEEKER } from '#contract/seeker-words.ts'
import type { OwnTable } from '#db/owners.ts'
import type { Expired } from '../kernel/expired.ts'

export const expiredSeekers: Expired<OwnTable<'seekers'>>[] = [
  {
    table: 'seekers',
    when: `seen_at < now() - interval '${SEEKER.days} days'
      and not exists (select from pod_trials y where y.user_id = seekers.user_id)`,
  },
  // from then on the pod may see him as a candidate again
  { table: 'pod_invitations', when: `created_at < now() - interval '180 days'` },
]
