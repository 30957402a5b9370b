/** What happens to the account when its member deletes it. The room `leaving` calls this, in this order. */
import { type Kysely, sql } from 'kysely'
import { UNKNOWN } from '#contract/words.ts'
import type { OwnTable } from '#db/owners.ts'
import type { DB } from '#db/types.ts'
import type { OwnRows } from '../kernel/own-rows.ts'
import type { LeavingAccount } from '../leaving/leaving.ts'
import { endSessions } from './suspension.ts'

/** Every key that gives access, and what else belongs to the account alone. */
const ownKeys: OwnRows<OwnTable<'account'>>[] = [
  ['account', 'userId'],
  ['twoFactor', 'userId'],
  ['verification', 'value'],
  ['known_devices', 'user_id'],
  ['taken_sign_ups', 'user_id'],
]

export const leavingAccount: LeavingAccount = {
  rows: ownKeys,
  async lock(db, member) {
    const { rows } = await sql<{ email: string }>`
      select u.email from "user" u where u.id = ${member}::uuid for update`.execute(db)
    return rows[0]?.email ?? null
  },
  // no new session is made meanwhile: making one waits for the locked account
  endSessions: async (db, member) => void (await endSessions({ db }, member)),
  async becomeNobody(db, member) {
    await holdName(db, member)
    const { rows } = await sql<{ username: string }>`
      update "user" set name = ${UNKNOWN.display_name}, username = nobody, "displayUsername" = null, image = null,
        email = nobody || '@invalid', "emailVerified" = false, "twoFactorEnabled" = false
      from (select 'gone.' || left(md5(gen_random_uuid()::text), 20) as nobody) n
      where id = ${member}::uuid returning username`.execute(db)
    return rows[0]!.username
  },
  async delete(db, member) {
    await sql`delete from "user" where id = ${member}::uuid`.execute(db)
  },
}

/** Keeps the name from others for a while. */
const holdName = (db: Kysely<DB>, member: string) =>
  sql`insert into left_names (looks) select left_name(p.username) from profiles p where p.id = ${member}::uuid
    on conflict (looks) do update set until = excluded.until`.execute(db)
