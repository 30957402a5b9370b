import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '#contract/categories.ts'
import { seedBase } from '#server/seed.ts'
import { makeWorld, refusal } from '#test/world.ts'

const world = await makeWorld()
const visitor = world.as(null)

test('a new instance has the twelve categories, by name, each with its colour and its description', async () => {
  const all = await visitor.categories.listCategories()
  expect(all.map(({ name }) => name)).toEqual([...CATEGORIES].sort())
  expect(new Set(all.map(({ color }) => color)).size).toBe(12)
  for (const one of all) expect(one).toMatchObject({ description: expect.stringMatching(/\.$/), post_count: 0 })
  expect(Object.keys(all[0]!).sort()).toEqual(['color', 'description', 'id', 'name', 'post_count', 'slug'])
})

test('seeding again changes nothing, not even the edits of an administrator', async () => {
  await world.db.updateTable('categories').set({ description: 'Ours.' }).where('name', '=', 'Hobbies').execute()
  const before = await visitor.categories.listCategories()
  await Promise.all([seedBase(world.db), seedBase(world.db)])
  expect(await visitor.categories.listCategories()).toEqual(before)
})

test.each([
  ['new-dads', 'New Dads'],
  ['New-Dads', 'New Dads'],
  ['fitness-&-health', 'Fitness & Health'],
])('the address %s is that of %s', async (slug, name) => {
  expect(await visitor.categories.getCategory({ slug })).toMatchObject({ name, slug: slug.toLowerCase() })
})

test.each(['nonsense', '', 'new dads', 'new_dads', '%', randomUUID(), 'a\0b', '\ud800'])(
  'the address "%s" reads "Category not found", on its page and for its posts',
  async (slug) => {
    const missing = { code: 'CATEGORY_NOT_FOUND', status: 404, message: 'Category not found' }
    expect(await refusal(visitor.categories.getCategory({ slug }))).toEqual(missing)
    expect(await refusal(visitor.feed.listCategoryPosts({ slug }))).toEqual(missing)
  },
)

test('two names with the same address cannot both exist', async () => {
  await world.category('Night Shift')
  await expect(world.category('night-shift')).rejects.toThrow(/categories_slug_key/)
})

describe('the number of discussions', () => {
  test('counts the posts that everyone sees, in general and in public networks', async () => {
    const [ana, subject] = [await world.member(), await world.category()]
    const open = await world.publicNetwork({ members: [ana] })
    const closed = await world.privateNetwork({ members: [ana] })
    await world.post({ by: ana, category: subject })
    await world.postIn(open, { by: ana, category: subject })
    await world.postIn(closed, { by: ana, category: subject })
    const { post_count } = await visitor.categories.getCategory({ slug: subject.slug })
    expect(post_count).toBe((await visitor.feed.listCategoryPosts({ slug: subject.slug })).items.length)
    expect(post_count).toBe(2)
    expect((await world.as(ana).categories.getCategory({ slug: subject.slug })).post_count).toBe(2)
  })
})
