/**
 * The session has ended while a page was open. Rooms: account, posts, comments, votes, polls, chat, events, groups,
 * pods.
 */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { SAY } from '#contract/words.ts'
import { isSessionEnded, noteSession } from '#web/kernel/session-state.ts'
import { chatting, say, waiting } from './conversation-screen.tsx'
import { anEvent, answersOfEvent } from './events-makers.ts'
import { aGroup, answersOfGroup } from './groups-makers.ts'
import { aCard, aPage, aPost, aThread, aViewer } from './makers.ts'
import { aPoll, signedOut } from './post-makers.ts'
import { news, open, type Screen } from './screen.tsx'
import type { Named } from './standin.ts'

const viewer = aViewer({ post_count: 3 })
const signInLink = (sentence: string) => news(sentence).getByRole('link', { name: 'Sign In' })
const signsInFor = (path: string) => `/auth?next=${encodeURIComponent(path)}`

/** The server refuses the first press; from then on the page knows why, and sends nothing more. */
async function endsWith(screen: Screen, name: Named, sentence: string, press: () => Promise<void>) {
  screen.answer({ account: { getViewer: null } })
  screen.failNext(name, { fault: signedOut(sentence) })
  await press()
  await expect.element(signInLink(sentence)).toBeVisible()
  await expect.poll(isSessionEnded).toBe(true)
  await news(sentence).getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(news(sentence)).not.toBeInTheDocument()
  await press()
  await expect.element(signInLink(sentence)).toBeVisible()
  expect(screen.asked(name)).toHaveLength(1)
}

test('the composer sends nothing, shows a link to the sign-in page, and is open again with every word after signing in', async () => {
  const screen = await open('/categories', { viewer, answers: { feed: { listFeed: aPage() } } })
  const composer = page.getByRole('dialog', { name: 'New Post' })
  await page.getByRole('button', { name: 'Create Post' }).first().click()
  await composer.getByLabelText('Title').fill('Who keeps a spare key?')
  await composer.getByLabelText('What you want to say').fill('Mine is under a pot, and everybody knows it.')
  await userEvent.selectOptions(composer.getByLabelText('Category'), 'DIY & Tools')
  noteSession(false)
  await composer.getByRole('button', { name: 'Post' }).click()
  await expect.element(signInLink('Please sign in to create posts')).toBeVisible()
  await expect.element(composer.getByRole('alert')).toMatchTextContent('Please sign in to create posts')
  expect(screen.asked('posts.createPost')).toEqual([])
  const link = composer.getByRole('link', { name: 'Sign In' })
  await expect.element(link).toHaveAttribute('href', signsInFor('/categories'))
  await link.click()
  await expect.poll(screen.left).toBe(signsInFor('/categories'))

  await open('/categories', { viewer, answers: { feed: { listFeed: aPage() } }, again: true })
  await expect.element(composer.getByLabelText('Title')).toHaveValue('Who keeps a spare key?')
  await expect
    .element(composer.getByLabelText('What you want to say'))
    .toHaveValue('Mine is under a pot, and everybody knows it.')
  await composer.getByRole('button', { name: 'Cancel' }).click()
  await open('/categories', { viewer, answers: { feed: { listFeed: aPage() } }, again: true })
  await expect.element(page.getByRole('button', { name: 'Create Post' }).first()).toBeVisible()
  await expect.element(composer).not.toBeInTheDocument()
})

