/** Who administers the place, and the log of what he did there: written with the deed, never changed (decision 024). */
import { sql } from 'kysely'
import type { RemovableKind, RestorableKind } from '#contract/thing-words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { isAdministratorColumn } from './rules.ts'

export async function isAdministrator(ctx: Pick<Ctx, 'db' | 'viewer' | 'adminEmails'>): Promise<boolean> {
  if (!ctx.viewer) return false
  const { rows } = await sql<{ is_admin: boolean }>`
    select ${isAdministratorColumn(ctx.adminEmails)} as is_admin from profiles_private s join "user" u on u.id = s.id
    where s.id = ${ctx.viewer.id}::uuid`.execute(ctx.db)
  return rows[0]?.is_admin ?? false
}

type Deed =
  | 'report.dismissed'
  | 'suggestion.approved'
  | 'suggestion.declined'
  | 'member.suspended'
  | 'member.restored'
  | 'assistant.on'
  | 'assistant.off'
  | `${RemovableKind}.removed`
  | `${RestorableKind}.restored`
  | `help_line.${'added' | 'changed' | 'deleted'}`

/** In the deed's own transaction. */
export async function recordAct(ctx: Ctx, what: Deed, subject_id: string, reason: string | null): Promise<void> {
  await sql`
    insert into admin_log (admin_id, admin_name, what, subject_id, reason)
    select p.id, p.username, ${what}, ${subject_id}::uuid, ${reason} from profiles p
    where p.id = ${ctx.viewer?.id ?? null}::uuid`.execute(ctx.db)
}
