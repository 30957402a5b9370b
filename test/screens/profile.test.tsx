/** A member's own profile: the lists behind its figures, and the form. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { use } from './keyboard.ts'
import { aCard, aCategory, aPage, asAuthor, aViewer, minutesAgo } from './makers.ts'
import { aMemberComment, answersOfEditing, answersOfMember } from './profile-makers.ts'
import { news, open, PHONE } from './screen.tsx'

const heading = page.getByRole('heading', { level: 1 })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const card = (label: string) => page.getByRole('button', { name: new RegExp(`^${label}: `) })
const field = (name: string) => page.getByLabelText(name, { exact: false })
const edit = button('Edit Profile')
const save = button('Save')
const you = page.getByRole('region', { name: 'You' })
const hobbies = aCategory('Hobbies')

const own = (viewer = aViewer({ display_name: 'Ben' })) => ({
  viewer,
  answers: answersOfEditing(viewer),
})

test('by keyboard alone a member opens his posts and comments behind the figures', async () => {
  const viewer = aViewer({ post_count: 1, comment_count: 2 })
  const title = 'Which glue holds a rocking horse?'
  const of = { category: hobbies, comment_count: 2, created_at: minutesAgo(0) }
  const post = aCard({ title, excerpt: 'Which glue?', author: asAuthor(viewer), ...of })
  const place = { post: { id: post.id, title }, category: post.category }
  const comments = [2, 1].map((n) => aMemberComment({ excerpt: `Answer number ${n}.`, ...place }))
  await open('/profile', {
    viewer,
    answers: {
      feed: { listMemberPosts: aPage(post) },
      comments: {
        listMemberComments: aPage(...comments),
        getThread: { post: { ...post, ...whole }, comments: aPage() },
      },
    },
  })
  const lines = (name: string) => page.getByRole('dialog', { name }).getByRole('listitem')
  await use(card('Posts'))
  for (const words of [title, 'Which glue?', 'Question', 'Hobbies', '2 comments', 'now'])
    await expect.element(lines('Your posts')).toMatchTextContent(words)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Your posts' })).not.toBeInTheDocument()
  await expect.element(card('Posts')).toHaveFocus()

  await use(card('Comments'))
  await expect.poll(() => lines('Your comments').elements()).toHaveLength(2)
  for (const words of ['Answer number 2.', title, 'Hobbies'])
    await expect.element(lines('Your comments').first()).toMatchTextContent(words)
  const link = page.getByRole('link', { name: `View Post ${title}` }).first()
  await expect.element(link).toHaveAttribute('href', `/post/${post.id}`)
  await use(link)
  await expect.element(heading).toHaveTextContent(title)
})
const whole = {
  content: 'Which glue?',
  body: [{ t: 'p' as const, c: ['Which glue?'] }],
  poll: null,
  can_edit: true,
  can_delete: true,
}

test('the lists are 24 rem high', async () => {
  const viewer = aViewer()
  const posts = Array.from({ length: 12 }, (_, n) => aCard({ title: `Question ${n}` }))
  const comments = Array.from({ length: 12 }, () => aMemberComment())
  await open('/profile', { viewer, answers: answersOfMember(viewer, { posts, comments }) })
  for (const [label, name] of [
    ['Posts', 'Your posts'],
    ['Comments', 'Your comments'],
  ] as const) {
    await card(label).click()
    const dialog = page.getByRole('dialog', { name })
    await expect.element(dialog.getByRole('listitem').first()).toBeVisible()
    expect(dialog.getByRole('region', { name }).element().clientHeight).toBe(384)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
})

test('a member who has written nothing reads what to do next', async () => {
  const viewer = aViewer()
  await open('/profile', { viewer, answers: answersOfMember(viewer) })
  const says = (name: string) => expect.element(page.getByRole('heading', { name })).toBeVisible()
  await card('Posts').click()
  await says('You have not posted yet')
  await expect.element(page.getByRole('link', { name: 'Go to the feed' })).toHaveAttribute('href', '/categories')
  await button('Close').click()
  await card('Comments').click()
  await says('You have not answered anybody yet')
  await page.getByRole('link', { name: 'Find a question' }).click()
  await expect.element(heading).toHaveTextContent('Feed')
})

test('a member who has written nothing about himself is asked for a line, until he writes it', async () => {
  const screen = await open('/profile', own())
  const asked = page.getByText('Tell other dads a little about yourself: a line, a town, a picture.', { exact: false })
  await expect.element(asked).toBeVisible()
  await use(button('Add a line about you'))
  await expect.element(field('Bio')).toHaveFocus()
  await expect.element(asked).not.toBeInTheDocument()
  await userEvent.keyboard('Two girls and a shed.')
  await use(save)
  await expect.element(news('Profile updated!')).toBeVisible()
  await expect.element(you).toMatchTextContent('Two girls and a shed.')
  await expect.element(asked).not.toBeInTheDocument()
  expect(screen.asked('members.updateProfile')).toEqual([{ bio: 'Two girls and a shed.' }])
})

test('changes appear at once, everywhere in this tab', async () => {
  const viewer = aViewer()
  const post = aCard({ title: 'How do you sharpen a chisel?', author: asAuthor(viewer) })
  const screen = await open('/user/ben', { viewer, answers: answersOfMember(viewer, { posts: [post] }) })
  screen.answer(answersOfEditing(viewer))
  // his page and his post are already in the cache of this tab
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await use(edit)
  await expect.element(page.getByRole('button', { name: 'Cancel', expanded: true })).toHaveFocus()
  await expect.element(button('Choose avatar')).toBeVisible()
  await field('Display name').fill('Sam Birch')
  await field('Bio').fill('Two girls.\nJoiner by trade.')
  await field('Location').fill('Leeds')
  await field('First name').fill('Samuel')
  await field('Date of birth').fill('1984-05-06')
  await use(save)
  await expect.element(news('Profile updated!')).toBeVisible()
  await expect.element(edit).toHaveFocus()
  await expect.element(button('Choose avatar')).not.toBeInTheDocument()
  await expect.element(heading).toHaveTextContent('Sam Birch')
  for (const words of ['@ben', 'Leeds', 'Two girls.']) await expect.element(you).toMatchTextContent(words)
  // without another request
  const before = screen.asked('members.getMember').length
  window.history.back()
  await expect.element(heading).toHaveTextContent('Sam Birch')
  const article = page.getByRole('region', { name: 'Latest posts' }).getByRole('article')
  await expect.element(article.filter({ hasText: post.title })).toMatchTextContent('Sam Birch')
  expect(screen.asked('members.getMember')).toHaveLength(before)
  window.history.forward()
  // the fields that only he may see are there when he opens the form again, and only then
  await edit.click()
  await expect.element(field('First name')).toHaveValue('Samuel')
  await expect.element(field('Date of birth')).toHaveValue('1984-05-06')
})

test('fields that only the member may see are not stored on the device when he starts to edit them', async () => {
  const viewer = aViewer({ display_name: 'Ben', bio: 'For all to see.' })
  const answers = answersOfEditing(viewer, { last_name: 'Canarylast' })
  const screen = await open('/profile', { viewer, answers })
  await expect.element(heading).toBeVisible()
  expect(screen.asked('members.getOwnProfile')).toEqual([])
  await edit.click()
  await expect.element(field('Last name')).toHaveValue('Canarylast')
  await field('Last name').fill('Canarynext')
  await field('Bio').fill('For all to see soon.')
  const kept = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  await expect.poll(kept).toContain('For all to see soon.')
  expect(kept()).not.toContain('Canary')
})

test('nothing that was typed is lost, until it is saved or discarded', async () => {
  const { viewer, answers } = own()
  const screen = await open('/profile', { viewer, answers, size: PHONE })
  const bio = field('Bio')
  await edit.click()
  await bio.fill('Three boys and a dog.')
  await field('First name').fill('Anatol')
  screen.failNext('members.updateProfile', 'unreached')
  await save.click()
  // near the button that was pressed
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to update profile' })
  await expect.element(failed).toMatchTextContent('Nothing you entered is lost. Try again.')
  await expect.element(failed).toBeInViewport({ ratio: 1 })
  await expect.element(save).toBeInViewport({ ratio: 1 })
  await expect.element(bio).toHaveValue('Three boys and a dog.')
  // beside Save as well as at the top
  await page.getByRole('button', { name: 'Cancel', exact: true }).last().click()
  await expect.element(edit).toHaveFocus()
  const unsaved = page.getByText('Your changes are not saved yet.', { exact: false })
  await expect.element(unsaved).toBeVisible()
  await button('Continue editing').click()
  await expect.element(bio).toHaveValue('Three boys and a dog.')
  await expect.element(field('First name')).toHaveValue('Anatol')

  await open('/profile', { viewer, answers, size: PHONE, again: true })
  await button('Continue editing').click()
  await expect.element(bio).toHaveValue('Three boys and a dog.')
  // fields that only the member may see are not stored on the device
  await expect.element(field('First name')).toHaveValue('')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).toContain('Three boys')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Anatol')
  await save.click()
  await expect.element(news('Profile updated!')).toBeVisible()
  await expect.element(unsaved).not.toBeInTheDocument()
  await edit.click()
  await bio.fill('Something else.')
  await page.getByRole('button', { name: 'Cancel', expanded: true }).click()
  await button('Discard changes').click()
  await expect.element(edit).toHaveFocus()
  await edit.click()
  await expect.element(bio).toHaveValue('Three boys and a dog.')
})

test('changes from another device are shown, and the draft of this device is offered beside them', async () => {
  const viewer = aViewer({ display_name: 'Ben', bio: 'Two boys.' })
  await open('/profile', { viewer, answers: answersOfEditing(viewer) })
  await edit.click()
  await field('Bio').fill('Two boys and a dog.')
  const since = { ...viewer, bio: 'Three boys.' }
  const screen = await open('/profile', { viewer: since, answers: answersOfEditing(since), again: true })
  await button('Continue editing').click()
  await expect.element(page.getByRole('textbox', { name: /^Bio/ })).toHaveValue('Three boys.')
  const offer = page.getByRole('group', { name: 'On this device: Bio' })
  await expect.element(offer).toMatchTextContent('Two boys and a dog.')
  await offer.getByRole('button', { name: /^Use it/ }).click()
  await expect.element(page.getByRole('textbox', { name: /^Bio/ })).toHaveValue('Two boys and a dog.')
  await expect.element(page.getByRole('textbox', { name: /^Bio/ })).toHaveFocus()
  await expect.element(offer).not.toBeInTheDocument()
  await save.click()
  await expect.element(news('Profile updated!')).toBeVisible()
  expect(screen.asked('members.updateProfile')).toEqual([{ bio: 'Two boys and a dog.' }])
})

test('a wrong value is reported beside its field, and a counter appears near the limit', async () => {
  await open('/profile', own())
  await edit.click()
  const bio = field('Bio')
  await bio.fill('a'.repeat(449))
  await expect.element(page.getByText(/characters? left|too many/)).not.toBeInTheDocument()
  await bio.fill('a'.repeat(499))
  await expect.element(page.css('.left')).toHaveTextContent('1 character left')
  await bio.fill('a'.repeat(501))
  await expect.element(page.css('.left')).toHaveTextContent('1 character too many')
  await field('Display name').fill('  ')
  await save.click()
  await expect.element(field('Display name')).toHaveFocus()
  await expect.element(page.getByText('Please enter a display name')).toBeVisible()
  await field('Display name').fill('Sam')
  await save.click()
  await expect.element(bio).toHaveFocus()
  await expect.element(page.getByText('The bio can be at most 500 characters')).toBeVisible()
  await bio.fill('a'.repeat(500))
  await expect.element(page.getByText('The bio can be at most 500 characters')).not.toBeInTheDocument()
  await save.click()
  await expect.element(news('Profile updated!')).toBeVisible()
  // the buttons stay at the top, however long the form is
  const top = (element: Element) => element.getBoundingClientRect().y
  expect(top(edit.element())).toBe(top(you.element().querySelector('.av')!))
})
