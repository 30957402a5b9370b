import { expect, test } from 'vitest'
import { CATEGORIES } from '#contract/words.ts'
import { discussions, inComposerOrder, inFeedOrder, slugOf, titleOf } from './categories.ts'

const category = (name: string) => ({ id: name, name, slug: name, color: '#000', description: null, post_count: 0 })
const shuffled = [...CATEGORIES, 'Aquariums', 'Zen'].sort().map(category)

test('the feed lists nine categories first, then the others by name', () => {
  expect(inFeedOrder(shuffled).map(({ name }) => name)).toEqual([
    'New Dads',
    'Mental Health',
    'Fitness & Health',
    'Relationships',
    'Stepfather Advice',
    'DIY & Tools',
    'Father & Son',
    'Hobbies',
    'Teenage Years',
    'Aquariums',
    'Business & Finance',
    'Fashion',
    'Father & Daughter',
    'Zen',
  ])
})

test('the composer offers all twelve categories in its own order', () => {
  expect(
    inComposerOrder(shuffled)
      .map(({ name }) => name)
      .slice(0, 12),
  ).toEqual([...CATEGORIES])
})

test('a path becomes a title and a slug', () => {
  expect(titleOf('mental-health')).toBe('Mental Health')
  expect(titleOf('no-such--place')).toBe('No Such Place')
  expect(slugOf('New Dads')).toBe('new-dads')
  expect(slugOf('DIY-&-Tools')).toBe('diy-&-tools')
})

test('the number of discussions is written with its noun', () => {
  expect([0, 1, 1204].map(discussions)).toEqual(['0 discussions', '1 discussion', '1,204 discussions'])
})
