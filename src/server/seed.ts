/**
 * The base data of every instance: the twelve categories with their colours and lines, eight public networks, so that
 * the first member finds some to join, the achievements, and the help lines. Seeding again changes nothing, and keeps
 * what members have changed in a network.
 */
import { type Kysely, sql } from 'kysely'
import { CATEGORIES } from '#contract/categories.ts'
import type { DB } from '#db/types.ts'
import { ACHIEVEMENTS, achievementId } from './seed-achievements.ts'
import { seedHelpLines } from './seed-help-lines.ts'

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

/** The networks have fixed ids, so a renamed network is still recognized. */
const NETWORKS: readonly { id: string; name: string; description: string }[] = [
  {
    id: '6f617468-6572-4b69-8e00-000000000001',
    name: 'New Fathers',
    description: 'The first two years: nights, nappies, and who you are now.',
  },
  {
    id: '6f617468-6572-4b69-8e00-000000000002',
    name: 'Single Dads',
    description: 'Doing it alone, all week or half of it.',
  },
  {
    id: '6f617468-6572-4b69-8e00-000000000003',
    name: 'Stepdads',
    description: 'Finding a place in a family that was there before you.',
  },
  {
    id: '6f617468-6572-4b69-8e00-000000000004',
    name: 'Stay-at-Home Dads',
    description: 'The house, the children and the long afternoon.',
  },
  {
    id: '6f617468-6572-4b69-8e00-000000000005',
    name: 'Night Shift Dads',
    description: 'For fathers who work while the house sleeps and sleep while it does not.',
  },
  {
    id: '6f617468-6572-4b69-8e00-000000000006',
    name: 'Dads of Teenagers',
    description: 'Closed doors, loud music, and keeping the talk going.',
  },
  {
    id: '6f617468-6572-4b69-8e00-000000000007',
    name: 'Co-Parenting',
    description: 'Two homes, one calendar, and peace at the handover.',
  },
  {
    id: '6f617468-6572-4b69-8e00-000000000008',
    name: 'Dads Outdoors',
    description: 'Walks, tents, bikes and rain, with children of any size.',
  },
]

export async function seedBase(db: Kysely<DB>): Promise<void> {
  await db
    .insertInto('categories')
    .values(CATEGORIES.map((name) => ({ name, ...BASE[name] })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  await db
    .insertInto('groups')
    .values([...NETWORKS])
    // also if members have created a network of that name before
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await seedAchievements(db)
  await seedHelpLines(db)
}

/**
 * Updates the achievements to this version. Members keep the ones they have earned, also if these have another name
 * now.
 */
async function seedAchievements(db: Kysely<DB>): Promise<void> {
  await db
    .insertInto('achievements')
    .values(ACHIEVEMENTS.map(({ number, ...achievement }) => ({ id: achievementId(number), ...achievement })))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((set) => ({
          name: set.ref('excluded.name'),
          description: set.ref('excluded.description'),
          badge_emoji: set.ref('excluded.badge_emoji'),
          category: set.ref('excluded.category'),
          points: set.ref('excluded.points'),
          metric: set.ref('excluded.metric'),
          threshold: set.ref('excluded.threshold'),
        }))
        // if nothing differs, nothing is written and no lock is taken
        .where(sql<boolean>`achievements is distinct from excluded`),
    )
    .execute()
}