test('a post that the server refuses for this reason stays in the composer, and is not sent a second time', async () => {
  const screen = await open('/categories', { viewer, answers: { feed: { listFeed: aPage() } } })
  const composer = page.getByRole('dialog', { name: 'New Post' })
  await page.getByRole('button', { name: 'Create Post' }).first().click()
  await composer.getByLabelText('Title').fill('Who keeps a spare key?')
  await composer.getByLabelText('What you want to say').fill('Mine is under a pot.')
  await userEvent.selectOptions(composer.getByLabelText('Category'), 'DIY & Tools')
  screen.answer({ account: { getViewer: null } })
  screen.failNext('posts.createPost', { fault: signedOut(SAY.signInToPost) })
  await composer.getByRole('button', { name: 'Post' }).click()
  await expect.element(signInLink(SAY.signInToPost)).toBeVisible()
  await expect.poll(isSessionEnded).toBe(true)
  await composer.getByRole('button', { name: 'Post' }).click()
  await expect.element(composer.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect.element(composer.getByLabelText('Title')).toHaveValue('Who keeps a spare key?')
  expect(screen.asked('posts.createPost')).toHaveLength(1)
})

test('a comment stays in its box, and is there after signing in', async () => {
  const post = aPost()
  const answers = { comments: { getThread: aThread(post) } }
  const screen = await open(`/post/${post.id}`, { viewer, answers })
  const box = page.getByLabelText('Add a comment')
  await box.fill('Under the third brick.')
  await endsWith(screen, 'comments.createComment', SAY.signInToComment, () =>
    page.getByRole('button', { name: 'Post comment' }).click(),
  )
  await expect.element(signInLink(SAY.signInToComment)).toHaveAttribute('href', signsInFor(`/post/${post.id}`))
  await expect.element(box).toHaveValue('Under the third brick.')
  await open(`/post/${post.id}`, { viewer, answers, again: true })
  await expect.element(box).toHaveValue('Under the third brick.')
})

test('a vote is not sent, and not shown on the screen', async () => {
  const post = aCard()
  const screen = await open('/categories', { viewer, answers: { feed: { listFeed: aPage(post) } } })
  const up = page.getByRole('button', { name: 'Upvote' }).first()
  await endsWith(screen, 'votes.castPostVote', SAY.signInToVote, () => up.click())
  await expect.element(signInLink(SAY.signInToVote)).toHaveAttribute('href', signsInFor(`/post/${post.id}`))
  await expect.element(up).toHaveAttribute('aria-pressed', 'false')
})

test('a vote in a poll is not sent', async () => {
  const post = aPost({ type: 'poll', poll: aPoll(['Tea', 'Coffee']) })
  const screen = await open(`/post/${post.id}`, { viewer, answers: { comments: { getThread: aThread(post) } } })
  await endsWith(screen, 'polls.castPollVote', SAY.signInToPoll, () =>
    page.getByRole('button', { name: 'Tea' }).click(),
  )
})

test('a message in a pod waits in its place, and is sent after signing in', async () => {
  const { screen, path } = await chatting()
  screen.answer({ account: { getViewer: null } })
  screen.failNext('chat.sendMessage', { fault: signedOut(SAY_ROOMS.signInToChat) })
  await say('I am late, start without me.')
  await expect.element(signInLink('Please sign in to chat')).toHaveAttribute('href', signsInFor(path))
  await expect.poll(isSessionEnded).toBe(true)
  await say('And save me a biscuit.')
  await expect.poll(() => waiting.elements().length).toBe(2)
  for (const row of waiting.all()) {
    await expect.element(row).toMatchTextContent('Please sign in to chat')
    await expect.element(row.getByRole('link', { name: 'Sign In' })).toBeVisible()
  }
  expect(screen.asked('chat.sendMessage')).toHaveLength(1)
  // a new page reads the storage of this device
  noteSession(true)
  window.dispatchEvent(new StorageEvent('storage'))
  await say('There I am.')
  await expect
    .poll(() => screen.asked('chat.sendMessage').map((sent) => (sent as { content: string }).content))
    .toEqual([
      ...['I am late, start without me.', 'I am late, start without me.', 'And save me a biscuit.', 'There I am.'],
    ])
  await expect.poll(() => waiting.elements().length).toBe(0)
})

test('a press on Attend does not attend the event', async () => {
  const event = anEvent()
  const screen = await open(`/event/${event.id}`, { viewer, answers: answersOfEvent(event) })
  const attend = page.getByRole('button', { name: /^Attend(ing)?$/ })
  await endsWith(screen, 'events.attendEvent', SAY_LOCAL.signInToAttend, () => attend.click())
  await expect.element(signInLink(SAY_LOCAL.signInToAttend)).toHaveAttribute('href', signsInFor(`/event/${event.id}`))
  await expect.element(attend).toHaveAttribute('aria-pressed', 'false')
})

test('a press on Join does not join a network', async () => {
  const group = aGroup({ is_member: false })
  const screen = await open(`/group/${group.slug}`, { viewer, answers: answersOfGroup(group) })
  await endsWith(screen, 'groups.joinGroup', SAY_ROOMS.signInToJoinGroup, () =>
    page.getByRole('button', { name: 'Join', exact: true }).click(),
  )
})

test('a renewed session does not count as ended: the next press is sent', async () => {
  const post = aCard()
  const screen = await open('/categories', { viewer, answers: { feed: { listFeed: aPage(post) } } })
  screen.answer({ votes: { castPostVote: ({ post_id: id }) => ({ id, upvotes: 1, downvotes: 0, my_vote: 'up' }) } })
  screen.failNext('votes.castPostVote', { fault: signedOut(SAY.signInToVote) })
  const up = page.getByRole('button', { name: 'Upvote' }).first()
  await up.click()
  await expect.element(news(SAY.signInToVote)).toBeVisible()
  await expect.poll(() => screen.asked('account.getViewer').length).toBe(1)
  await up.click()
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  expect(screen.asked('votes.castPostVote')).toHaveLength(2)
})
