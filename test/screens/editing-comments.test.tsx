/** An author edits and deletes his comment in place; nothing that was typed is lost. */
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Comment, commentFaults } from '#contract/comments.ts'
import { expectFocus, press, use } from './keyboard.ts'
import { aPost, aThread, aViewer, minutesAgo, NOW } from './makers.ts'
import { ownComment } from './post-makers.ts'
import { news, open, PHONE } from './screen.tsx'

const viewer = aViewer()
const post = aPost({ title: 'Which oil?' })
let comments: Comment[]
beforeEach(() => {
  comments = [say('Camellia.'), say('Walnut.')]
})

const say = (content: string) => ownComment(viewer, { post_id: post.id, content })
const box = page.getByRole('textbox', { name: 'Edit comment' })
const save = page.getByRole('button', { name: 'Save' })
const offer = page.getByText(/^Your changes are not saved yet/)
const question = page.getByRole('alertdialog')
const confirm = question.getByRole('button', { name: 'Delete' })
const all = page.css('#comments article')
/** the dialog of the post itself */
const sheet = page.css('article.full')

const of = (comment: Comment) => {
  const place = page.css(`#comment-${comment.id}`)
  return {
    place,
    edit: place.getByRole('button', { name: 'Edit your comment' }),
    remove: place.getByRole('button', { name: 'Delete your comment' }),
  }
}

/** The comments as the server stores them; words between stars are rendered as the server renders them. */
const openPost = (size?: typeof PHONE) =>
  open(`/post/${post.id}`, {
    viewer,
    size,
    answers: {
      comments: {
        getThread: () => aThread(post, comments),
        editComment({ id, content }) {
          const before = comments.find((comment) => comment.id === id)!
          if (before.content === content) return before
          const words = content.split(/(\*\*?\w+\*\*?)/).map((part) => {
            if (!part.startsWith('*')) return part
            return { t: part.startsWith('**') ? ('b' as const) : ('i' as const), c: [part.replaceAll('*', '')] }
          })
          const after: Comment = { ...before, content, body: [{ t: 'p', c: words }], updated_at: NOW }
          comments = comments.map((comment) => (comment.id === id ? after : comment))
          return after
        },
        deleteComment({ id }) {
          comments = comments.filter((comment) => comment.id !== id)
          return { id }
        },
      },
    },
  })

test('an author edits a comment in place and deletes it after a confirmation, and the counts follow', async () => {
  const screen = await openPost()
  const [first, second] = [of(comments[0]!), of(comments[1]!)]
  await expect.element(sheet).toMatchTextContent('2 comments')
  await first.edit.click()
  await expect.element(box).toHaveValue('Camellia.')
  await save.click()
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(first.edit).toHaveFocus()
  expect(screen.asked('comments.editComment')).toEqual([])
  await first.edit.click()
  await box.fill(' ')
  await save.click()
  await expect.element(first.place.getByText('Please enter a comment')).toBeVisible()
  await box.fill('  Camellia, *thinly*.  ')
  await save.click()
  await expect.element(news('Comment updated successfully!')).toBeVisible()
  expect(screen.asked('comments.editComment')).toMatchObject([{ content: 'Camellia, *thinly*.' }])
  await expect.element(first.place.css('em')).toHaveTextContent('thinly')
  await expect.element(first.place).toMatchTextContent('Edited')

  await first.remove.click()
  await expect
    .element(question)
    .toMatchTextContent('Are you sure you want to delete this comment? This action cannot be undone.')
  screen.failNext('comments.deleteComment', 'unreached')
  await confirm.click()
  await expect.element(question.getByRole('alert')).toHaveTextContent('Failed to delete comment. Please try again.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(first.remove).toHaveFocus()
  await expect.element(first.place).toBeVisible()
  await first.remove.click()
  await expect.element(confirm).toBeVisible()
  await expect.element(question.getByRole('alert')).not.toBeInTheDocument()
  await confirm.dblClick()
  await expect.element(news('Comment deleted successfully!')).toBeVisible()
  expect(screen.asked('comments.deleteComment')).toHaveLength(1)
  await expect.element(first.place).not.toBeInTheDocument()
  await expect.element(second.place).toHaveFocus()
  await expect.element(sheet.css('.acts').last()).toMatchTextContent('1 comment')
  await screen.reload()
  await expect.element(second.place).toBeVisible()
  expect(all.elements()).toHaveLength(1)
})

test('an edited comment that could not be saved stays, survives a reload, and can be discarded', async () => {
  const screen = await openPost(PHONE)
  const { place, edit } = of(comments[0]!)
  screen.failNext('comments.editComment', 'unreached')
  await edit.click()
  await expect.element(box).toHaveFocus()
  await box.fill('Paper falls apart by itself.')
  await save.click()
  await expect.element(place.getByRole('alert')).toHaveTextContent('Failed to update comment. Please try again.')
  await expect.element(box).toHaveValue('Paper falls apart by itself.')

  // the phone loses power
  await screen.reload()
  await expect.element(place).toMatchTextContent('Camellia.')
  await expect.element(offer).toBeVisible()
  await place.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  await screen.reload()
  await expect.element(place).toMatchTextContent('Camellia.')
  await expect.element(offer).not.toBeInTheDocument()
})

test('a comment that was deleted in another tab is reported kindly, its text can be copied, and it disappears', async () => {
  const screen = await openPost()
  const [first, second] = [of(comments[0]!), of(comments[1]!)]
  await first.edit.click()
  await box.fill('First, and better.')
  screen.failNext('comments.editComment', { fault: commentFaults.notFound })
  await save.click()
  await expect
    .element(first.place.getByRole('alert'))
    .toHaveTextContent('This comment has been deleted in the meantime. Copy your words if you want to keep them.')
  await expect.element(box).toHaveValue('First, and better.')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(first.place).not.toBeInTheDocument()
  await second.remove.click()
  screen.failNext('comments.deleteComment', { fault: commentFaults.notFound })
  await confirm.click()
  await expect.element(news('This comment had been deleted already.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
  await expect.element(page.getByLabelText('Add a comment')).toHaveFocus()
})

test('a comment that the author changed on another device is not overwritten unseen, and he can keep that version', async () => {
  const screen = await openPost()
  const { place, edit } = of(comments[0]!)
  await edit.click()
  await box.fill('Of two minds.')
  const newer = { content: 'From the **phone**, too.', updated_at: minutesAgo(1) }
  screen.failNext('comments.editComment', { fault: commentFaults.changed, data: { newer } })
  await save.click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('You have changed this comment elsewhere in the meantime.')
  await expect.element(box).toHaveValue('Of two minds.')
  await page.getByRole('button', { name: 'Look at the newer text' }).click()
  await expect.element(alert).toMatchTextContent('From the **phone**, too.')
  await page.getByRole('button', { name: 'Use the newer text' }).click()
  await expect.element(box).not.toBeInTheDocument()
  // the newer version is read again, and no text of this device is sent with the request
  expect(screen.asked('comments.editComment').at(-1)).toMatchObject({
    content: newer.content,
    seen_updated_at: newer.updated_at,
  })
  await expect.element(place.css('strong')).toHaveTextContent('phone')
  await expect.element(offer).not.toBeInTheDocument()
})

test('an author deletes a comment by keyboard alone', async () => {
  await openPost()
  const { place, remove } = of(comments[0]!)
  await use(remove)
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await press('Tab')
  await press('Enter')
  await expect.element(news('Comment deleted successfully!')).toBeVisible()
  await expect.element(place).not.toBeInTheDocument()
  await expectFocus()
})
