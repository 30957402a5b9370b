/**
 * A man whose membership ended because the pod had heard nothing of him reads for ninety days what was said until then
 * (docs/decisions/053). `end_kept_places` writes his row; it ends when he comes back, and with the pod.
 */
import { type RawBuilder, sql } from 'kysely'
import type { OwnTable } from '#db/owners.ts'
import type { Expired } from '../kernel/expired.ts'

/** In a query: the man still reads what was said in this pod at this moment. False for its members, who read it as members. */
export const mayReadAsFormer = (pod: RawBuilder<unknown>, man: string, said: RawBuilder<unknown>) =>
  sql<boolean>`(reads_until(${pod}, ${man}::uuid, ${said}) is not null)`

/** In a query: the moment of his leaving. Ask `mayReadAsFormer` as well. */
export const leftAtColumn = (pod: RawBuilder<unknown>, man: string) =>
  sql<Date | null>`(select f.left_at from pod_former_members f where f.pod_id = ${pod} and f.user_id = ${man}::uuid)`

export const expiredFormerMembers: Expired<OwnTable<'pods'>>[] = [
  { table: 'pod_former_members', when: 'until < now()' },
]
