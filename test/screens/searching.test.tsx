/** Search: the requests while a member types, and what is shown for the response. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aCard, aPage, theCategories } from './makers.ts'
import { holdTimers, letPass, stopTimers } from './network.ts'
import { DESK, open, PHONE } from './screen.tsx'
import type { Answers } from './standin.ts'

const DESK_BOX = 'Search posts, authors, categories...'
const PHONE_BOX = 'Search posts...'
const feed = aPage(aCard({ title: 'Which glue holds a chair leg?' }))
const sleep = aCard({ title: 'How much sleep did you actually get last night?' })
const posts = page.getByRole('region', { name: 'Posts' }).getByRole('article')
const said = page.css('.results-h [role=status]')
const box = page.getByPlaceholder(DESK_BOX)

/** Only questions about sleep have a result. */
const search: Answers['search'] = {
  searchPosts: ({ q }) => (/sleep/i.test(q) ? aPage(sleep) : aPage()),
}
const openFeed = (path = '/categories', size = DESK) =>
  open(path, { size, answers: { feed: { listFeed: feed }, search } })

async function openBox() {
  const screen = await openFeed()
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect.element(box).toHaveFocus()
  return screen
}

test('a search without results shows its own message', async () => {
  await openFeed('/categories?q=xyzzyqwv')
  await expect.element(page.getByRole('heading', { name: 'No posts found.' })).toBeVisible()
  await expect.element(page.getByText('Try adjusting your search terms')).toBeVisible()
  await expect.element(page.getByText('No results found.')).not.toBeVisible()
})

test('the last question wins, however late the responses arrive, and older requests are aborted', async () => {
  const screen = await openBox()
  const release = screen.holdNext('search.searchPosts')
  await box.fill('xyzzy')
  await expect.poll(() => screen.asked('search.searchPosts')).toMatchObject([{ q: 'xyzzy' }])
  await expect.element(page.getByText('Loading posts...')).toBeInTheDocument()
  await box.fill('sleep')
  await expect.element(said).toHaveTextContent('1 post found')
  expect(screen.abortedCalls('search.searchPosts')).toBe(1)
  release()
  await expect.element(posts.first()).toMatchTextContent('How much sleep')
  await expect.element(said).toHaveTextContent('1 post found')
  expect(screen.path()).toBe('/categories?q=sleep')
})

test('the box accepts as many characters as the search uses, whatever they are', async () => {
  const screen = await openBox()
  document.execCommand('insertText', false, `${'🎈'.repeat(200)}one more`)
  // at once: the update from the URL would cut it later as well
  expect(box.element()).toHaveValue('🎈'.repeat(200))
  await expect.poll(() => screen.asked('search.searchPosts')).toMatchObject([{ q: '🎈'.repeat(200) }])
})

test('a search that fails reports it, and Try again repeats it', async () => {
  const screen = await openBox()
  const restore = screen.cutOff('search.searchPosts')
  await box.fill('sleep')
  await expect.element(page.getByRole('alert')).toMatchTextContent('The search did not work')
  await expect.element(box).toHaveFocus()
  restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(posts.first()).toMatchTextContent('How much sleep')
})

test('on a phone the bar searches only titles and texts, and has its own message for no results', async () => {
  const screen = await openFeed('/categories', PHONE)
  const bar = page.getByPlaceholder(PHONE_BOX)
  await bar.fill('SLEEP')
  await expect.element(said).toHaveTextContent('1 post found')
  expect(screen.path()).toBe('/categories?q=SLEEP&in=text')
  expect(screen.asked('search.searchPosts')).toMatchObject([{ q: 'SLEEP', in: 'text' }])
  await bar.fill('Nate Whitlock')
  await expect.element(page.getByRole('heading', { name: 'No results found.' })).toBeVisible()
  await expect.element(said).toHaveTextContent('No posts found.')
  await expect.element(page.css('.blank').getByText('No posts found.')).not.toBeInViewport()
})

test('the page of a category leads to tags and posts', async () => {
  const [hobbies, fitness] = ['Hobbies', 'Fitness & Health'].map(
    (name) => theCategories.find((category) => category.name === name)!,
  )
  const screen = await open(`/category/${hobbies!.slug}`, {
    size: PHONE,
    answers: {
      categories: { getCategory: ({ slug }) => (slug === hobbies!.slug ? hobbies! : fitness!) },
      feed: { listCategoryPosts: feed },
      search,
    },
  })
  const generic = page.getByPlaceholder('Search tags and posts...')
  await generic.fill('fitness')
  await userEvent.keyboard('{Enter}')
  await expect.poll(screen.path).toBe('/categories?q=fitness')
  await expect.element(page.getByPlaceholder(PHONE_BOX)).toHaveValue('fitness')
  await page.getByRole('navigation', { name: 'Tags found' }).getByRole('link').click()
  await expect.poll(screen.path).toMatch(/^\/category\/fitness/)
})

