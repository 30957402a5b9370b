/** The lists of a member's kin: requests that he got, requests that he sent, and his kin. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ConnectionItem, ConnectionList } from '#contract/connections.ts'
import { topicOf } from '#contract/live-words.ts'
import { isSubscribed, publish } from './live-connection.ts'
import { anAuthor, anId, aViewer, NOW } from './makers.ts'
import { answersOfOwnProfile, aStanding, rightsIn } from './member-makers.ts'
import { news, open } from './screen.tsx'

const viewer = aViewer()
const ana = anAuthor('ana')
const card = page.getByRole('button', { name: /^Kin: / })
const drawer = page.getByRole('dialog', { name: 'Kin' })

/** His profile. The lists follow what he does. */
async function openProfile() {
  const lists: Record<ConnectionList, ConnectionItem[]> = { kin: [], incoming: [], sent: [] }
  const move = (to?: 'kin') => () => {
    const [item] = [...lists.incoming.splice(0), ...lists.kin.splice(0)]
    if (to && item) lists[to].push({ ...item, status: 'connected', ...rightsIn('connected') })
    return aStanding(ana, to ? 'connected' : 'none')
  }
  const screen = await open('/profile', {
    viewer,
    answers: {
      ...answersOfOwnProfile(),
      account: { getViewer: viewer },
      connections: {
        countConnections: () => ({ kin: lists.kin.length, incoming: lists.incoming.length, sent: 0 }),
        listConnections: ({ list }) => ({ items: lists[list], next: null }),
        acceptConnection: move('kin'),
        declineConnection: move(),
        removeConnection: move(),
      },
    },
  })
  const topic = topicOf('member', viewer.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  const ask = () => {
    lists.incoming = [{ id: anId(), user: ana, status: 'incoming', at: NOW, ...rightsIn('incoming') }]
    publish(topic, { kind: 'connection.requested', subject: ana.id })
  }
  return { ...screen, ask }
}

test('a member sees who asks him without opening a list; the lists follow his answers and ended connections', async () => {
  const { ask } = await openProfile()
  await expect.element(card).toHaveAccessibleName('Kin: 0')
  ask()
  await expect.element(page.css('.stat.kin')).toMatchTextContent('1 request')
  await expect.element(card).toHaveAccessibleName('Kin: 0, 1 request')
  await card.click()
  await expect.element(drawer.getByRole('tab', { name: /^Incoming Requests/ })).toHaveAttribute('aria-selected', 'true')
  await drawer.getByRole('button', { name: 'Decline ana' }).click()
  await expect.element(news('Connection request declined')).toBeVisible()
  await expect.element(drawer.getByRole('heading', { name: 'Nobody is waiting' })).toBeVisible()

  ask()
  await drawer.getByRole('button', { name: 'Accept ana' }).click()
  await expect.element(news('Connection request accepted!')).toBeVisible()
  await drawer.getByRole('tab', { name: /^Kin/ }).click()
  await expect.element(drawer.getByRole('link', { name: 'View Profile ana' })).toHaveAttribute('href', '/user/ana')
  await expect.element(drawer.getByRole('listitem')).toMatchTextContent('Kin since 24 November')
  await drawer.getByRole('button', { name: 'Remove ana' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'No kin yet' })).toBeVisible()
})

test('sent requests stand under Sent Requests until they are answered, and can be withdrawn', async () => {
  const { expectSent } = await openSent()
  await card.click()
  await drawer.getByRole('tab', { name: /^Sent Requests/ }).click()
  await expectSent('ana', 'carl')
  await expect.element(drawer.getByRole('button', { name: /^(Accept|Decline)/ })).not.toBeInTheDocument()
  await drawer.getByRole('button', { name: 'Cancel ana' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel your request?' })
  await question.getByRole('button', { name: 'Cancel Request' }).click()
  await expectSent('carl')
  await drawer.getByRole('button', { name: 'Cancel carl' }).click()
  await question.getByRole('button', { name: 'Cancel Request' }).click()
  await expect.element(drawer.getByRole('heading', { name: 'No requests on their way' })).toBeVisible()
})

/** His profile; he has asked two members. */
async function openSent() {
  const lists: Record<ConnectionList, ConnectionItem[]> = {
    kin: [],
    incoming: [],
    sent: [ana, anAuthor('carl')].map((user) => ({
      id: anId(),
      user,
      status: 'requested',
      at: NOW,
      ...rightsIn('requested'),
    })),
  }
  await open('/profile', {
    viewer,
    answers: {
      ...answersOfOwnProfile(),
      account: { getViewer: viewer },
      connections: {
        countConnections: () => ({ kin: 0, incoming: 0, sent: lists.sent.length }),
        listConnections: ({ list }) => ({ items: lists[list], next: null }),
        cancelConnectionRequest({ user_id }) {
          lists.sent = lists.sent.filter(({ user }) => user.id !== user_id)
          return aStanding({ ...ana, id: user_id }, 'none')
        },
      },
    },
  })
  const names = () =>
    drawer
      .getByRole('link', { name: /^View Profile/ })
      .elements()
      .map((link) => link.getAttribute('href'))
  return {
    expectSent: (...people: string[]) => expect.poll(names).toEqual(people.map((username) => `/user/${username}`)),
  }
}
