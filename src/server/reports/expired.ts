/** Cases that are deleted when their time is over. */
import { RESTORABLE_KINDS } from '#contract/thing-words.ts'
import type { OwnTable } from '#db/owners.ts'
import type { Expired } from '../kernel/expired.ts'

const RESTORABLE = RESTORABLE_KINDS.map((kind) => `'${kind}'`).join()

/** Members' words are not kept for ever. A case is kept while its item can be restored. */
export const expiredCases: Expired<OwnTable<'reports'>>[] = [
  {
    table: 'report_cases',
    when: `decided_at < now() - interval '180 days' and (decision <> 'removed' or kind not in (${RESTORABLE}))`,
  },
]
