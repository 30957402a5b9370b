/** The feed: its requests, how it loads more, and where its parts stand. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersOfCategory, answersOfFeed, cards } from './feed-makers.ts'
import { aCategory, aViewer, theCategories } from './makers.ts'
import { DESK, open } from './screen.tsx'

const posts = page.getByRole('region', { name: 'Posts' }).getByRole('article')
/** the empty state, in place of the posts */
const blank = page.css('.blank')

test('opening a post from the feed makes one request, and going back makes none', async () => {
  const [first, ...more] = cards(20)
  const screen = await open('/categories', {
    viewer: aViewer(),
    ahead: true,
    answers: answersOfFeed([first!, ...more]),
  })
  const link = posts.first().getByRole('heading').getByRole('link')
  const opened = page.getByRole('heading', { level: 1, name: first!.title, exact: true })
  const answer = screen.holdNext('comments.getThread')
  // hovered, then pressed while the response is still pending
  await link.hover()
  await expect.poll(() => screen.asked('comments.getThread')).toHaveLength(1)
  await link.click()
  answer()
  await expect.element(opened).toBeVisible()
  window.history.back()
  await expect.element(posts.first()).toBeVisible()
  await link.click()
  await expect.element(opened).toBeVisible()
  expect(screen.asked('comments.getThread')).toHaveLength(1)
  expect(screen.asked('feed.listFeed')).toHaveLength(1)
})

test('if the next posts do not load, the list reports it and continues when the member retries', async () => {
  const screen = await open('/categories', { answers: answersOfFeed(cards(60)) })
  await expect.poll(() => posts.elements().length).toBe(20)
  screen.failNext('feed.listFeed', 'unreached')
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(page.getByRole('alert')).toHaveTextContent('That did not load. What you see is safe; try again.')
  await expect.poll(() => posts.elements().length).toBe(20)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect.poll(() => posts.elements().length).toBeGreaterThanOrEqual(40)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('the parts of the feed stand on one edge, on a desktop', async () => {
  const leftOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().left
  await open('/categories', { answers: answersOfFeed(), size: DESK })
  await expect.element(page.css('.visitor h2')).toBeVisible()
  expect(leftOf('.visitor h2')).toBe(leftOf('.post .vote'))
})

test('the parts of a member’s feed stand on one edge, on a desktop', async () => {
  const leftOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().left
  await open('/categories', { viewer: aViewer({ shows_welcome: true }), answers: answersOfFeed(), size: DESK })
  await expect.element(page.css('.welcome h2')).toBeVisible()
  for (const part of ['.welcome h2', '.bench-row .av']) expect(leftOf(part), part).toBe(leftOf('.post .vote'))
})

test('the name of a category stands on one line, on the narrowest phone', async () => {
  const names = ['Hobbies', 'Fitness & Health', 'Stepfather Advice', 'Father & Daughter', 'Business & Finance']
  const categories = names.map((name) => aCategory(name))
  const named = (slug: string) => categories.find((one) => one.slug === slug)!
  const screen = await open('/category/hobbies', {
    viewer: aViewer(),
    answers: { ...answersOfCategory(categories[0]!), categories: { getCategory: ({ slug }) => named(slug) } },
    size: { width: 320, height: 640 },
  })
  for (const { name, slug } of categories) {
    await screen.go(`/category/${slug}`)
    const heading = page.getByRole('heading', { level: 1 })
    await expect.element(heading).toHaveTextContent(name)
    const lines = heading.element().querySelector('span:last-child')!.getClientRects().length
    const { height } = heading.element().getBoundingClientRect()
    expect([slug, lines, height < 45]).toEqual([slug, 1, true])
  }
})

test('an empty feed says so, and offers a member the first post and a visitor the sign-in page', async () => {
  await open('/categories', { viewer: aViewer(), answers: answersOfFeed([]) })
  const says = page.getByRole('heading', { name: 'No posts available.' })
  await expect.element(says).toBeVisible()
  await blank.getByRole('button', { name: 'Create Post' }).click()
  await expect.element(page.getByRole('dialog', { name: 'New Post' })).toBeVisible()

  await open('/categories', { answers: answersOfFeed([]), again: true })
  await expect.element(says).toBeVisible()
  const signUpLink = blank.getByRole('link', { name: 'Sign Up' })
  await expect.element(signUpLink).toHaveAttribute('href', expect.stringMatching(/^\/auth\?/))
})

test('an empty category asks for its first post, and a type without posts leads to the other types', async () => {
  // one of the categories that the composer offers
  const category = theCategories.at(-1)!
  const path = `/category/${category.slug}`
  const screen = await open(path, { viewer: aViewer(), answers: answersOfCategory(category) })
  const says = page.getByRole('heading', { name: 'No posts in this category yet. Be the first to share!' })
  await expect.element(says).toBeVisible()
  await blank.getByRole('button', { name: 'Create Post' }).click()
  const composer = page.getByRole('dialog', { name: 'New Post' })
  await expect.element(composer.getByLabelText('Category')).toHaveDisplayValue(category.name)
  await composer.getByRole('button', { name: 'Close' }).click()

  await screen.go(`${path}?type=question`)
  await expect.element(page.getByRole('heading', { name: 'Nothing of this kind here yet' })).toBeVisible()
  await expect.element(says).not.toBeInTheDocument()
  await blank.getByRole('link', { name: 'All Posts' }).click()
  await expect.element(says).toBeVisible()
})
