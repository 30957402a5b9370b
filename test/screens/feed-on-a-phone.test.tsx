/**
 * The feed for one thumb: the bar that hides on scroll, the tags, the assistant, the button for a new post, the menu.
 */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answersOfCategory, answersOfFeed, cards } from './feed-makers.ts'
import { aPage, aViewer, theCategories } from './makers.ts'
import { open, PHONE } from './screen.tsx'

const ORDER = [
  'New Dads',
  'Mental Health',
  'Fitness & Health',
  'Relationships',
  'Stepfather Advice',
  'DIY & Tools',
  'Father & Son',
  'Hobbies',
  'Teenage Years',
  'Business & Finance',
  'Fashion',
  'Father & Daughter',
]

test('the bar hides on the way down, returns on the way up, and stays while the member types', async () => {
  await open('/categories', { answers: answersOfFeed(), size: PHONE })
  const bar = page.css('.feed-bar')
  await expect.element(bar).toBeInViewport()
  window.scrollBy(0, 900)
  await expect.element(bar).not.toBeInViewport()
  window.scrollBy(0, -200)
  await expect.element(bar).toBeInViewport()
  await page.getByPlaceholder('Search posts...').click()
  window.scrollBy(0, 600)
  await expect.poll(() => window.scrollY).toBeGreaterThan(1000)
  await expect.element(bar).toBeInViewport()
})

test('the tags stand near the thumb, in the feed’s order, each with its count', async () => {
  const counted = theCategories.map((category, at) => ({ ...category, post_count: 7 * at }))
  const mentalHealth = counted.find(({ name }) => name === 'Mental Health')!
  const screen = await open('/categories', {
    viewer: aViewer(),
    answers: {
      ...answersOfFeed(),
      feed: { ...answersOfFeed().feed, listCategoryPosts: aPage(...cards(1)) },
      categories: { listCategories: counted, getCategory: mentalHealth },
    },
    size: PHONE,
  })
  const opener = page.getByRole('button', { name: 'Tags' })
  await opener.click()
  const drawer = page.getByRole('dialog', { name: 'Tags' })
  const rows = drawer.getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(ORDER.length)
  const texts = ORDER.map((name) => `${name}${counted.find((one) => one.name === name)!.post_count} posts`)
  expect(rows.elements().map((row) => row.textContent)).toEqual(texts)
  expect(drawer.css('.cdot').elements()).toHaveLength(ORDER.length)
  await expect.poll(() => drawer.element().getBoundingClientRect().bottom).toBeGreaterThanOrEqual(PHONE.height - 1)
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await drawer.getByRole('link', { name: /^Mental Health/ }).click()
  await expect.poll(screen.path).toBe('/category/mental-health')
  await expect.element(drawer).not.toBeInTheDocument()
})

test('a visitor who wants to ask reads what an account offers', async () => {
  const screen = await open('/categories', { answers: answersOfFeed(), size: PHONE })
  await page.getByRole('link', { name: 'Ask Anything' }).click()
  const prompt = page.getByRole('dialog', { name: 'Ask Anything' })
  await expect.element(prompt).toMatchTextContent(/Join the dad community/)
  await expect.element(prompt).toMatchTextContent(/Sign up for 5 free AI questions per month/)
  await expect.element(prompt).toMatchTextContent(/Personalised advice from real experiences/)
  await prompt.getByRole('link', { name: 'Sign Up' }).click()
  await expect.poll(screen.path).toMatch(/^\/auth\?.*mode=sign-up/)
})

test('a member has the link to his profile and the button for a new post', async () => {
  await open('/categories', { viewer: aViewer(), answers: answersOfFeed(), size: PHONE })
  await expect.element(page.getByRole('link', { name: 'Profile' }).first()).toHaveAttribute('href', '/profile')
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect.element(page.getByRole('dialog', { name: 'New Post' })).toBeVisible()
})

test('every control of the bar is large enough for a thumb', async () => {
  await open('/categories', { viewer: aViewer(), answers: answersOfFeed(), size: PHONE })
  const pressed = page.css('.feed-bar :is(a, button, input[type=search]), .ask-row button')
  // the profile, the brand, the tags, the search, the assistant
  await expect.poll(() => pressed.elements().length).toBeGreaterThanOrEqual(5)
  const small = pressed
    .elements()
    .filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44)
  expect(small.map((one) => one.outerHTML.slice(0, 80))).toEqual([])
})

test('the side menu of a phone leads to other pages and returns the focus', async () => {
  const screen = await open('/category/hobbies', {
    viewer: aViewer(),
    answers: {
      ...answersOfCategory(theCategories.find(({ name }) => name === 'Hobbies')!),
      account: { listDevices: [] },
      members: { getNotices: { wanted: true } },
      events: { getCalendarFeed: { path: null } },
      blocks: { listBlocks: aPage() },
    },
    size: PHONE,
  })
  const opener = page.getByRole('button', { name: 'Menu' })
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await menu.getByRole('link', { name: 'Settings' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Account and security')
  await expect.element(menu).not.toBeInTheDocument()
  expect(screen.path()).toBe('/settings')
})
