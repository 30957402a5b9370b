/** Changes that admins make to their network. Making it public or private also changes the public counts. */
import { sql } from 'kysely'
import { type Group, groupFaults } from '#contract/groups.ts'
import { missing } from '#contract/missing.ts'
import { SAY } from '#contract/words.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { isId } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { refuseName } from '../members/members.ts'
import { groupFacts } from './facts.ts'
import { headOf } from './heads.ts'
import { reindexVisibility } from './reindex-visibility.ts'
import { whyNotRun } from './rules.ts'
import { isNameTaken } from './suggestions.ts'

interface GroupEdit {
  id: string
  name?: string
  description?: string | null
  location?: string | null
  is_public?: boolean
}

/** Stores only fields that are sent and differ. Without such a field there is no change. */
export async function editGroup(ctx: Ctx, { id, ...sent }: GroupEdit): Promise<Group> {
  mustBeMember(ctx, SAY.signInToEdit)
  try {
    await inTransaction(ctx, (ctx) => change(ctx, id, sent))
  } catch (error) {
    refuseName(error, 'name')
    if (isNameTaken(error)) refuse(groupFaults.nameTaken, { fields: { name: groupFaults.nameTaken.message } })
    throw error
  }
  return headOf(ctx, id)
}

async function change(ctx: Ctx, id: string, sent: Omit<GroupEdit, 'id'>): Promise<void> {
  const why = whyNotRun(await headOf(ctx, id))
  if (why) refuse(why)
  // lock before any row: nobody can write into the network, or change its counts, until this has ended
  if (sent.is_public !== undefined) await sql`select lock_group_exclusive(${id}::uuid)`.execute(ctx.db)
  await sql`select from groups g where g.id = ${id}::uuid for no key update`.execute(ctx.db)
  const group = await headOf(ctx, id)
  const whyNow = whyNotRun(group)
  if (whyNow) refuse(whyNow)
  const changed = Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => value !== undefined && group[field as keyof Group] !== value),
  )
  if (Object.keys(changed).length === 0) return
  await ctx.db.updateTable('groups').set(changed).where('id', '=', id).execute()
  await record(ctx, groupFacts.edited(id, Object.keys(changed)))
  if (changed.is_public !== undefined) await reindexVisibility(ctx, id)
}

/** Switches whether the assistant may quote the network's posts. For admins, within the transaction of the caller. */
export async function setQuotableGroup(
  ctx: Ctx,
  group: string,
  is_quotable: boolean,
): Promise<{ id: string; isChanged: boolean }> {
  if (!isId(group)) refuse(missing.group)
  // lock the network, so that its admins stay the same until the transaction ends
  await sql`select from groups g where g.id = ${group}::uuid for no key update`.execute(ctx.db)
  const found = await headOf(ctx, group, missing.group)
  const why = whyNotRun(found)
  if (why) refuse(why)
  const { id } = found
  const { numUpdatedRows } = await ctx.db
    .updateTable('groups')
    .set({ is_quotable })
    .where('id', '=', id)
    .where('is_quotable', '<>', is_quotable)
    .executeTakeFirst()
  return { id, isChanged: numUpdatedRows > 0n }
}
