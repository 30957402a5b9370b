/** Who administers the instance (docs/decisions/024). */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { isAdministratorColumn } from './rules.ts'

export async function isAdministrator(ctx: Pick<Ctx, 'db' | 'viewer' | 'adminEmails'>): Promise<boolean> {
  if (!ctx.viewer) return false
  const { rows } = await sql<{ is_admin: boolean }>`
    select ${isAdministratorColumn(ctx.adminEmails)} as is_admin from profiles_private s join "user" u on u.id = s.id
    where s.id = ${ctx.viewer.id}::uuid`.execute(ctx.db)
  return rows[0]?.is_admin ?? false
}
