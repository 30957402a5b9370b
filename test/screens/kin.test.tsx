/** The relation to another member: the button on his page, and a block in its place. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { topicOf } from '#contract/live-words.ts'
import { memberFaults } from '#contract/members.ts'
import { expectFocus, press, use } from './keyboard.ts'
import { isSubscribed, publish } from './live-connection.ts'
import { aComment, anAuthor, aPost, aThread, aViewer, NOW } from './makers.ts'
import { answersOfMemberPage, aProfile, aStanding } from './member-makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { refused } from './standin.ts'

const viewer = aViewer()
const hassan = anAuthor('hassan.amin')
const button = (name: string) => page.getByRole('button', { name })
const title = page.getByRole('heading', { level: 1 })

test('by keyboard alone a member withdraws a request, and accepts another one on the profile', async () => {
  let status: Parameters<typeof aStanding>[1] = 'none'
  const become = (next: typeof status) => () => {
    status = next
    return aStanding(hassan, next)
  }
  const screen = await open(`/user/${hassan.username}`, {
    viewer,
    size: PHONE,
    answers: {
      ...answersOfMemberPage(hassan),
      connections: {
        getConnection: () => aStanding(hassan, status),
        requestConnection: become('requested'),
        cancelConnectionRequest: become('none'),
        acceptConnection: become('connected'),
      },
    },
  })
  await use(button('Connect'))
  await expect.element(news('Connection request sent!')).toBeVisible()
  await expect.element(button('Request Sent')).toHaveFocus()
  await expect.element(button('Request Sent')).toHaveAttribute('aria-disabled', 'true')
  await use(button('Cancel request'))
  const question = page.getByRole('alertdialog', { name: 'Cancel your request?' })
  await use(question.getByRole('button', { name: 'Cancel Request' }))
  await expect.element(button('Connect')).toHaveFocus()

  const topic = topicOf('member', viewer.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  status = 'incoming'
  publish(topic, { kind: 'connection.requested', subject: hassan.id })
  // it replaces the button that has the focus, and ignores presses as long as a double press is possible
  await expect.element(button('Accept Request')).toHaveFocus()
  await expect.element(button('Accept Request')).not.toHaveAttribute('aria-disabled')
  await use(button('Accept Request'))
  await expect.element(news('Connection request accepted!')).toBeVisible()
  await expect.element(button('Connected')).toHaveFocus()
  expect(screen.asked('connections.acceptConnection')).toEqual([{ user_id: hassan.id }])
})

test('a visitor who wants to connect is led to the sign-in page and back', async () => {
  await open('/user/hassan.amin', { size: PHONE, answers: answersOfMemberPage(hassan) })
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Connect' }))
    .toHaveAttribute('href', '/auth?next=%2Fuser%2Fhassan.amin')
})

/** Blocks the member by keyboard, in the menu that has just opened. */
async function blockByKeys() {
  const item = page.getByRole('menuitem', { name: 'Block hassan.amin…' })
  await expect.element(item).toBeVisible()
  await press('End')
  await expect.element(item).toHaveFocus()
  await press('Enter')
  await use(page.getByRole('alertdialog').getByRole('button', { name: 'Block' }))
}

test('a member blocks the author of a comment by keyboard alone, and the comment disappears', async () => {
  const post = aPost({ title: 'Below this' })
  let comments = [aComment({ post_id: post.id, content: 'What nobody asked for', author: hassan })]
  await open(`/post/${post.id}`, {
    viewer,
    size: PHONE,
    answers: {
      posts: { getPost: post },
      comments: {
        getThread: () => aThread(post, comments),
        listComments: () => ({ items: comments, next: null }),
      },
      blocks: {
        blockMember() {
          comments = []
          return { user: hassan, created_at: NOW }
        },
      },
    },
  })
  await use(button('More about the comment by hassan.amin'))
  await blockByKeys()
  await expect.element(news('You blocked hassan.amin. You can undo this in your settings.')).toBeVisible()
  await expect.element(page.getByText('What nobody asked for')).not.toBeInTheDocument()
  await expectFocus()
})

test('a member undoes a block in place of the profile and makes it again there, by keyboard alone', async () => {
  let isBlocked = true
  const page_ = answersOfMemberPage(hassan)
  const block = () => (isBlocked ? { user: hassan, created_at: NOW } : null)
  const screen = await open('/user/hassan.amin', {
    viewer,
    size: PHONE,
    answers: {
      ...page_,
      members: {
        getMember() {
          if (isBlocked) throw refused(memberFaults.notFound)
          return aProfile(hassan, { created_at: NOW })
        },
      },
      feed: {
        listMemberPosts() {
          if (isBlocked) throw refused(memberFaults.notFound)
          return { items: [], next: null }
        },
      },
      blocks: {
        getBlock: block,
        blockMember() {
          isBlocked = true
          return { user: hassan, created_at: NOW }
        },
        unblockMember() {
          isBlocked = false
          return { user_id: hassan.id }
        },
      },
    },
  })
  await expect.element(title).toHaveTextContent('You blocked hassan.amin')
  await use(button('Unblock'))
  await expect.element(title).toHaveTextContent('hassan.amin')
  await use(button('More about hassan.amin'))
  await blockByKeys()
  await expect.element(title).toHaveTextContent('You blocked hassan.amin')
  await expectFocus()
  expect(screen.asked('blocks.blockMember')).toEqual([{ user_id: hassan.id }])
})
