/** Reads and edits the viewer's own profile: public fields in `profiles`, and private ones in `profiles_private`. */
import { sql } from 'kysely'
import type { OwnProfile } from '#contract/members.ts'
import { PROFILE_FIELDS, SAY_PROFILE } from '#contract/profile-words.ts'
import { type Ctx, inTransaction, mustBeMember, notSignedIn } from '../kernel/ctx.ts'
import { isBreach } from '../kernel/refuse.ts'
import { refuseName } from './display-names.ts'

export async function getOwnProfile(ctx: Ctx): Promise<OwnProfile> {
  const { id } = mustBeMember(ctx, SAY_PROFILE.signIn)
  const found = await ctx.db
    .selectFrom('profiles as p')
    .innerJoin('profiles_private as s', 's.id', 'p.id')
    .select(PROFILE_FIELDS.public.map((field) => `p.${field}` as const))
    // as text: the driver would read a day as a moment in the server's own time zone
    .select(PROFILE_FIELDS.private.map((field) => sql<string | null>`${sql.ref(`s.${field}`)}::text`.as(field)))
    .where('p.id', '=', id)
    .executeTakeFirst()
  return found ?? notSignedIn(SAY_PROFILE.signIn)
}

type Change = { [Field in keyof OwnProfile]?: OwnProfile[Field] | undefined }

const chosen = <Field extends keyof Change>(change: Change, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, change[field]])) as Pick<Change, Field>

const hasAny = (change: object) => Object.values(change).some((value) => value !== undefined)

/** Writes only the fields that are sent, so two tabs can change different ones. Lock order: public row, private row. */
export async function updateProfile(ctx: Ctx, change: Change): Promise<OwnProfile> {
  const { id } = mustBeMember(ctx, SAY_PROFILE.signIn)
  const [shown, kept] = [chosen(change, PROFILE_FIELDS.public), chosen(change, PROFILE_FIELDS.private)]
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
    if (isBreach(error, 'gone')) notSignedIn(SAY_PROFILE.signIn) // the account was deleted in the meantime
    throw error
  })
}
