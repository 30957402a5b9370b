/** A part that fails while it is drawn leaves the rest of the page alone. */
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Comment } from '#contract/comments.ts'
import { Part, Parts } from '#web/ui/part.tsx'
import { aComment, anAuthor, aPost, aThread, aViewer } from './makers.ts'
import { takeComments } from './post-makers.ts'
import { open } from './screen.tsx'

const NOT_SHOWN = page.getByRole('alert').filter({ hasText: 'This part could not be shown' })
const again = page.getByRole('button', { name: /Try again$/ })
/** React and the router report what failed. */
const REPORTED =
  /part of this test|Cannot read properties of null|The above error occurred|not iterable|Error in route match/
const post = aPost()

test('a part that fails can be drawn again, and what was typed beside it stays', async () => {
  let isBroken = true
  function Broken() {
    if (isBroken) throw new Error('part of this test')
    return <p>Whole again</p>
  }
  await render(
    <Parts>
      <label>
        Words <input />
      </label>
      <Broken />
    </Parts>,
  )
  await page.getByLabelText('Words').fill('Warm socks')
  await expect.element(NOT_SHOWN).toBeVisible()
  await again.click()
  await expect.element(NOT_SHOWN).toBeVisible()
  isBroken = false
  await again.click()
  await expect.element(page.getByText('Whole again')).toBeVisible()
  await expect.element(page.getByLabelText('Words')).toHaveValue('Warm socks')
})

test('buttons that fail are replaced by one that draws them again', async () => {
  let isBroken = true
  function Broken() {
    if (isBroken) throw new Error('part of this test')
    return <button type="button">Upvote</button>
  }
  await render(
    <Part small>
      <Broken />
    </Part>,
  )
  isBroken = false
  await again.click()
  await expect.element(page.getByRole('button', { name: 'Upvote' })).toBeVisible()
})

/** No element of this kind can be drawn, until the returned function is called. */
function breakDrawing(tag: string) {
  const create = document.createElement.bind(document)
  document.createElement = ((name: string) => {
    if (name === tag) throw new Error('part of this test')
    return create(name)
  }) as typeof document.createElement
  const mend = () => void Reflect.deleteProperty(document, 'createElement')
  onTestFinished(mend)
  return mend
}

test('a comment that cannot be drawn is sent all the same, and the page does not deny it', async () => {
  const said: Comment[] = []
  const viewer = aViewer()
  await open(`/post/${post.id}`, {
    viewer,
    pardoned: REPORTED,
    answers: {
      comments: {
        getThread: () => aThread(post, [aComment({ author: anAuthor('conor') }), ...said]),
        createComment: takeComments(viewer, said),
      },
    },
  })
  await page.getByLabelText('Add a comment').fill('Two coats.')
  const mend = breakDrawing('article')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect.element(NOT_SHOWN).toBeVisible()
  expect(said).toHaveLength(1)
  await expect.element(page.getByText(/did not load|not sent|Failed to/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(post.title)
  await expect.element(page.getByRole('article', { name: 'Comment by conor' })).toBeVisible()
  await page.getByLabelText('Add a comment').fill('The next one stays')
  mend()
  await again.click()
  await expect.element(page.getByText('Two coats.')).toBeVisible()
  await expect.element(page.getByLabelText('Add a comment')).toHaveValue('The next one stays')
})

test('a page that cannot be drawn does not say that it did not load', async () => {
  const mend = breakDrawing('aside')
  await open(`/post/${post.id}`, { pardoned: REPORTED, answers: { comments: { getThread: aThread(post, []) } } })
  await expect.element(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await expect.element(page.getByText(/did not load/)).not.toBeInTheDocument()
  mend()
  await again.click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(post.title)
})

test('a part that failed is drawn again on the next page', async () => {
  const mend = breakDrawing('nav')
  const screen = await open(`/post/${post.id}`, {
    viewer: aViewer(),
    pardoned: REPORTED,
    answers: { comments: { getThread: aThread(post, []) }, care: { listHelpLines: { items: [] } } },
  })
  const failed = page.getByRole('button', { name: 'This could not be shown. Try again' })
  await expect.element(failed.first()).toBeVisible()
  mend()
  await screen.go('/help-lines')
  await expect.element(failed).not.toBeInTheDocument()
  await expect.element(page.getByRole('navigation').first()).toBeVisible()
})