test('closing Filter ends its search: typed words are not sent, and results are replaced by the feed', async () => {
  holdTimers()
  const screen = await openBox()
  const filter = page.getByRole('button', { name: 'Filter' })
  const glue = posts.filter({ hasText: 'Which glue' })
  // closed before the box has sent a request: on a busy machine the click may take longer than the delay of the box
  const resume = stopTimers()
  await box.fill('sleep')
  await filter.click()
  await expect.element(filter).toHaveAttribute('aria-expanded', 'false')
  await letPass(1000)
  expect(screen.asked('search.searchPosts')).toEqual([])
  resume()
  await filter.click()
  await expect.element(box).toHaveValue('')
  // requests are sent in order, so a later one would follow this one
  await box.fill('xyzzy')
  await expect.poll(() => screen.asked('search.searchPosts')).toMatchObject([{ q: 'xyzzy' }])
  // closed while the response is pending
  const release = screen.holdNext('search.searchPosts')
  await box.fill('sleep')
  await expect.poll(() => screen.asked('search.searchPosts')).toHaveLength(2)
  await filter.click()
  await expect.poll(screen.path).toBe('/categories')
  await expect.element(glue).toBeVisible()
  expect(screen.abortedCalls('search.searchPosts')).toBe(1)
  release()
  // closed after the results are shown
  await filter.click()
  await box.fill('sleep')
  await expect.element(said).toHaveTextContent('1 post found')
  await filter.click()
  await expect.poll(screen.path).toBe('/categories')
  await expect.element(glue).toBeVisible()
  await expect.element(filter).toHaveFocus()
  await expect.element(box).not.toBeVisible()
})

const kettle = aCard({
  title: 'Our kettle',
  excerpt: 'It began long before that.',
  found: {
    title: [
      { text: 'Our ', marked: false },
      { text: 'kettle', marked: true },
    ],
    passage: [
      { text: '…put the ', marked: false },
      { text: 'kettle', marked: true },
      { text: ' on at <three>…', marked: false },
    ],
  },
})

test('a corrected question is reported, and the words as they were typed are a choice', async () => {
  const screen = await open('/categories', {
    size: DESK,
    answers: {
      feed: { listFeed: feed },
      search: {
        searchPosts: ({ spelling }) => (spelling === 'mended' ? { ...aPage(kettle), corrected: 'kettle' } : aPage()),
      },
    },
  })
  await page.getByRole('button', { name: 'Filter' }).click()
  await box.fill('kettel')
  await expect.element(page.getByRole('heading', { name: 'Showing results for kettle' })).toBeVisible()
  await expect.element(said).toHaveTextContent('Showing results for kettle. 1 post found')
  expect(screen.path()).toBe('/categories?q=kettel')
  await page.getByRole('link', { name: 'Best match' }).click()
  await expect.element(page.getByRole('link', { name: 'Best match' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'Search instead for kettel' }).click()
  await expect.element(page.getByRole('heading', { name: 'No posts found.' })).toBeVisible()
  await expect.element(said).toHaveTextContent('No posts found.')
  expect(screen.path()).toBe('/categories?q=kettel&order=best&exact=1')
  await expect.element(page.getByRole('heading', { name: '“kettel”' })).toBeVisible()
  await expect.element(box).toHaveValue('kettel')
  // the next question is corrected again
  await box.fill('kettels')
  await expect.element(page.getByRole('heading', { name: 'Showing results for kettle' })).toBeVisible()
  expect(screen.path()).toBe('/categories?q=kettels&order=best')
})

test('a card highlights the words; for a screen reader the text is plain', async () => {
  await open('/categories?q=kettle', { size: PHONE, answers: { search: { searchPosts: aPage(kettle) } } })
  await expect.element(posts.getByRole('link', { name: 'Our kettle', exact: true })).toBeVisible()
  const passage = posts.first().element().querySelector('p.body')!
  expect(passage).toHaveTextContent('…put the kettle on at <three>…')
  expect([...posts.first().element().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'kettle',
    'kettle',
  ])
  expect(page.getByRole('mark').elements()).toEqual([])
  // not by its colour alone
  for (const mark of passage.querySelectorAll('mark'))
    expect(getComputedStyle(mark).textDecorationLine).toBe('underline')
})
