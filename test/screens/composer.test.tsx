/** The composer: a post is sent once, and stays in the composer if it could not be sent. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { categoryFaults } from '#contract/categories.ts'
import type { Post } from '#contract/posts.ts'
import { press, pressComposing } from './keyboard.ts'
import { aPage, aViewer, theCategories } from './makers.ts'
import { takePosts } from './post-makers.ts'
import { DESK, news, open, PHONE } from './screen.tsx'
import { TROUBLES } from './trouble.ts'

const viewer = aViewer({ post_count: 3 })
const start = page.getByRole('button', { name: 'Create Post' })
const composer = page.getByRole('dialog', { name: 'New Post' })
const title = composer.getByLabelText('Title')
const words = composer.getByLabelText('What you want to say')
const category = composer.getByLabelText('Category')
const post = composer.getByRole('button', { name: 'Post' })
const kind = (name: string) => composer.css('label').filter({ hasText: name })
const options = composer.getByRole('textbox', { name: /^Option/ })
const option = (no: number) => composer.getByRole('textbox', { name: `Option ${no}` })

async function openFeed() {
  const posted: Post[] = []
  const screen = await open('/categories', {
    viewer,
    size: PHONE,
    answers: {
      feed: { listFeed: aPage() },
      posts: { createPost: takePosts(viewer, posted) },
    },
  })
  return { ...screen, posted }
}

async function openCategory(size = DESK) {
  const posted: Post[] = []
  const father = theCategories.find(({ name }) => name === 'Father & Son')!
  const screen = await open(`/category/${father.slug}`, {
    viewer,
    size,
    answers: {
      categories: { getCategory: father },
      feed: { listCategoryPosts: () => ({ items: posted, next: null }) },
      posts: { createPost: takePosts(viewer, posted) },
      comments: { listComments: aPage() },
    },
  })
  return { ...screen, posted }
}

async function writePost(name: string) {
  await start.first().click()
  await title.fill(name)
  await words.fill('A whetstone and ten quiet minutes.')
  await userEvent.selectOptions(category, 'DIY & Tools')
}

async function writePoll(name: string, text: string) {
  await start.first().click()
  await kind('Poll').click()
  await title.fill(name)
  await words.fill(text)
}

test('a post that could not be sent stays in the composer, and can be sent again', async () => {
  const name = 'Who else sharpens their own kitchen knives?'
  const screen = await openFeed()
  await writePost(name)
  for (const { name: of, trouble, says } of TROUBLES) {
    const release = screen.holdNext('posts.createPost')
    screen.failNext('posts.createPost', trouble)
    await post.click()
    await expect.element(composer.getByRole('alert'), { message: of }).not.toBeInTheDocument()
    release()
    const said = says('Failed to create post. Please try again.')
    await expect.element(composer.getByRole('alert').filter({ hasText: said }), { message: of }).toBeVisible()
    await expect.element(title).toHaveValue(name)
    await expect.element(words).toHaveValue('A whetstone and ten quiet minutes.')
    await expect.element(category).toHaveDisplayValue('DIY & Tools')
  }
  await post.click()
  await expect.element(composer).not.toBeInTheDocument()
  expect(page.getByRole('link', { name }).elements()).toHaveLength(1)
  // the id is the same at every attempt
  expect(new Set(screen.asked('posts.createPost').map((asked) => JSON.stringify(asked))).size).toBe(1)
})

test('the title has the focus first, and Post reports beside each field what is missing', async () => {
  const screen = await openFeed()
  await start.first().click()
  await expect.element(title).toHaveFocus()
  await expect.element(composer.getByText(/^Draft kept on this device/)).not.toBeInTheDocument()
  await expect.element(post).toBeEnabled()
  pressComposing('Enter')
  pressComposing('Escape')
  await expect.element(title).toHaveFocus()
  await expect.element(composer.getByRole('alert')).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(composer.getByRole('alert')).toHaveTextContent('Please fill in all required fields')
  await expect.element(title).toHaveAccessibleDescription(/Give it a title/)
  await expect.element(words).toHaveAccessibleDescription(/Say what it is about/)
  await expect.element(category).toHaveAccessibleDescription(/Choose a category/)
  await title.fill('Who else sharpens their own kitchen knives?')
  await expect.element(composer.getByText('Give it a title')).not.toBeInTheDocument()
  await post.click()
  await expect.element(words).toHaveFocus()
  await words.fill('A whetstone and ten quiet minutes.')
  await post.click()
  await expect.element(category).toHaveFocus()
  expect(screen.asked('posts.createPost')).toEqual([])
  await userEvent.selectOptions(category, 'DIY & Tools')
  await post.click()
  await expect.element(news('Post created successfully!')).toBeVisible()
})

test('a draft is mentioned only if there is one, and comes back after it was discarded', async () => {
  const name = 'Is there a quiet drill?'
  await openFeed()
  await writePost(name)
  await expect.element(composer.getByText(/^Draft kept on this device/)).toBeVisible()
  await composer.getByRole('button', { name: 'Discard' }).click()
  await expect.element(title).toHaveValue('')
  await expect.element(composer.getByText(/^Draft discarded/)).toBeVisible()
  await composer.getByRole('button', { name: 'Undo' }).click()
  await expect.element(title).toHaveValue(name)
  await expect.element(words).toHaveValue('A whetstone and ten quiet minutes.')
  await composer.getByRole('button', { name: 'Discard' }).click()
  await composer.getByRole('button', { name: 'Cancel' }).click()
  await start.first().click()
  await expect.element(title).toHaveValue('')
})

test('two presses on Post make one post', async () => {
  const name = 'My lad calls the spirit level “the bubble ruler”'
  const screen = await openFeed()
  await writePost(name)
  const release = screen.holdNext('posts.createPost')
  await post.dblClick()
  await expect.poll(() => screen.asked('posts.createPost').length).toBe(1)
  release()
  await expect.element(composer).not.toBeInTheDocument()
  expect(page.getByRole('link', { name }).elements()).toHaveLength(1)
  expect(screen.asked('posts.createPost')).toHaveLength(1)
  expect(screen.posted).toHaveLength(1)
})

test('Tab and Shift+Tab stay inside the composer, and a screen reader cannot reach the page behind it', async () => {
  await openFeed()
  await writePost('Who reads the manual first?')
  expect(document.getElementById('main')?.closest('[aria-hidden=true]')).not.toBeNull()
  for (const key of ['Tab', 'Shift+Tab']) {
    const seen = new Set<Element>()
    for (let steps = 0; steps < 25; steps++) {
      await press(key)
      expect(composer.element()).toContainElement(document.activeElement as HTMLElement)
      seen.add(document.activeElement!)
    }
    expect(seen).toContain(title.element())
    expect(seen).toContain(post.element())
  }
})

test('another member on the same phone finds no draft; the member who began it finds it', async () => {
  const name = 'Is this anybody’s business?'
  await openFeed()
  await writePost(name)
  const sees = async (who: typeof viewer, text: string) => {
    await open('/categories', { viewer: who, size: PHONE, again: true, answers: { feed: { listFeed: aPage() } } })
    await start.first().click()
    await expect.element(title).toHaveValue(text)
  }
  await sees(aViewer({ id: crypto.randomUUID(), post_count: 3 }), '')
  await sees(viewer, name)
})

test('a member writes a poll: two options at first, at most eight, at least two, and the draft survives a reload', async () => {
  const name = 'When did you let them walk to school alone?'
  const screen = await openCategory(PHONE)
  await start.first().click()
  await kind('Poll').click()
  await expect.poll(() => options.elements().length).toBe(2)
  const remove = composer.getByRole('button', { name: /^Remove option/ })
  expect(remove.elements()).toHaveLength(0)
  await expect.element(composer.getByText('Add at least 2 options for your poll')).toBeVisible()

  await title.fill(name)
  await words.fill('Eleven minutes, one real road.')
  await expect.element(post).toBeEnabled()
  await option(1).fill('  Eight ')
  await post.click()
  await expect.element(composer.getByRole('alert')).toHaveTextContent('Please add at least 2 poll options')
  await expect.element(option(2)).toHaveFocus()

  // Enter adds an option below and moves the focus there
  await option(1).click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => options.elements().length).toBe(3)
  await expect.element(option(2)).toHaveFocus()
  await option(2).fill('eight')
  await post.click()
  await expect.element(composer.getByRole('alert')).toHaveTextContent('Poll options must be different')
  await expect.element(option(2)).toHaveFocus()
  await option(2).fill('Nine')
  await expect.element(composer.getByRole('alert')).not.toBeInTheDocument()
  for (let count = 3; count < 8; count++) await composer.getByRole('button', { name: 'Add option' }).click()
  await expect.poll(() => options.elements().length).toBe(8)
  await expect.element(option(8)).toHaveFocus()
  await expect.element(composer.getByText('Maximum 8 options allowed')).toBeVisible()
  await expect.element(composer.getByRole('button', { name: 'Add option' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(options.elements()).toHaveLength(8)
  await composer.getByRole('button', { name: 'Remove option 8' }).click()
  await expect.element(option(7)).toHaveFocus()
  await option(7).fill('x'.repeat(101))
  await expect.element(composer.css('.left.over')).toHaveTextContent('1 character too many')
  await post.click()
  await expect.element(composer.getByRole('alert')).toHaveTextContent('An option can be at most 100 characters')
  await option(7).fill('x'.repeat(100))

  // the phone loses power
  await screen.reload()
  await start.first().click()
  await expect.poll(() => options.elements().length).toBe(7)
  await expect.element(option(1)).toHaveValue('  Eight ')
  await expect.element(option(7)).toHaveValue('x'.repeat(100))
  while (remove.elements().length > 0) await remove.last().click()
  await expect.poll(() => options.elements().length).toBe(2)
  await composer.getByRole('button', { name: 'Add option' }).click()
  await composer.getByRole('button', { name: 'Add option' }).click()
  await option(4).fill('x'.repeat(100))
  await post.click()
  await expect.element(news('Post created successfully!')).toBeVisible()
  // trimmed, without the blank ones, in the order in which they were entered
  expect(screen.asked('posts.createPost')).toMatchObject([{ poll_options: ['Eight', 'Nine', 'x'.repeat(100)] }])
  await page.getByRole('link', { name }).click()
  const buttons = page.getByRole('region', { name: 'Poll' }).css('button.opt')
  await expect.element(buttons.first()).toBeVisible()
  expect(buttons.elements().map(({ textContent }) => textContent)).toEqual(['Eight', 'Nine', 'x'.repeat(100)])
  window.history.back()
  const card = page.getByRole('article', { name })
  await expect.element(card.getByText('Poll', { exact: true })).toBeVisible()
})

test('after a post the composer is empty, and Cancel closes it', async () => {
  await openCategory()
  await writePoll('Once', 'And gone.')
  await option(1).fill('Yes')
  await option(2).fill('No')
  await post.click()
  await expect.element(composer).not.toBeInTheDocument()
  await start.first().click()
  await expect.element(title).toHaveValue('')
  await expect.element(composer.getByRole('radio', { name: 'Text' })).toBeChecked()
  await kind('Poll').click()
  await expect.element(option(1)).toHaveValue('')
  await composer.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(composer).not.toBeInTheDocument()
})

test('a category that was deleted meanwhile is reported, and the poll stays', async () => {
  const screen = await openCategory()
  await writePoll('Where to?', 'Nowhere.')
  await option(1).fill('Here')
  await option(2).fill('There')
  screen.failNext('posts.createPost', { fault: categoryFaults.notFound })
  await post.click()
  await expect.element(composer.getByRole('alert')).toMatchTextContent('Category not found')
  await expect.element(option(2)).toHaveValue('There')
})

test('two presses on Post make one poll, with each option once', async () => {
  const screen = await openCategory()
  await writePoll('Twice?', 'No.')
  await option(1).fill('Yes')
  await option(2).fill('No')
  const release = screen.holdNext('posts.createPost')
  await post.dblClick()
  await expect.poll(() => screen.asked('posts.createPost').length).toBe(1)
  release()
  await expect.element(composer).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Twice?' }).click()
  const buttons = page.getByRole('region', { name: 'Poll' }).css('button.opt')
  await expect.poll(() => buttons.elements().length).toBe(2)
  expect(screen.asked('posts.createPost')).toHaveLength(1)
})
