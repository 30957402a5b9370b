/**
 * A question without an answer is handed to the members: once, with the member's edits, and also after signing in
 * again.
 */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Post } from '#contract/posts.ts'
import { aReply, aStanding, streamReply } from './assistant-makers.ts'
import { answersOfFeed, cards } from './feed-makers.ts'
import { anId, aPost, aThread, aViewer, theCategories } from './makers.ts'
import { signedOut, takePosts } from './post-makers.ts'
import { news, open } from './screen.tsx'

const MOON = 'Why does the moon follow the car?'
const viewer = aViewer()
const dialog = page.getByRole('dialog', { name: 'Ask Pop' })
const promise = dialog.getByText(/^Your (question|post) is in the feed now/)
const askTheDads = dialog.getByRole('button', { name: 'Ask the dads' })
const composer = page.getByRole('dialog', { name: 'New Post' })
const title = composer.getByLabelText('Title')
const words = composer.getByLabelText('What you want to say')
const post = composer.getByRole('button', { name: 'Post' })
const choose = () => composer.getByLabelText('Category').selectOptions(theCategories[0]!.name)

async function openFeed({ again = false } = {}) {
  const posted: Post[] = []
  const screen = await open('/categories', {
    ...{ viewer, again },
    answers: {
      ...answersOfFeed(cards(3)),
      posts: { createPost: takePosts(viewer, posted) },
      assistant: {
        getAssistant: aStanding(),
        streamAnswer: () => streamReply(aReply({ state: 'refused', queriesUsed: 2, sources: [], sentences: [] })),
      },
    },
  })
  return { ...screen, posted }
}

async function askInVain(question: string) {
  await dialog.getByLabelText('Your question').fill(question)
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await askTheDads.click()
  await expect.element(title).toHaveValue(question)
}

/** Opens the composer with the question in it. */
async function begin() {
  const screen = await openFeed()
  await page.getByRole('button', { name: /^Ask Anything/ }).click()
  await askInVain(MOON)
  return screen
}

test('a short question can be posted unchanged, and the focus returns to the answer', async () => {
  const { posted } = await begin()
  await expect.element(words).toHaveValue(MOON)
  await choose()
  await post.click()
  await expect.element(promise).toMatchTextContent('Your question is in the feed now. We will write to you')
  await expect.element(promise).toHaveFocus()
  expect(posted).toMatchObject([{ title: MOON, content: MOON }])
})

test('no mail is promised if the member chose another type of post', async () => {
  await begin()
  await composer.css('label').filter({ hasText: 'Text' }).first().click()
  await choose()
  await post.click()
  await expect.element(promise).toMatchTextContent('Your post is in the feed now.')
  await expect.element(promise).not.toMatchTextContent('write to you')
})

test('edits stay when the member presses again, and the id of the post is the same', async () => {
  const screen = await begin()
  await words.fill('He is four, and sure of it.')
  await choose()
  screen.failNext('posts.createPost', 'bug')
  await post.click()
  await expect.element(composer.getByRole('alert')).toBeVisible()
  await composer.getByRole('button', { name: 'Cancel' }).click()
  await askTheDads.click()
  await expect.element(title).toHaveValue(MOON)
  await expect.element(words).toHaveValue('He is four, and sure of it.')
  await post.click()
  await expect.element(promise).toMatchTextContent('Your question is in the feed now.')
  const [first, second] = screen.asked('posts.createPost')
  expect(second).toEqual(first)
})

test('words that he writes after discarding the suggestion stay as well', async () => {
  await begin()
  await composer.getByRole('button', { name: 'Discard' }).click()
  await expect.element(composer.getByRole('radio', { name: 'Question' })).toBeChecked()
  await title.fill('Is the moon tied to our car?')
  await composer.getByRole('button', { name: 'Cancel' }).click()
  await askTheDads.click()
  await expect.element(title).toHaveValue('Is the moon tied to our car?')
  await expect.element(words).toHaveValue('')
})

test('another question starts a new post', async () => {
  await begin()
  await words.fill('He is four, and sure of it.')
  await composer.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Ask Another Question' }).click()
  await askInVain('And where does it go by day?')
  await expect.element(words).toHaveValue('And where does it go by day?')
})

test('the composer is open again after signing in, and later posts start empty', async () => {
  const screen = await begin()
  await words.fill('He is four, and sure of it.')
  await choose()
  screen.answer({ account: { getViewer: null } })
  screen.failNext('posts.createPost', { fault: signedOut('Please sign in to create posts') })
  await post.click()
  await composer.getByRole('link', { name: 'Sign In' }).click()
  await expect.poll(screen.left).toBe('/auth?next=%2Fcategories')

  const back = await openFeed({ again: true })
  await expect.element(words).toHaveValue('He is four, and sure of it.')
  await post.click()
  await expect.element(news('Post created successfully!')).toBeVisible()
  expect(back.asked('posts.createPost')).toMatchObject([{ title: MOON, type: 'question', handed_on: true }])
  await page.getByRole('button', { name: 'New Post' }).click()
  await expect.element(title).toHaveValue('')
  await expect.element(composer.getByRole('radio', { name: 'Text' })).toBeChecked()
})

test('if it is not sure that a dad has answered, the nearest threads are named, and the dads can be asked', async () => {
  const post = aPost({ title: 'Questions at bedtime' })
  const nearest = [
    { post_id: anId(), title: 'The moon walks with us' },
    { post_id: post.id, title: post.title },
  ]
  const corrected = [{ from: 'mooon', to: 'moon' }]
  const unsure = aReply({ state: 'refused', queriesUsed: 2, sources: [], sentences: [], nearest, corrected })
  await open('/categories', {
    viewer,
    answers: {
      ...answersOfFeed(cards(3)),
      assistant: { getAssistant: aStanding(), streamAnswer: () => streamReply(unsure) },
      comments: { getThread: () => aThread(post, []), listComments: () => ({ items: [], next: null }) },
    },
  })
  await page.getByRole('button', { name: /^Ask Anything/ }).click()
  await dialog.getByLabelText('Your question').fill('Why does the mooon follow the car?')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect.element(dialog.getByText('I am not sure that a dad has answered this. The nearest:')).toBeVisible()
  for (const { post_id, title } of nearest)
    await expect.element(dialog.getByRole('link', { name: title })).toHaveAttribute('href', `/post/${post_id}`)
  await expect.element(dialog.getByText('Searched for: moon')).toBeVisible()
  await expect.element(dialog.getByText('No dad has answered this yet')).not.toBeInTheDocument()
  await expect.element(askTheDads).toBeVisible()
  // he reads one of them, and comes back: nothing must be typed again
  await dialog.getByRole('link', { name: 'Questions at bedtime' }).click()
  await expect.element(page.getByRole('heading', { name: post.title })).toBeVisible()
  history.back()
  await page.getByRole('button', { name: /^Ask Anything/ }).click()
  await expect.element(dialog.getByLabelText('Your question')).toHaveValue('Why does the mooon follow the car?')
})
