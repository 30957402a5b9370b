/** What is deleted with an account. */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'

/**
 * Reports of a profile hold its text, and so the member's names: they are deleted. Reports of what he wrote stay, as the
 * content does.
 */
export const deleteProfileCases = ({ db }: Pick<Ctx, 'db'>, member: string) =>
  sql`delete from report_cases c where c.kind = 'profile' and c.subject_id = ${member}::uuid`.execute(db)
