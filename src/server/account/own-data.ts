/** This room's part of the copy of a member's data: the account and the signed-in devices. */
import { sql } from 'kysely'
import { byId, type OwnDataPart, onePage } from '../kernel/own-data.ts'

export const accountParts: OwnDataPart[] = [
  {
    name: 'account',
    tables: ['user', 'account', 'twoFactor'],
    page: onePage(
      (member) => sql`select u.id, u.email, u."emailVerified" as email_verified, u.username, u.name,
        u."twoFactorEnabled" as two_step_verification, u."createdAt" as created_at from "user" u where u.id = ${member}::uuid`,
    ),
  },
  {
    name: 'devices',
    tables: ['session'],
    page: byId(
      's.id',
      (
        member,
        further,
      ) => sql`select s.id as place_, s."userAgent" as browser, s."createdAt" as signed_in_at, s."updatedAt" as last_seen_at
        from session s where s."userId" = ${member}::uuid ${further}`,
    ),
  },
]
