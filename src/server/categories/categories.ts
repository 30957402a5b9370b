/** Categories: the twelve subjects, found by their address, counted as everyone sees them. */
import { sql } from 'kysely'
import { type Category, categoryFaults } from '#contract/categories.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'

const COLUMNS = ['id', 'name', 'slug', 'color', 'description', 'post_count'] as const

/** `category` as a column of a list of posts. */
export const categoryColumn = (ref: string) =>
  sql<
    Pick<Category, 'id' | 'name' | 'slug' | 'color'>
  >`(select json_build_object('id', c.id, 'name', c.name, 'slug', c.slug,
    'color', c.color) from categories c where c.id = ${sql.ref(ref)})`.as('category')

export const listCategories = (ctx: Ctx): Promise<Category[]> =>
  ctx.db.selectFrom('categories').select(COLUMNS).orderBy('name').execute()

export async function getCategory(ctx: Ctx, slug: string): Promise<Category> {
  if (slug.includes('\0')) refuse(categoryFaults.notFound) // no database takes it, not even as a question
  const found = await ctx.db
    .selectFrom('categories')
    .select(COLUMNS)
    .where('slug', '=', slug.toLowerCase())
    .executeTakeFirst()
  return found ?? refuse(categoryFaults.notFound)
}

export async function mustExist(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) refuse(categoryFaults.notFound, { fields: { category_id: categoryFaults.notFound.message } })
}
