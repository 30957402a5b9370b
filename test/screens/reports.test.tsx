/** What a member does who sees something that should not be here, and what remains of a removed item. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { topicOf } from '#contract/live-words.ts'
import type { Pod } from '#contract/pods.ts'
import type { ThingKind } from '#contract/thing-words.ts'
import { use } from './keyboard.ts'
import { publish } from './live-connection.ts'
import { aComment, anAuthor, anId, aPage, aPost, asAuthor, aThread, aViewer, minutesAgo } from './makers.ts'
import { aMemberComment, answersOfMember } from './profile-makers.ts'
import { news, open } from './screen.tsx'

const dots = (about: string) => page.getByRole('button', { name: `More about ${about}`, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const item = (what: string) => page.getByRole('menuitem', { name: `Report this ${what}…` })
const reportThing = ({ kind, id }: { kind: ThingKind; id: string }) => ({ kind, id })
const WHY = 'Removed by the administrators: No selling here.'

test('a member reports a post by keyboard alone, and the text that he began is kept', async () => {
  const seller = aViewer(anAuthor('seller'))
  const post = aPost({ author: asAuthor(seller), title: 'Cheap cots' })
  const viewer = aViewer()
  // the page of its author is preloaded when his name gets the focus
  const answers = { ...answersOfMember(seller), comments: { getThread: aThread(post) }, reports: { reportThing } }
  await open(`/post/${post.id}`, { viewer, answers })
  const about = 'the post by seller'
  await use(dots(about))
  await expect.element(item('post')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('post')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const form = dialog('Report this post')
  await expect.element(form).toBeVisible()
  await use(form.getByRole('button', { name: 'Send report' }))
  await expect.element(form.getByText('Please choose a reason')).toBeVisible()
  const reason = form.getByLabelText(/^What is wrong with it/)
  await expect.element(reason).toHaveFocus()
  await reason.selectOptions('Advertising or a scam')
  await form.getByLabelText(/^What should they know/).fill('He writes this every day.')
  // he leaves the dialog, and the typed text is kept
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form).not.toBeInTheDocument()

  const screen = await open(`/post/${post.id}`, { viewer, answers, again: true })
  await dots(about).click()
  await item('post').click()
  await expect.element(form.getByLabelText(/^What should they know/)).toHaveValue('He writes this every day.')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect.element(news('Thank you. The administrators will look at it.')).toBeVisible()
  await expect.element(dots(about)).toHaveFocus()
  expect(screen.asked('reports.reportThing')).toEqual([
    { kind: 'post', id: post.id, reason: 'spam', note: 'He writes this every day.' },
  ])
  expect(JSON.stringify({ ...localStorage })).not.toContain('He writes this every day.')
})

test('a removed comment is a quiet line among the others; its author reads his words and the reason', async () => {
  const rude = aViewer(anAuthor('rude'))
  const removed = (words: string, reason: string | null) =>
    aComment({ content: words, author: reason ? asAuthor(rude) : null, removed: { reason }, can_edit: reason !== null })
  const post = aPost({ title: 'Teeth' })
  const read = (comment: ReturnType<typeof removed>) => ({
    comments: { getThread: aThread(post, [aComment({ content: 'Cold spoons.' }), comment]) },
  })
  // the server sends the others no words and no name
  const quiet = removed('', null)
  await open(`/post/${post.id}`, { viewer: aViewer(), answers: read(quiet) })
  const line = (id: string) => page.css(`#comment-${id}`)
  await expect.element(page.getByText('Cold spoons.')).toBeVisible()
  expect(line(quiet.id).element().textContent).toBe('Removed by the administrators')

  const own = removed('You are a fool.', 'Be kind.')
  await open(`/post/${post.id}`, { viewer: rude, answers: read(own), again: true })
  await expect.element(line(own.id)).toMatchTextContent('You are a fool.')
  await expect.element(line(own.id)).toMatchTextContent('Removed by the administrators: Be kind.')

  // he finds it among his own comments, although it does not count; nobody else finds it
  const written = aMemberComment({ excerpt: 'You are a fool.', removed: { reason: 'Be kind.' } })
  await open('/profile', {
    viewer: rude,
    answers: { comments: { listMemberComments: aPage(written) } },
    again: true,
  })
  await page.getByRole('button', { name: /^Comments: 0/ }).click()
  const among = dialog('Your comments').getByRole('listitem')
  await expect.element(among).toMatchTextContent('You are a fool.')
  await expect.element(among).toMatchTextContent('Removed by the administrators: Be kind.')
})

test('the author of a removed post reads the reason everywhere, and can only delete it', async () => {
  const seller = aViewer(anAuthor('seller'))
  const removed = { reason: 'No selling here.' }
  const post = aPost({ author: asAuthor(seller), title: 'Cheap cots', can_edit: false, can_delete: true, removed })
  await open(`/post/${post.id}`, { viewer: seller, answers: { comments: { getThread: aThread(post) } } })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Cheap cots')
  await expect.element(page.getByText(WHY)).toBeVisible()
  for (const gone of [/^Upvote/, /^Edit/, /^Post comment/i])
    await expect.element(page.getByRole('button', { name: gone })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Delete your post' })).toBeVisible()
  await open('/user/seller', { viewer: seller, answers: answersOfMember(seller, { posts: [post] }), again: true })
  await expect.element(page.getByRole('region', { name: 'Latest posts' })).toMatchTextContent(WHY)
})

test('a visitor who wants to report is led to the sign-in page and back', async () => {
  const comment = aComment({ author: anAuthor('rude'), content: 'Nonsense.' })
  const post = aPost({ title: 'Teeth' })
  const screen = await open(`/post/${post.id}`, { answers: { comments: { getThread: aThread(post, [comment]) } } })
  await dots('the comment by rude').click()
  await item('comment').click()
  const back = encodeURIComponent(`/post/${post.id}#comment-${comment.id}`)
  await expect.poll(screen.left).toBe(`/auth?next=${back}`)
})

test('a message is reported in its conversation, and disappears from the open page when it is removed', async () => {
  const [viewer, rude] = [aViewer(), anAuthor('rude')]
  const pod = podOf(asAuthor(viewer), rude)
  const topic = topicOf('pod', pod.id)
  const said = {
    id: anId(),
    seq: 1,
    user: rude,
    content: 'You are a fool.',
    round_id: null,
    note: null,
    created_at: minutesAgo(2),
  }
  const messages = [said]
  const screen = await open(`/pod/${pod.slug}`, {
    viewer,
    answers: {
      pods: { getPod: pod },
      blocks: { listBlockedIds: { ids: [] } },
      chat: {
        listMessages: () => ({ items: messages, next: null, later: null, seq: 1, read: 1 }),
        markRead: { read: 1 },
      },
      reports: { reportThing },
    },
  })
  const message = page.css('.msg').filter({ hasText: 'You are a fool.' })
  await message.hover()
  await message.getByRole('button', { name: /^More about the message by/ }).click()
  await item('message').click()
  const form = dialog('Report this message')
  await form.getByLabelText(/^What is wrong with it/).selectOptions('Unkind, threatening or hateful')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect.element(news('Thank you.')).toBeVisible()
  expect(screen.asked('reports.reportThing')).toMatchObject([{ kind: 'message', id: said.id, reason: 'unkind' }])
  messages.pop()
  await expect.poll(() => publish(topic, { kind: 'message.deleted', subject: said.id })).toBe(true)
  await expect.element(message).not.toBeInTheDocument()
})

/** Two members in a pod, seen by one of them. */
function podOf(...authors: ReturnType<typeof anAuthor>[]): Pod {
  const members = authors.map(({ id, username, avatar_url }) => ({
    ...{ id, username, name: username, avatar_url, joined_at: minutesAgo(60) },
  }))
  return {
    ...{ id: anId(), name: 'Kettle Watch', slug: 'kettle-watch', description: null, capacity: 6, group: null },
    ...{
      is_private: false,
      meeting_frequency: 'weekly',
      has_rhythm: false,
      last_activity_at: null,
      is_full: false,
      is_member: true,
    },
    can_join: false,
    can_request: false,
    can_leave: true,
    ...{
      is_creator: false,
      is_pending: false,
      taken_out: null,
      ended_at: null,
      former_until: null,
      seq: 1,
      current_members: members.length,
      members,
    },
    creator: { id: members[0]!.id, name: members[0]!.name },
  }
}
