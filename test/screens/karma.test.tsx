/** Karma as a member sees it on his profile, and in its explanation. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { use } from './keyboard.ts'
import { aViewer, minutesAgo } from './makers.ts'
import { aKarma, anAchievement, answersOfOwnProfile } from './member-makers.ts'
import { open, PHONE } from './screen.tsx'

const card = page.getByRole('button', { name: /^Community Karma: / })
const dialog = page.getByRole('dialog', { name: 'Community Karma' })

const karma = aKarma({
  content_score: 1050,
  social_score: 96,
  community_score: 48,
  total_gamification_score: 1194,
  community_karma: 1204,
  ...{ posts: 10, comments: 200, kin: 12, groups: 2, pods: 1, events: 1, votes: 10 },
  questions_answered: 210,
  appreciated: 0.8,
  steady_weeks: 7,
  achievements: [
    ...['First Words', 'Handy'].map((name) => anAchievement(name, { earned_at: minutesAgo(60 * 24) })),
    ...['One', 'Two', 'Three', 'Four', 'Five'].map((name) => anAchievement(name)),
  ],
})

function openProfile() {
  const viewer = aViewer({ community_karma: karma.community_karma })
  const answers = { ...answersOfOwnProfile(), account: { getViewer: viewer }, karma: { getKarma: karma } }
  return open('/profile', { viewer, size: PHONE, answers })
}

test('by keyboard a member reads what his karma is made of: the bar, his figures, the points, the sum and his achievements', async () => {
  await openProfile()
  await use(card)
  await expect.element(dialog.getByText('1,204').first()).toBeVisible()
  await expect.element(dialog.getByText('-500')).toBeVisible()
  await expect.element(dialog.getByText('+5000')).toBeVisible()
  for (const [label, value] of [
    ['Questions Answered', '210'],
    ['Appreciated', '80%'],
    ['Steady', '7 of 12 weeks'],
  ] as const) {
    const line = dialog.css('.karma-line').filter({ hasText: label })
    await expect.element(line.getByText(value)).toBeVisible()
  }
  const rows = () =>
    Object.fromEntries(
      dialog
        .css('.karma-rows > div')
        .elements()
        .map((row) => [...row.children].map(({ textContent }) => textContent)),
    )
  expect(rows()).toMatchObject({
    'Join a network': '+15',
    'Join a pod': '+15',
    'Connect with a dad, both of you': '+8',
    'A post or a comment': '+5',
    'Attend a local event, when it begins': '+3',
    '5 × (10 posts + 200 comments)': '+1,050',
    '8 × 12 kin': '+96',
    '15 × (2 networks + 1 pod) + 3 × 1 event': '+48',
    'Votes of others, up less down': '+10',
    'Community Karma': '1,204',
  })
  await expect.element(dialog.getByText('2/7')).toBeVisible()
  expect(dialog.getByRole('list', { name: 'Earned' }).getByRole('listitem').elements()).toHaveLength(2)
  expect(dialog.getByRole('list', { name: 'Still to come' }).getByRole('listitem').elements()).toHaveLength(4)
  // the position of 0 on the bar, and the filled part
  const scale = dialog.css('.karma-scale').element().getBoundingClientRect()
  const part = (selector: string) => dialog.css(`.karma-scale ${selector}`).element().getBoundingClientRect()
  expect((part('.karma-zero').left - scale.left) / scale.width).toBeCloseTo(500 / 5500, 2)
  expect(part('.bar i').width / scale.width).toBeCloseTo((500 + 1204) / 5500, 2)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(card).toHaveFocus()
})

test('a new member has dashes', async () => {
  const screen = await openProfile()
  screen.answer({ karma: { getKarma: aKarma() } })
  await card.click()
  await expect.poll(() => dialog.getByText('Nothing yet').elements().length).toBe(2)
})

test('figures that do not load are reported, and load when the member retries', async () => {
  const screen = await openProfile()
  const restore = screen.cutOff('karma.getKarma')
  await card.click()
  await expect.element(dialog.getByRole('heading', { name: 'We could not look up your karma' })).toBeVisible()
  restore()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('Questions Answered')).toBeVisible()
})

test('the bar of questions answered is full at 50, and not before', async () => {
  const screen = await openProfile()
  const line = dialog.css('.karma-line').filter({ hasText: 'Questions Answered' })
  const filled = () => {
    const width = (selector: string) => line.css(selector).element().getBoundingClientRect().width
    return Number((width('.bar i') / width('.bar')).toFixed(2))
  }
  for (const [questions_answered, share] of [
    [0, 0],
    [25, 0.5],
    [49, 0.98],
    [50, 1],
    [210, 1],
  ] as const) {
    screen.answer({ karma: { getKarma: aKarma({ questions_answered }) } })
    await screen.go('/about')
    await screen.go('/profile')
    await card.click()
    await expect.element(line.getByText(String(questions_answered), { exact: true })).toBeVisible()
    await expect.poll(filled).toBe(share)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  }
})
