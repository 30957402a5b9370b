/** Categories in data: their order, their addresses and their colours. */
import type { QueryClient } from '@tanstack/react-query'
import type { Category } from '#contract/categories.ts'
import { CATEGORIES, FEED_ORDER } from '#contract/words.ts'
import { queries } from '../kernel/api.ts'
import { grouped } from '../ui/number.ts'

// twelve subjects that change about never; the counts may be a little old
export const categoriesQuery = () => queries.categories.listCategories.queryOptions({ staleTime: 10 * 60_000 })

export const categoryQuery = (slug: string) =>
  queries.categories.getCategory.queryOptions({ input: { slug }, staleTime: 60_000 })

const byOrder = (order: readonly string[]) => (categories: readonly Category[]) => {
  const rank = (category: Category) => (order.indexOf(category.name) + order.length + 1) % (order.length + 1)
  return [...categories].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'))
}

/** As the feed lists them: nine by FEEDD-25, the others behind them by name. */
export const inFeedOrder = byOrder(FEED_ORDER)
/** As the composer offers them (COMP-18). */
export const inComposerOrder = byOrder(CATEGORIES)

/** The address as it is looked up: whoever types capitals or spaces means the same place. */
export const slugOf = (address: string) => address.trim().toLowerCase().replaceAll(/\s+/g, '-')

/** "mental-health" as a title: "Mental Health" (CAT-01, CAT-02). */
export const titleOf = (address: string) =>
  address
    .replaceAll(/[-\s]+/g, ' ')
    .trim()
    .replaceAll(/(^|\s)(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

/** The dot's class for the twelve: its colour then follows the theme. Others carry their own colour. */
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

/** "1 discussion", "1,204 discussions" (AMB-57) */
export const discussions = (count: number) => `${grouped(count)} ${count === 1 ? 'discussion' : 'discussions'}`

/** One discussion more, or one less, wherever the category is counted. */
export function countPost(client: QueryClient, slug: string, by: 1 | -1 = 1) {
  const more = <C extends Category>(category: C): C =>
    category.slug === slug ? { ...category, post_count: Math.max(0, category.post_count + by) } : category
  client.setQueryData(categoriesQuery().queryKey, (all) => all?.map(more))
  client.setQueryData(categoryQuery(slug).queryKey, (category) => category && more(category))
}
