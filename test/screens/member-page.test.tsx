/** How others see a member: his figures, his latest posts, and the lists of what he wrote. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { press, use } from './keyboard.ts'
import { aCard, anAuthor, aPost, aThread, aViewer } from './makers.ts'
import { aMemberComment, answersOfMember } from './profile-makers.ts'
import { open } from './screen.tsx'

test('an administrator has the mark on his page and beside what he wrote', async () => {
  const chief = aViewer({ ...anAuthor('chief', { display_name: 'Tom', is_administrator: true }) })
  const posts = [aCard({ title: 'House rules', author: chief })]
  await open('/user/chief', { viewer: aViewer(), answers: answersOfMember(chief, { posts, comments: [] }) })
  const mark = page.css('.stamp').filter({ hasText: 'Administrator' })
  await expect.element(page.css('.person').getByText('Administrator', { exact: true })).toBeVisible()
  await expect.poll(() => mark.elements()).toHaveLength(2)
  await expect.element(page.getByRole('article').getByText('Administrator', { exact: true })).toBeVisible()
})

test('a shield in a member’s display name does not appear as the mark', async () => {
  const eve = aViewer({ ...anAuthor('eve', { display_name: '🛡️ Eve ✓' }) })
  await open('/user/eve', {
    viewer: aViewer(),
    answers: answersOfMember(eve, { posts: [aCard({ author: eve })], comments: [] }),
  })
  await expect.element(page.getByRole('heading', { name: '🛡️ Eve ✓' })).toBeVisible()
  expect(page.css('.stamp').filter({ hasText: 'Administrator' }).elements()).toHaveLength(0)
})

test('a member’s page shows his figures, five posts, and the rest in lists by tab', async () => {
  const viewer = aViewer({ post_count: 7, comment_count: 23 })
  const posts = [7, 6, 5, 4, 3, 2, 1].map((n) => aCard({ title: `Shed question ${n}` }))
  const on = { id: posts[0]!.id, title: posts[0]!.title }
  const comments = Array.from({ length: 23 }, (_, n) => aMemberComment({ excerpt: `Answer ${23 - n}.`, post: on }))
  const screen = await open('/user/ben', { viewer, answers: answersOfMember(viewer, { posts, comments }) })
  // a link preloads its page when it gets the focus
  screen.answer({
    comments: { getThread: ({ post_id }) => aThread(aPost(posts.find(({ id }) => id === post_id))) },
  })
  for (const [label, value] of [
    ['Posts', '7'],
    ['Comments', '23'],
    ['Kin', '0'],
  ] as const)
    await expect.element(page.css('.stat').filter({ hasText: label })).toMatchTextContent(value)
  await expect.element(page.css('.stat').filter({ hasText: 'Community Karma' })).toBeVisible()
  await expect.element(page.getByText(/^Joined/)).toBeVisible()
  const latest = page.getByRole('region', { name: 'Latest posts' }).getByRole('article')
  expect(latest.elements()).toHaveLength(5)
  await expect.element(latest.first()).toMatchTextContent('Shed question 7')
  expect(
    page
      .getByRole('region', { name: /^Posts by/ })
      .getByRole('listitem')
      .elements(),
  ).toHaveLength(2) // the five posts above are not listed again

  await use(page.getByRole('link', { name: 'Comments', exact: true }))
  const box = page.getByRole('region', { name: /^Comments by/ })
  const lines = box.getByRole('listitem')
  await expect.poll(() => lines.elements()).toHaveLength(20)
  const { clientHeight, scrollHeight } = box.element()
  expect([clientHeight, scrollHeight > clientHeight]).toEqual([384, true])
  await use(box.getByRole('link', { name: 'Load more' }))
  await expect.poll(() => lines.elements()).toHaveLength(23)
  await expect.element(box.getByRole('link', { name: /^View Post/ }).nth(20)).toHaveFocus()
  expect(screen.path()).toBe('/user/ben?tab=comments')
  await press('Enter')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Shed question 7')
  window.history.back()
  await expect.element(box).toBeVisible()
  await expect.poll(() => lines.elements()).toHaveLength(23)
})
