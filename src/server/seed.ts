/** The base of every instance: the twelve categories with their colours and lines. Repeating it changes nothing. */
import type { Kysely } from 'kysely'
import { CATEGORIES } from '#contract/categories.ts'
import type { DB } from '#db/types.ts'

/** The colour is the name of a token; each theme has its own value for it. */
const BASE: Record<(typeof CATEGORIES)[number], { color: string; description: string }> = {
  'New Dads': { color: 'new', description: 'The first year, on very little sleep.' },
  'Mental Health': { color: 'mind', description: 'Saying how it is. No advice unless asked for.' },
  'Fitness & Health': { color: 'fit', description: 'Bodies that have to last, and the time to look after them.' },
  Relationships: { color: 'rel', description: 'Partners, exes, parents, friends.' },
  'Stepfather Advice': { color: 'step', description: 'Fathering children who already have a father.' },
  'DIY & Tools': { color: 'diy', description: 'Building it, fixing it, and owning up when it leaks.' },
  'Father & Son': { color: 'son', description: 'Raising boys, and having been one.' },
  'Father & Daughter': { color: 'dau', description: 'Raising girls, and learning to listen.' },
  Hobbies: { color: 'hob', description: 'What you do when nobody needs you for an hour.' },
  'Teenage Years': { color: 'teen', description: 'Doors, phones, and the long way round to a conversation.' },
  'Business & Finance': { color: 'biz', description: 'Work, money, and making both fit around a family.' },
  Fashion: { color: 'fash', description: 'Clothes that survive the school run.' },
}

export async function seedBase(db: Kysely<DB>): Promise<void> {
  await db
    .insertInto('categories')
    .values(CATEGORIES.map((name) => ({ name, ...BASE[name] })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}
