/** Members: a member's public row, and his own settings. */
import { sql } from 'kysely'
import type { Viewer } from '#contract/account.ts'
import { topicOf } from '#contract/live-words.ts'
import { type Author, memberFaults, type Profile, USERNAME } from '#contract/members.ts'
import { ONBOARDING } from '#contract/onboarding-words.ts'
import { PROFILE_FIELDS } from '#contract/profile-words.ts'
import { type Ctx, mustBeMember, retried } from '../kernel/ctx.ts'
import { setNoticeWish, stopNoticesOfKey, wantsNotices } from '../kernel/jobs/jobs.ts'
import type { TopicKind } from '../kernel/live/live.ts'
import { prepared } from '../kernel/postgres/postgres.ts'
import { refuse } from '../kernel/refuse.ts'
import { isThere, type ViewerScope, visibleMember } from './rules.ts'

export {
  administratorsAddresses,
  firstAdministratorsAddress,
  isAdministrator,
  mailableMember,
} from './administrators.ts'

export { complaintAboutName, refuseName } from './display-names.ts'
export { storeInstanceSettings } from './instance-settings.ts'
export {
  cellOf,
  clearPrivateRow,
  clearPublicRow,
  endSuspension,
  hasLocalMode,
  hasNeverSignedIn,
  isQuotableMember,
  isSuspended,
  joinAccount,
  lockSuspensions,
  makeAdmin,
  markSuspended,
  noteSignIn,
  positionOf,
  setNull,
  setPlan,
  suspensionOf,
  switchOffLocalMode,
} from './private-row.ts'
export {
  allApartFrom,
  apartFrom,
  blockersOf,
  hasBlocked,
  isAdministratorColumn,
  isVerified,
  neitherBlocked,
  notBlocked,
  type ViewerScope,
} from './rules.ts'
export { profileThing } from './thing.ts'

/** The trigger `profiles_of_new_user` writes this fact in the transaction of the sign-up. */
export type MemberFact = 'member.joined'

/**
 * The author's columns in the rows of a list, with his profile joined as `a`. Plain columns cost PostgreSQL and the
 * driver less than an object in each row. `authorOf` makes the object.
 */
export const AUTHOR = [
  'a.id as author_id',
  'a.username as author_username',
  'a.display_name as author_display_name',
  'a.avatar_url as author_avatar_url',
  'a.location as author_location',
  'a.is_administrator as author_is_administrator',
] as const
/** The same columns for an SQL template. */
export const AUTHOR_COLUMNS = sql.join(AUTHOR.map((column) => sql.raw(column)))

type AuthorFields = Required<Omit<Author, 'is_administrator'>> & { is_administrator: boolean }
export type AuthorRow = { [Field in keyof AuthorFields as `author_${Field}`]: AuthorFields[Field] | null }

export const authorOf = (row: AuthorRow): Author | null =>
  row.author_id === null
    ? null
    : {
        id: row.author_id,
        username: row.author_username!,
        display_name: row.author_display_name!,
        avatar_url: row.author_avatar_url,
        location: row.author_location,
        ...withAdministratorMark(row.author_is_administrator),
      }

/** Adds the administrator's mark; other members have no such field. */
export const withAdministratorMark = (is_administrator: boolean | null) =>
  is_administrator ? { is_administrator: true as const } : {}

const PUBLIC = [
  'id',
  'username',
  'avatar_url',
  'is_administrator',
  ...PROFILE_FIELDS.public,
  'post_count',
  'comment_count',
  'kin_count',
  'community_karma',
  'created_at',
] as const

const withMark = <Row extends { is_administrator: boolean }>({ is_administrator, ...row }: Row) => ({
  ...row,
  ...withAdministratorMark(is_administrator),
})

/** Returns the viewer scope of the caller. It contains ADMIN_EMAILS, because a block hides nothing from an administrator. */
export const viewerScopeOf = ({ viewer, adminEmails }: Pick<Ctx, 'viewer' | 'adminEmails'>): ViewerScope | null =>
  viewer && { id: viewer.id, administrators: adminEmails }

/** Returns the public profile. Throws `notFound` if there is none, or if one of the two members has blocked the other. */
export async function getMember(ctx: Ctx, { username }: { username: string }): Promise<Profile> {
  if (!USERNAME.test(username)) refuse(memberFaults.notFound)
  const found = await ctx.db
    .selectFrom('profiles as p')
    .select(PUBLIC.map((column) => `p.${column}` as const))
    .where(sql`lower(p.username)`, '=', username.toLowerCase())
    .where(visibleMember(viewerScopeOf(ctx)))
    .executeTakeFirst()
  return found ? withMark(found) : refuse(memberFaults.notFound)
}

