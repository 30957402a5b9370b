/** Categories: queries, order, addresses and colours. */
import type { QueryClient } from '@tanstack/react-query'
import type { Category } from '#contract/categories.ts'
import { CATEGORIES, FEED_ORDER } from '#contract/words.ts'
import { queries } from '../kernel/api.ts'
import { grouped } from '../ui/number.ts'

// twelve categories that almost never change; the counts may be up to ten minutes old
export const categoriesQuery = () => queries.categories.listCategories.queryOptions({ staleTime: 10 * 60_000 })

export const categoryQuery = (slug: string) =>
  queries.categories.getCategory.queryOptions({ input: { slug }, staleTime: 60_000 })

const byOrder = (order: readonly string[]) => (categories: readonly Category[]) => {
  const rank = (category: Category) => (order.indexOf(category.name) + order.length + 1) % (order.length + 1)
  return [...categories].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'))
}

/** In the order of the feed: nine first, the others after them by name. */
export const inFeedOrder = byOrder(FEED_ORDER)
/** In the order of the composer. */
export const inComposerOrder = byOrder(CATEGORIES)

/** The slug of an address as a member may type it, with capitals or spaces. */
export const slugOf = (address: string) => address.trim().toLowerCase().replaceAll(/\s+/g, '-')

/** The title for a slug: "Mental Health" for "mental-health". */
export const titleOf = (address: string) =>
  address
    .replaceAll(/[-\s]+/g, ' ')
    .trim()
    .replaceAll(/(^|\s)(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

/** The dot's class for the twelve categories; its colour follows the theme. Other categories have a colour of their own. */
const DOTS: Readonly<Record<string, string>> = {
  'New Dads': 'c-new',
  'Mental Health': 'c-mind',
  'Fitness & Health': 'c-fit',
  Relationships: 'c-rel',
  'Stepfather Advice': 'c-step',
  'DIY & Tools': 'c-diy',
  'Father & Son': 'c-son',
  'Father & Daughter': 'c-dau',
  Hobbies: 'c-hob',
  'Teenage Years': 'c-teen',
  'Business & Finance': 'c-biz',
  Fashion: 'c-fash',
}
export const dotOf = (name: string): string | undefined => DOTS[name]

/** "1 discussion", "1,204 discussions" */
export const discussions = (count: number) => `${grouped(count)} ${count === 1 ? 'discussion' : 'discussions'}`

/** Adds `by` to the category's count in every cached answer. */
export function countPost(client: QueryClient, slug: string, by: 1 | -1 = 1) {
  const more = <C extends Category>(category: C): C =>
    category.slug === slug ? { ...category, post_count: Math.max(0, category.post_count + by) } : category
  client.setQueryData(categoriesQuery().queryKey, (all) => all?.map(more))
  client.setQueryData(categoryQuery(slug).queryKey, (category) => category && more(category))
}
