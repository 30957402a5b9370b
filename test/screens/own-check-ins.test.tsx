/** /settings/check-ins: a member's own check-ins in all pods, also in those that he has left. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OwnCheckIn } from '#contract/rounds.ts'
import { asAuthor, aViewer, minutesAgo } from './makers.ts'
import { answersToPreloads } from './pods-makers.ts'
import { aCheckIn, aRound } from './rounds-makers.ts'
import { news, open } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'

const ben = aViewer()
const main = page.getByRole('main')
const cards = main.getByRole('article')

const said = (win: string, days: number, more: Partial<OwnCheckIn> = {}): OwnCheckIn => ({
  ...aCheckIn({ user: asAuthor(ben), is_own: true, win }),
  ...{ pod: { name: 'Kettle Watch', slug: 'kettle-watch' }, has_left: false },
  round: { id: aRound().id, number: days, opens_at: minutesAgo(days * 24 * 60) },
  ...more,
})

/** Two pages of check-ins, which the member deletes. */
async function openOwn() {
  let all = [
    said('Home by six.', 7),
    said('Called my brother.', 14, { pod: { name: 'Six AM Club', slug: 'six-am-club' }, has_left: true }),
    said('Slept.', 21, { pod: null, has_left: true }),
  ]
  return open('/settings/check-ins', {
    viewer: ben,
    answers: {
      ...answersToPreloads(),
      rounds: {
        listOwnCheckIns: ({ after }) =>
          after
            ? { items: all.slice(2), next: null }
            : { items: all.slice(0, 2), next: all.length > 2 ? 'more' : null },
        deleteCheckIn: ({ id }) => {
          all = all.filter((one) => one.id !== id)
          return { id }
        },
      },
    },
  })
}

test('a member reads what he said in all pods, page by page, and deletes one of a pod that he has left', async () => {
  const screen = await openOwn()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your check-ins')
  await expect.element(cards).toHaveLength(2)
  await expect
    .element(cards.nth(0).getByRole('link', { name: 'Kettle Watch' }))
    .toHaveAttribute('href', '/pod/kettle-watch')
  await expect.element(cards.nth(1)).toMatchTextContent('Six AM Club')
  await expect.element(cards.nth(1)).toMatchTextContent('an earlier pod')
  await expect.element(cards.nth(1).getByRole('link')).not.toBeInTheDocument()
  await main.getByRole('link', { name: 'Show more' }).click()
  await expect.element(cards.nth(2)).toMatchTextContent('A pod that is no longer there')

  await cards
    .nth(1)
    .getByRole('button', { name: /^Delete/ })
    .click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent('Nobody reads it here any more')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(news('Your check-in is deleted.')).toBeVisible()
  await expect.element(main.getByText('Called my brother.')).not.toBeInTheDocument()
  await expect.element(main.getByText('Home by six.')).toBeVisible()
  expect(screen.asked('rounds.deleteCheckIn')).toHaveLength(1)
  expect(screen.asked('rounds.listOwnCheckIns')[0]).toEqual({})
})

test('a visitor is asked to sign in', async () => {
  await open('/settings/check-ins')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign in to see your check-ins')
})

test(
  'the page is sound in both themes and at every width',
  async () => {
    await openOwn()
    await expect.element(cards).toHaveLength(2)
    await expectSound()
  },
  SOUND_TIMEOUT,
)
