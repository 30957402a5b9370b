/**
 * Achievement notifications in one tab, over a connection that drops. The fake server hands out achievements as the real
 * one does.
 */
import { expect, test } from 'vitest'
import type { Earned } from '#contract/karma.ts'
import { makeAchievementRequests } from './achievement-requests.ts'

const achievement = (id: string): Earned => ({
  ...{ id, name: id, description: 'For something.', badge_emoji: '🌱', category: 'content', points: 1 },
  earned_at: new Date(0),
})

function aTab() {
  const tab = { isWatched: true, isCut: false, isAnswerLost: false, isToastLost: false, isCutOnceShown: false }
  const earned = new Set<string>()
  const shown: string[][] = []
  let asked = 0
  const teller = makeAchievementRequests({
    async ask(acknowledged) {
      asked++
      if (tab.isCut) throw new Error('offline')
      for (const id of acknowledged) earned.delete(id)
      const items = [...earned].map(achievement)
      if (tab.isAnswerLost) throw new Error('the line dropped')
      return items
    },
    async show(items) {
      if (tab.isToastLost) return false
      shown.push(items.map(({ id }) => id))
      tab.isCut = tab.isCutOnceShown
      return true
    },
    isWatched: () => tab.isWatched,
  })
  return { tab, teller, earned, shown, asked: () => asked }
}

test('an achievement is shown once and acknowledged; then no request is sent until another one is earned', async () => {
  const { teller, earned, shown, asked } = aTab()
  earned.add('words')
  await teller.look()
  expect(shown).toEqual([['words']])
  expect(earned.size).toBe(0)
  expect(asked()).toBe(2)
  await teller.look()
  expect(asked()).toBe(2)
  earned.add('door')
  teller.earned()
  await expect.poll(() => shown).toEqual([['words'], ['door']])
})

test('after a lost answer the same achievement is requested again', async () => {
  const { tab, teller, earned, shown } = aTab()
  earned.add('words')
  tab.isAnswerLost = true
  await teller.look()
  expect(shown).toEqual([])
  tab.isAnswerLost = false
  await teller.look()
  expect(shown).toEqual([['words']])
})

test('an achievement that was shown is not shown again if the connection drops before the acknowledgement', async () => {
  const { tab, teller, earned, shown } = aTab()
  earned.add('words')
  tab.isCutOnceShown = true
  await teller.look()
  expect([...earned]).toEqual(['words'])
  Object.assign(tab, { isCut: false, isCutOnceShown: false })
  await teller.look()
  expect(shown).toEqual([['words']])
  expect(earned.size).toBe(0)
})

test('an achievement whose toast could not be shown is not acknowledged', async () => {
  const { tab, teller, earned, shown } = aTab()
  earned.add('words')
  tab.isToastLost = true
  await teller.look()
  expect([...earned]).toEqual(['words'])
  tab.isToastLost = false
  await teller.look()
  expect(shown).toEqual([['words']])
})

test('a hidden tab waits until it is visible', async () => {
  const { tab, teller, earned, asked } = aTab()
  tab.isWatched = false
  earned.add('words')
  teller.earned()
  expect(asked()).toBe(0)
  tab.isWatched = true
  await teller.look()
  expect(earned.size).toBe(0)
})

test('an achievement that is earned during a request is not missed', async () => {
  const { teller, earned, shown } = aTab()
  const looking = teller.look()
  earned.add('words')
  teller.earned()
  await looking
  expect(shown).toEqual([['words']])
})