/** Finds an author by id, also one who is blocked. Returns null if there is none. */
export async function findAuthor(ctx: Ctx, id: string): Promise<Author | null> {
  const found = await ctx.db
    .selectFrom('profiles as p')
    .select(['p.id', 'p.username', 'p.display_name', 'p.avatar_url', 'p.location', 'p.is_administrator'])
    .where('p.id', '=', id)
    .where(isThere)
    .executeTakeFirst()
  return found ? withMark(found) : null
}
export { getOwnProfile, updateProfile } from './own-profile.ts'

export async function setDarkMode(ctx: Ctx, { dark_mode_enabled }: { dark_mode_enabled: boolean }) {
  const { id } = mustBeMember(ctx, 'Please sign in to change your settings')
  const write = ctx.db.updateTable('profiles_private').set({ dark_mode_enabled }).where('id', '=', id)
  await retried(ctx, () => write.execute())
  return { dark_mode_enabled }
}

export async function getNotices(ctx: Ctx): Promise<{ wanted: boolean }> {
  const { id } = mustBeMember(ctx, 'Please sign in to change your settings')
  const { rows } = await sql<{ wanted: boolean }>`select ${wantsNotices(sql`${id}::uuid`)} as wanted`.execute(ctx.db)
  return rows[0]!
}

export async function setNotices(ctx: Ctx, { wanted }: { wanted: boolean }): Promise<{ wanted: boolean }> {
  const { id } = mustBeMember(ctx, 'Please sign in to change your settings')
  await retried(ctx, () => setNoticeWish(ctx.db, id, wanted))
  return { wanted }
}

/** Sets whether the assistant may quote the member, in the caller's transaction. Returns false if nothing changed. */
export async function setQuotableMember(ctx: Ctx, is_quotable: boolean): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('profiles_private')
    .set({ is_quotable })
    .where('id', '=', ctx.viewer?.id ?? null)
    .where('is_quotable', '<>', is_quotable)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Needs only the key of the link in the member's mail, which allows nothing else. */
export async function stopNotices(ctx: Ctx, { key }: { key: string }): Promise<{ wanted: boolean }> {
  const isFound = await retried(ctx, () => stopNoticesOfKey(ctx.db, key))
  return isFound ? { wanted: false } : refuse(memberFaults.noNotices)
}

const own = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('profiles_private as s', 's.id', 'p.id')
    .innerJoin('user as u', 'u.id', 'p.id')
    .select(PUBLIC.map((column) => `p.${column}` as const))
    .select(['u.email', 'u.emailVerified', 'u.twoFactorEnabled as two_factor_enabled'])
    .select(['s.dark_mode_enabled', 's.local_mode_enabled', 's.is_admin'])
    .select(sql<boolean>`coalesce(s.onboarding_completed, false)`.as('onboarding_completed'))
    .select(
      sql<boolean>`s.welcome_away_at is null and p.created_at > now() - make_interval(days => ${sql.lit(ONBOARDING.welcomeDays)})`.as(
        'shows_welcome',
      ),
    )
    .where('p.id', '=', id),
)

/** Returns everything that a member may see of himself, or null if the account is deleted. */
export async function ownRow(ctx: Ctx, id: string): Promise<Viewer | null> {
  const [found] = await own(ctx.db, { id })
  if (!found) return null
  const { emailVerified, ...row } = found
  return { ...withMark(row), is_admin: row.is_admin || (emailVerified && ctx.adminEmails.includes(row.email)) }
}

/** Returns whether the account exists and is not being deleted. */
export async function hasAccount({ db }: Pick<Ctx, 'db'>, id: string): Promise<boolean> {
  const { rows } = await sql`select from profiles p where p.id = ${id}::uuid
    and not exists (select from departures d where d.member_id = p.id)`.execute(db)
  return rows.length > 0
}

/**
 * Switches local mode off. Signing out calls it before anything else, and again after the session is deleted; so do the
 * list of devices and a password reset, which signs out everywhere.
 */
export async function switchLocalModeOff(ctx: Pick<Ctx, 'db'>, id: string): Promise<void> {
  await ctx.db
    .updateTable('profiles_private')
    .set({ local_mode_enabled: false, latitude: null, longitude: null })
    .where('id', '=', id)
    .execute()
}

/** The topic of one member, which only he receives. Events name their subject, and the screen then reads it. */
export const memberTopic = (id: string) => topicOf('member', id)
export const memberTopics: Record<'member', TopicKind> = {
  member: {
    mayHear: async (_db, id, members) => members.filter((member) => member === id),
    show: async () => new Map(),
  },
}
