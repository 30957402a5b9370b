/** Categories: the twelve subjects, each with its colour, its description and the number of its public discussions. */
import * as z from 'zod'
import { fault, Id, open, refuses, Sought } from './kernel.ts'

export const categoryFaults = {
  notFound: fault('CATEGORY_NOT_FOUND', 404, 'Category not found'),
}

export { CATEGORIES, FEED_ORDER } from './words.ts'

export const Category = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  color: z.string(),
  description: z.string().nullable(),
  post_count: z.number(),
})
export type Category = z.infer<typeof Category>

export const categories = {
  listCategories: open('posts:read')
    .route({
      method: 'GET',
      path: '/categories',
      operationId: 'listCategories',
      tags: ['categories'],
      summary: 'All categories, by name',
    })
    .output(z.array(Category)),
  getCategory: open('posts:read')
    .route({
      method: 'GET',
      path: '/categories/{slug}',
      operationId: 'getCategory',
      tags: ['categories'],
      summary: 'One category',
    })
    .errors(refuses(categoryFaults.notFound))
    .input(z.strictObject({ slug: Sought }))
    .output(Category),
}
