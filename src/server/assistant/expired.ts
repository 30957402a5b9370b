/** Rows of the assistant that are deleted when their time is over. */
import type { OwnTable } from '#db/owners.ts'
import type { Expired } from '../kernel/expired.ts'

export const expiredQuestions: Expired<OwnTable<'assistant'>>[] = [
  // stored by earlier versions: now a question without an answer is deleted at once
  {
    table: 'assistant_questions',
    when: `state in ('refused', 'failed') and created_at < now() - interval '30 days'`,
  },
  // the usage of a month is counted in other tables
  {
    table: 'assistant_ledger',
    when: `state <> 'reserved' and settled_at < now() - interval '3 months' and month < assistant_month()`,
  },
]
