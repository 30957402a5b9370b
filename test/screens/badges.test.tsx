/** The counts of new items in a member's bars and in the title of his tab. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { topicOf } from '#contract/live-words.ts'
import { isSubscribed, pulse } from './live-connection.ts'
import { aCard, anId, aPage, aViewer, badgeCounts } from './makers.ts'
import { news, open, PHONE } from './screen.tsx'

test('on a phone the tab bar and the menu show the counts, without a layout shift', async () => {
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
  await expect.poll(() => isSubscribed(topic)).toBe(true)
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

test('while a member reads the feed, a bar above it shows the number of new posts and loads them', async () => {
  const viewer = aViewer()
  const cards = [aCard({ title: 'Word 1' })]
  const screen = await open('/categories', {
    viewer,
    size: PHONE,
    answers: { feed: { listFeed: () => ({ items: cards, next: null }) } },
  })
  const topic = topicOf('member', viewer.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  const bar = page.getByRole('main').getByRole('link', { name: /new posts?$/ })
  await expect.element(bar).not.toBeInTheDocument()
  pulse(topic, { feed: [anId()] })
  await expect.element(bar).toMatchTextContent(/^1 new post(?!s)/)
  pulse(topic, { feed: [anId()] })
  await expect.element(bar).toMatchTextContent(/^2 new posts/)
  // the list does not move until he presses the bar
  expect(screen.asked('feed.listFeed')).toHaveLength(1)
  cards.unshift(aCard({ title: 'Word 3' }), aCard({ title: 'Word 2' }))
  // the request fails: the bar stays and can be pressed again
  screen.failNext('feed.listFeed', 'unreached')
  await bar.click()
  await expect.element(news('The new posts did not load')).toBeVisible()
  await expect.element(bar).toMatchTextContent(/^2 new posts/)
  await bar.click()
  await expect.element(page.getByRole('link', { name: 'Word 3' })).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  expect(document.activeElement?.id).toBe('main')
  // he reads a post and comes back, and more posts arrived meanwhile
  await screen.go('/about')
  window.history.back()
  await expect.element(page.getByRole('link', { name: 'Word 3' })).toBeVisible()
  pulse(topic, { feed: [anId()] })
  await expect.element(bar).toMatchTextContent(/^1 new post(?!s)/)
  cards.unshift(aCard({ title: 'Word 4' }))
  await bar.click()
  await expect.element(page.getByRole('link', { name: 'Word 4' })).toBeVisible()
})

test('on a desktop each link of the bar has its count, except the pods, which never have one', async () => {
  await open('/about', {
    viewer: aViewer(),
    answers: { badges: { getBadges: badgeCounts({ feed: 1, groups: 2, local: 3, profile: 100 }) } },
  })
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const [place, count] of [
    ['Feed', '1'],
    ['Networks', '2'],
    ['Local', '3'],
    ['Profile', '99+'],
  ] as const) {
    const way = bar.getByRole('link', { name: new RegExp(`^${place}\\b`) })
    await expect.element(way).toHaveAccessibleName(`${place} , ${count} new`)
    await expect.element(way.css('.count')).toBeVisible()
  }
  const pods = bar.getByRole('link', { name: /^Pods\b/ })
  await expect.element(pods).toHaveAccessibleName('Pods')
  await expect.element(pods.css('.count')).not.toBeInTheDocument()
})
