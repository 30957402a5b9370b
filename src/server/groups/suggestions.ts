/** Networks that members suggest, and the decisions of the instance's administrators. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { groupFaults, type Suggestion } from '#contract/groups.ts'
import type { PageOf } from '#contract/kernel.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { PAGE_SIZE } from '#contract/words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { keyOf, pageOf } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'

import { record } from '../kernel/stream/stream.ts'
import { AUTHOR_COLUMNS, authorOf, isAdministrator, refuseName } from '../members/members.ts'
import { groupFacts } from './facts.ts'

interface NewSuggestion {
  id?: string
  group_name: string
  description: string
  location?: string | null
}

/** A suggestion with the same id and words is stored once, even if it has been answered since. */
export async function suggestGroup(ctx: Ctx, { id = randomUUID(), location = null, ...words }: NewSuggestion) {
  const { id: user_id } = mustBeMember(ctx, SAY_ROOMS.signInToSuggest)
  const wish = { id, location, user_id, ...words }
  await inTransaction(ctx, async (ctx) => {
    const made = await ctx.db
      .insertInto('group_creation_requests')
      .values(wish)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await record(ctx, groupFacts.suggested(id))
    else if (!(await isRepeated(ctx, wish))) refuse(groupFaults.idTaken)
  }).catch((error: unknown) => {
    refuseName(error, 'group_name')
    throw error
  })
  return { id }
}

/** Returns true if the same suggestion of the same member exists already. */
async function isRepeated(ctx: Ctx, { location, ...same }: NewSuggestion & { user_id: string }): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('group_creation_requests')
    .select('id')
    .where((where) => where.and(same))
    .where(sql<boolean>`location is not distinct from ${location}::text`)
    .executeTakeFirst()
  return found !== undefined
}

/** Answers everyone else as if the operation did not exist. */
async function mustBeAdministrator(ctx: Ctx): Promise<string> {
  const { id } = mustBeMember(ctx, SAY_ROOMS.signInToGroups)
  return (await isAdministrator(ctx)) ? id : refuse(groupFaults.noSuggestion)
}

interface SuggestionRow extends Omit<Suggestion, 'user'> {
  author_id: string | null
  author_username: string | null
  author_display_name: string | null
  author_avatar_url: string | null
  author_location: string | null
  author_is_administrator: boolean | null
}

export async function listSuggestions(ctx: Ctx, { after }: { after?: string }): Promise<PageOf<Suggestion>> {
  await mustBeAdministrator(ctx)
  const key = keyOf(after)
  const { rows } = await sql<SuggestionRow>`
    select r.id, r.group_name, r.description, r.location, r.created_at,
      ${AUTHOR_COLUMNS}
    from group_creation_requests r left join profiles a on a.id = r.user_id
    where r.status = 'pending'
      ${key ? sql`and (r.created_at, r.id) < (${key.created_at}::timestamptz, ${key.id}::uuid)` : sql``}
    order by r.created_at desc, r.id desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(ctx.db)
  return pageOf(
    rows.map((row) => {
      const { id, group_name, description, location, created_at } = row
      return { id, group_name, description, location, created_at, user: authorOf(row) }
    }),
    PAGE_SIZE,
  )
}

interface SuggestionDecision {
  id: string
  decision: 'approve' | 'decline'
  is_public?: boolean
  reason?: string
}

/** An approved network gets the member who suggested it as its admin, by a trigger of groups. He gets a mail either way. */
export async function decideSuggestion(ctx: Ctx, verdict: SuggestionDecision) {
  const viewer = await mustBeAdministrator(ctx)
  try {
    return await inTransaction(ctx, (ctx) => decide(ctx, viewer, verdict))
  } catch (error) {
    refuseName(error, 'decision')
    if (isNameTaken(error)) refuse(groupFaults.nameTaken)
    throw error
  }
}

async function decide(ctx: Ctx, viewer: string, { id, decision, is_public = true, reason }: SuggestionDecision) {
  const isOpened = decision === 'approve'
  const { rows } = await sql<NewSuggestion & { user_id: string | null }>`
    update group_creation_requests r set status = ${isOpened ? 'approved' : 'rejected'},
      reason = ${isOpened ? null : (reason ?? null)}, reviewed_by = ${viewer}::uuid, reviewed_at = now()
    where r.id = ${id}::uuid and r.status = 'pending'
    returning r.group_name, r.description, r.location, r.user_id`.execute(ctx.db)
  const wish = rows[0] ?? (await refuseAnswered(ctx, id))
  const slug = isOpened ? await openGroup(ctx, id, wish, is_public) : null
  await record(ctx, groupFacts.suggestionAnswered(id, isOpened, reason))
  return { id, slug }
}

async function openGroup(
  ctx: Ctx,
  id: string,
  { group_name: name, description, location = null, user_id: creator_id }: NewSuggestion & { user_id: string | null },
  is_public: boolean,
): Promise<string> {
  const group = await ctx.db
    .insertInto('groups')
    .values({ name, description, location, is_public, creator_id })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  await ctx.db.updateTable('group_creation_requests').set({ group_id: group.id }).where('id', '=', id).execute()
  await record(ctx, groupFacts.created(group.id, creator_id))
  return group.slug
}

async function refuseAnswered(ctx: Ctx, id: string): Promise<never> {
  const found = await ctx.db.selectFrom('group_creation_requests').select('id').where('id', '=', id).executeTakeFirst()
  return refuse(found ? groupFaults.answered : groupFaults.noSuggestion)
}

/** In a query: selects the name of what was suggested, and the path of the network that was opened for it. */
export const suggestionShown = (id: RawBuilder<unknown>) => sql`
  select coalesce(g.name, r.group_name) as name, '/group/' || g.slug as path
  from group_creation_requests r left join groups g on g.id = r.group_id where r.id = ${id}`

/** Returns true if a network with an equal name or slug exists. */
export const isNameTaken = (error: unknown) =>
  ['groups_name_looks', 'groups_slug_key', 'names_taken_pkey'].some((index) => isBreach(error, 'twice', index))
