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

/**
 * The confirmed addresses of all administrators. Both ways to become one have an index, so this reads no other member.
 */
export async function administratorsAddresses({ db, adminEmails }: Pick<Ctx, 'db' | 'adminEmails'>): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select u.email from (
        select a.id from profiles_private a where a.is_admin
        union select e.id from "user" e where e.email = any(${adminEmails}::text[])) x
      join "user" u on u.id = x.id join profiles_private s on s.id = x.id
    where u."emailVerified" and ${isAdministratorColumn(adminEmails)} order by u.id`.execute(db)
  return rows.map(({ email }) => email)
}

/**
 * The address of the first administrator: the first of ADMIN_EMAILS, otherwise of the oldest account that was made one. Null if there
 * is none.
 */
export async function firstAdministratorsAddress({
  db,
  adminEmails,
}: Pick<Ctx, 'db' | 'adminEmails'>): Promise<string | null> {
  if (adminEmails[0]) return adminEmails[0]
  const { rows } = await sql<{ email: string }>`
    select u.email from profiles_private s join "user" u on u.id = s.id
    where s.is_admin and u."emailVerified" and s.suspended_at is null order by u."createdAt", u.id limit 1`.execute(db)
  return rows[0]?.email ?? null
}

/** The member's address; null if it is not confirmed. A suspended member has one, too. */
export async function mailableMember({ db }: Pick<Ctx, 'db'>, id: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select u.email from "user" u where u.id = ${id}::uuid and u."emailVerified"`.execute(db)
  return rows[0]?.email ?? null
}
