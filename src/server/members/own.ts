/** What a member tells of himself. The public part stands in `profiles`; the rest is read by nobody but him. */
import { sql } from 'kysely'
import type { OwnProfile } from '#contract/members.ts'
import { SAY_PROFILE } from '#contract/profile-words.ts'
import { type Ctx, inTransaction, mustBeMember, notSignedIn } from '../kernel/ctx.ts'
import { isBreach } from '../kernel/refuse.ts'
import { refuseName } from './called.ts'

export async function getOwnProfile(ctx: Ctx): Promise<OwnProfile> {
  const { id } = mustBeMember(ctx, SAY_PROFILE.signIn)
  const found = await ctx.db
    .selectFrom('profiles as p')
    .innerJoin('profiles_private as s', 's.id', 'p.id')
    .select(['p.display_name', 'p.bio', 'p.location', 's.first_name', 's.last_name'])
    // a day, not a moment: the driver would put it into the server's own time zone
    .select(sql<string | null>`s.date_of_birth::text`.as('date_of_birth'))
    .where('p.id', '=', id)
    .executeTakeFirst()
  return found ?? notSignedIn(SAY_PROFILE.signIn)
}

type Change = { [Field in keyof OwnProfile]?: OwnProfile[Field] | undefined }

const hasAny = (change: object) => Object.values(change).some((value) => value !== undefined)

/** Only what he sends is written: two tabs that change different fields keep both. Lock order: the public row, the other. */
export async function updateProfile(ctx: Ctx, change: Change): Promise<OwnProfile> {
  const { id } = mustBeMember(ctx, SAY_PROFILE.signIn)
  const { display_name, bio, location, first_name, last_name, date_of_birth } = change
  const [shown, kept] = [
    { display_name, bio, location },
    {
      ...{ first_name, last_name },
      date_of_birth: date_of_birth === undefined ? undefined : sql<Date>`${date_of_birth}::date`,
    },
  ]
  return inTransaction(ctx, async (ctx) => {
    if (hasAny(shown))
      await ctx.db
        .updateTable('profiles')
        .set({ ...shown, updated_at: sql`now()` })
        .where('id', '=', id)
        .execute()
    if (hasAny(kept)) await ctx.db.updateTable('profiles_private').set(kept).where('id', '=', id).execute()
    return getOwnProfile(ctx)
  }).catch((error: unknown) => {
    refuseName(error, 'display_name')
    if (isBreach(error, 'gone')) notSignedIn(SAY_PROFILE.signIn) // he has deleted his account meanwhile
    throw error
  })
}
