/** What is new to a member, as his bars and the title of his tab say it. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { topicOf } from '#contract/live-words.ts'
import { isHeard, pulse } from './line.ts'
import { aCard, anId, aPage, aViewer } from './makers.ts'
import { open, PHONE } from './screen.tsx'

test('on a phone the tab bar and the menu say what is new, and nothing moves for it', async () => {
  const viewer = aViewer()
  const card = aCard({ title: 'Word 2' })
  await open('/about', {
    viewer,
    size: PHONE,
    answers: {
      feed: { listFeed: aPage(card) },
    },
  })
  const topic = topicOf('member', viewer.id)
  await expect.poll(() => isHeard(topic)).toBe(true)
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  const tab = tabs.getByRole('link', { name: /^Feed\b/ })
  await expect.element(tab).toBeVisible()
  const at = () => JSON.stringify(tab.element().getBoundingClientRect())
  const before = at()
  for (let n = 0; n < 3; n++) pulse(topic, { feed: [anId()] })
  await expect.element(tab).toHaveAccessibleName(/^Feed ?, 3 new$/)
  expect(at()).toBe(before)
  await expect.poll(() => document.title).toMatch(/^\(3\) /)
  await page.getByRole('button', { name: 'Menu' }).click()
  const entry = page.getByRole('dialog').getByRole('link', { name: /^Feed\b/ })
  await expect.element(entry).toHaveAccessibleName(/, 3 new$/)
  await entry.click()
  await expect.element(page.getByRole('link', { name: 'Word 2' })).toBeVisible()
  await expect.element(tab).toHaveAccessibleName('Feed')
  await expect.poll(() => document.title).toMatch(/^[^(]/)
})
