/** Categories: the twelve subjects, found by their address; their counts cover what everyone sees. */
import { type Category, categoryFaults } from '#contract/categories.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'

const COLUMNS = ['id', 'name', 'slug', 'color', 'description', 'post_count'] as const

/** The columns of a category that a list joins as `c`; `categoryOf` builds it from the row. */
export const CATEGORY = [
  'c.id as category_id',
  'c.name as category_name',
  'c.slug as category_slug',
  'c.color as category_color',
] as const

type Shown = Pick<Category, 'id' | 'name' | 'slug' | 'color'>

export const categoryOf = (row: { [Field in keyof Shown as `category_${Field}`]: Shown[Field] }): Shown => ({
  id: row.category_id,
  name: row.category_name,
  slug: row.category_slug,
  color: row.category_color,
})

export const listCategories = (ctx: Ctx): Promise<Category[]> =>
  ctx.db.selectFrom('categories').select(COLUMNS).orderBy('name').execute()

export async function getCategory(ctx: Ctx, { slug }: { slug: string }): Promise<Category> {
  if (slug.includes('\0')) refuse(categoryFaults.notFound) // PostgreSQL cannot store this character, nor take it as a parameter
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
