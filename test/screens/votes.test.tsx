import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPost, aThread, aViewer } from './makers.ts'
import { news, open } from './screen.tsx'
import { TROUBLES } from './trouble.ts'

test('a vote that could not be counted is rolled back', async () => {
  const post = aPost({ upvotes: 4, downvotes: 1 })
  const screen = await open(`/post/${post.id}`, {
    viewer: aViewer(),
    answers: { comments: { getThread: aThread(post) } },
  })
  const votes = page.getByRole('group', { name: `Votes on ${post.title}` })
  const up = votes.getByRole('button', { name: 'Upvote' })
  const score = votes.getByRole('status')
  for (const { name, trouble, says } of TROUBLES) {
    // the call is held, so that the vote is visible before it fails
    const release = screen.holdNext('votes.castPostVote')
    screen.failNext('votes.castPostVote', trouble)
    await up.click()
    await expect.element(up, { message: name }).toHaveAttribute('aria-pressed', 'true')
    await expect.element(score).toHaveTextContent('Score 4')
    release()
    await expect.element(news(says('Failed to vote. Please try again.')), { message: name }).toBeVisible()
    await expect.element(up, { message: name }).toHaveAttribute('aria-pressed', 'false')
    await expect.element(score, { message: name }).toHaveTextContent('Score 3')
  }
})
