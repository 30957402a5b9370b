/** The list of pods: searched, joined, asked for, left. */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Pod, podFaults } from '#contract/pods.ts'
import { anAuthor, aViewer } from './makers.ts'
import {
  aListOf,
  answersBesidePod,
  answersToPreloads,
  aPod,
  aPodMember,
  joinedBy,
  leftBy,
  withMembers,
} from './pods-makers.ts'
import { news, open, PHONE, type Screen } from './screen.tsx'
import { answersOfSeekers } from './seekers-makers.ts'
import { type Answers, refused } from './standin.ts'

const ben = aViewer()
const card = page.getByRole('article')
const cardButton = card.getByRole('button')
const question = page.getByRole('alertdialog', { name: 'Leave this pod?' })

/** The list of this one pod, which the viewer joins, asks for and leaves. */
async function openList(pod: Pod, more: Answers['pods'] = {}, size?: typeof PHONE): Promise<Screen> {
  const pods = {
    listPods: () => aListOf([pod]),
    // a card under the pointer preloads its page
    getPod: () => pod,
    joinPod: () => {
      pod = joinedBy(pod, ben)
      return pod
    },
    leavePod: () => {
      pod = leftBy(pod, ben)
      return { id: pod.id }
    },
    requestToJoinPod: () => {
      pod = aPod({ ...pod, is_pending: true })
      return pod
    },
    ...more,
  }
  return open('/pods', { viewer: ben, answers: { ...answersToPreloads(), ...answersBesidePod(), pods }, size })
}

for (const path of ['/pods', '/pod/six-am-club', '/pod/none'])
  test(`a visitor at ${path} is led to the sign-in page and back`, async () => {
    const screen = await open(path, { size: PHONE })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign in to access pods')
    await expect.element(page.getByText('Join accountability groups for focused discussions')).toBeVisible()
    // nothing of it is requested
    expect(screen.asked('pods.getPod')).toEqual([])
    expect(screen.asked('pods.listPods')).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Sign In / Sign Up' }).click()
    await expect.poll(screen.path).toBe(`/auth?next=${encodeURIComponent(path)}`)
  })

test('a double click joins once, and does not press the button that then stands there', async () => {
  const screen = await openList(aPod({ capacity: 3 }))
  const leave = card.getByRole('button', { name: /^Leave Pod/ })
  // the second press comes as soon as another button replaces the first
  let presses = 0
  new MutationObserver((_, watcher) => {
    // by its text: its name is its visible text, which changes a moment later without a mutation
    const other = card.query()?.querySelector('button')
    if (!other?.textContent?.startsWith('Leave Pod')) return
    watcher.disconnect()
    presses++
    other.click()
  }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
  await card.getByRole('button', { name: /^Join Pod/ }).dblClick()
  await expect.element(leave).toBeEnabled()
  await expect.element(leave).not.toHaveAttribute('aria-disabled')
  expect(presses).toBe(1)
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(news('Successfully joined pod!')).toHaveLength(1)
  expect(screen.asked('pods.joinPod')).toHaveLength(1)
})

test('a double press does not ask to leave another pod that has moved to that place', async () => {
  const his = aPod({ name: 'Six AM Club', is_member: true })
  let joined = aPod({ name: 'Sober Weekends' })
  const pods = {
    // the latest one first, as on the server
    listPods: () => aListOf(joined.is_member ? [joined, his] : [his, joined]),
    getPod: () => joined,
    joinPod: () => {
      joined = joinedBy(joined, ben)
      return joined
    },
  }
  await open('/pods', { viewer: ben, answers: { ...answersToPreloads(), ...answersBesidePod(), pods }, size: PHONE })
  const buttonOf = (name: string) => card.filter({ hasText: name }).getByRole('button')
  const other = buttonOf('Six AM Club')
  await expect.element(other).toBeVisible()
  const before = other.element().getBoundingClientRect().top
  const presses: boolean[] = []
  new MutationObserver((_, watcher) => {
    const cardButton = other.query()
    if (!(cardButton instanceof HTMLElement) || cardButton.getBoundingClientRect().top === before) return
    watcher.disconnect()
    cardButton.click()
    presses.push(true)
  }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
  await page.getByRole('button', { name: /^Join Pod/ }).click()
  await expect.poll(() => presses).toEqual([true])
  await expect.element(news('Successfully joined pod!')).toHaveLength(1)
  await expect.element(buttonOf('Sober Weekends')).toBeEnabled()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('on a phone a member joins from the card and leaves again, and everything follows', async () => {
  const screen = await openList(aPod({ capacity: 3, description: 'Words, '.repeat(60) }), {}, PHONE)
  await expect.element(card).toMatchTextContent('1/3')
  const about = card.element().querySelector('p')!
  expect(Math.round(about.clientHeight / Number.parseFloat(getComputedStyle(about).lineHeight))).toBe(2)

  const release = screen.holdNext('pods.joinPod')
  await card.getByRole('button', { name: /^Join Pod/ }).click()
  await expect.element(cardButton).toHaveAttribute('aria-busy', 'true')
  await expect.element(card.getByText('Joining...')).toBeVisible()
  release()
  await expect.element(news('Successfully joined pod!')).toBeVisible()
  await expect.element(card).toMatchTextContent('Joined')
  await expect.element(card).toMatchTextContent('2/3')
  const leave = card.getByRole('button', { name: /^Leave Pod/ })
  await expect.element(leave).toHaveFocus()
  await expect.element(leave).not.toHaveAttribute('aria-disabled')

  await leave.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(screen.asked('pods.leavePod')).toEqual([])
  await expect.element(card).toMatchTextContent('2/3')
  await leave.click()
  await question.getByRole('button', { name: 'Leave Pod' }).click()
  await expect.element(news('Successfully left pod!')).toBeVisible()
  await expect.element(card.getByRole('button', { name: /^Join Pod/ })).toBeVisible()
  await expect.element(card).toMatchTextContent('1/3')
  await expect.element(card).not.toMatchTextContent('Joined')
})

test('the wide button on the card of a member’s own pod opens it', async () => {
  const pod = joinedBy(aPod({ name: 'Six AM Club', slug: 'six-am-club' }), ben)
  const screen = await openList(pod, {}, PHONE)
  const way = card.getByRole('link', { name: 'Open Six AM Club' })
  const width = (element: Element) => element.getBoundingClientRect().width
  await expect.element(way).toBeVisible()
  expect(width(way.element())).toBeGreaterThan(0.85 * width(card.element()))
  await way.click()
  await expect.poll(screen.path).toBe('/pod/six-am-club')
})

test('the card leads to the pod, and its button does not', async () => {
  const pod = aPod({ name: 'Dawn Patrol / 100% sure?', slug: 'dawn-patrol-/-100%-sure?' })
  const screen = await openList(pod)
  await card.getByRole('button', { name: /^Join Pod/ }).click()
  await expect.element(card.getByRole('button', { name: /^Leave Pod/ })).toBeVisible()
  await expect.element(card).toMatchTextContent('2/6')
  expect(screen.path()).toBe('/pods')
  // between its words and its button
  await card.click({ position: { x: 6, y: 6 } })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(pod.name)
  expect(decodeURIComponent(screen.path())).toBe(`/pod/${pod.slug}`)
  await expect.poll(() => screen.asked('pods.getPod')).toEqual([{ slug: pod.slug }])
})

test('a full pod cannot be joined, and says so', async () => {
  const pod = aPod({ capacity: 2, members: [aPodMember(), aPodMember(anAuthor('marcus_o'))] })
  await openList(pod)
  await expect.element(card).toMatchTextContent('2/2')
  await expect.element(card).toMatchTextContent('No seat is free for now')
  await expect.element(cardButton).not.toBeInTheDocument()
  await card.getByRole('link').click()
  await expect.element(page.getByRole('button', { name: 'Pod Full' })).toBeDisabled()
})

test('a member who presses Join too late reads why, and the card follows', async () => {
  let pod = aPod({ capacity: 2 })
  await openList(pod, {
    listPods: () => aListOf([pod]),
    joinPod: () => {
      pod = withMembers(pod, [...pod.members, aPodMember(anAuthor('quick'))])
      throw refused(podFaults.full)
    },
  })
  await card.getByRole('button', { name: /^Join Pod/ }).click()
  await expect.element(news('Failed to join pod: Pod is at full capacity')).toBeVisible()
  await expect.element(card).toMatchTextContent('2/2')
  await expect.element(cardButton).not.toBeInTheDocument()
})

describe('a leave at the same time as a hand-over', () => {
  test('deletes nothing: the pod is now the member’s own, and he is asked what to do with it', async () => {
    const maker = aPodMember()
    let pod = joinedBy(aPod({ members: [maker] }), ben)
    const screen = await openList(pod, {
      listPods: () => aListOf([pod]),
      leavePod: () => {
        pod = aPod({
          ...withMembers(pod, [aPodMember(ben)]),
          is_creator: true,
          creator: { id: ben.id, name: ben.username },
        })
        throw refused(podFaults.creatorStays)
      },
      getPod: () => pod,
      listPodRequests: { items: [], next: null },
    })
    await card.getByRole('button', { name: /^Leave Pod/ }).click()
    await question.getByRole('button', { name: 'Leave Pod' }).click()
    const yours = 'This pod is yours. Hand it over to somebody in it, or delete it.'
    await expect.element(news(`Failed to leave pod: ${yours}`)).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(card).toMatchTextContent('Creator')
    await expect.element(card).toMatchTextContent('1/')
    expect(screen.asked('pods.deletePod')).toEqual([])
  })
})

describe('a failure in the list shows its own message, and the operation can be repeated', () => {
  test('asking', async () => {
    const screen = await openList(aPod({ is_private: true }))
    screen.failNext('pods.requestToJoinPod', 'unreached')
    const ask = card.getByRole('button', { name: /^Request to Join/ })
    await ask.click()
    await expect.element(news(/^Failed to send join request: /)).toBeVisible()
    await ask.click()
    await expect.element(news('Join request sent successfully!')).toBeVisible()
    await expect.element(card.getByRole('button', { name: /^Request Pending/ })).toBeDisabled()
    // the pending button cannot be pressed again
    await expect.element(card.getByRole('link')).toHaveFocus()
  })

  test('leaving', async () => {
    const screen = await openList(joinedBy(aPod(), ben))
    const leave = card.getByRole('button', { name: /^Leave Pod/ })
    screen.failNext('pods.leavePod', 'unreached')
    await leave.click()
    await question.getByRole('button', { name: 'Leave Pod' }).click()
    await expect.element(news(/^Failed to leave pod: /)).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(leave).toHaveFocus()
    await expect.element(leave).toBeEnabled()
    await leave.click()
    await question.getByRole('button', { name: 'Leave Pod' }).click()
    await expect.element(news('Successfully left pod!')).toBeVisible()
  })
})

test('a search that fails leaves everything around the list unchanged, and continues when the member retries', async () => {
  const pod = aPod()
  const screen = await openList(pod)
  const box = page.getByRole('searchbox', { name: 'Search pods' })
  const failed = page.getByRole('heading', { level: 2, name: 'The pods did not load' })
  screen.failNext('pods.listPods', 'unreached')
  await box.click()
  await box.fill(pod.name)
  await expect.element(failed).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Pods')
  await expect.element(page.getByRole('button', { name: 'Create Pod' })).toBeVisible()
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveValue(pod.name)
  await expect.element(card).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(card).toHaveLength(1)
  await expect.element(card).toMatchTextContent(pod.name)
  await expect.element(page.getByRole('status').filter({ hasText: /^1 pod found$/ })).toBeInTheDocument()
  await expect.element(failed).not.toBeInTheDocument()
})

test('an empty list explains how to make a pod', async () => {
  await open('/pods', { viewer: ben, answers: { pods: { listPods: aListOf([]) }, seekers: answersOfSeekers() } })
  await expect.element(page.getByRole('heading', { name: 'No active pods yet' })).toBeVisible()
  await expect.element(page.getByText('Create the first pod to get started!')).toBeVisible()
})

/** Twelve pods, nine per page. */
async function openTwelve(path: string, size?: typeof PHONE): Promise<Screen> {
  const all = Array.from({ length: 12 }, (_, n) => aPod({ name: `Porch ${n + 1} of twelve` }))
  const listPods = ({ q, page }: { q: string; page: number }) => {
    const found = all.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
    return aListOf(found.slice((page - 1) * 9, page * 9), page, Math.max(1, Math.ceil(found.length / 9)))
  }
  // a card under the pointer preloads its page
  return open(path, {
    viewer: ben,
    size,
    ahead: true,
    answers: { ...answersToPreloads(), pods: { listPods, getPod: all[0]! } },
  })
}
const turning = page.getByRole('navigation', { name: 'Pages' })

test('twelve pods are two pages; a search starts at the first page and is in the URL', async () => {
  const screen = await openTwelve('/pods')
  const second = turning.getByRole('link', { name: 'Page 2' })
  await expect.element(card).toHaveLength(9)
  await expect.element(turning.getByRole('button', { name: 'Previous' })).toBeDisabled()
  // a failure of the preload and then of the click is shown in place of the list
  screen.failNext('pods.listPods', 'bug')
  await second.hover()
  await expect.poll(() => screen.asked('pods.listPods')).toContainEqual({ q: '', page: 2 })
  screen.failNext('pods.listPods', 'bug')
  await second.click()
  await expect.element(page.getByRole('heading', { level: 2, name: 'The pods did not load' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Pods')
  await screen.go('/pods')
  await expect.element(card).toHaveLength(9)
  await second.click()
  await expect.element(card).toHaveLength(3)
  await expect.poll(screen.path).toBe('/pods?page=2')
  await expect.element(second).toHaveAttribute('aria-current', 'page')
  await expect.element(turning.getByRole('button', { name: 'Next' })).toBeDisabled()

  const box = page.getByRole('searchbox', { name: 'Search pods' })
  await box.fill('PORCH 1 ')
  await expect.poll(screen.path).toBe('/pods?q=PORCH+1')
  await expect.element(card).toHaveLength(4)
  await box.fill('nothing like it')
  await expect.element(page.getByRole('heading', { name: 'No pods match your search' })).toBeVisible()
  await expect.element(page.getByText('Try adjusting your search terms')).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect.element(card).toHaveLength(9)
  await expect.element(box).toHaveValue('')
  await expect.poll(screen.path).toBe('/pods')
})

test('on a phone the pages are turned one by one', async () => {
  await openTwelve('/pods?page=2', PHONE)
  await expect.element(turning.getByText('Page 2 of 2')).toBeVisible()
  await expect.element(turning.getByRole('link', { name: 'Page 1' })).not.toBeInTheDocument()
  await turning.getByRole('link', { name: 'Previous' }).click()
  await expect.element(turning.getByText('Page 1 of 2')).toBeVisible()
  await expect.element(card).toHaveLength(9)
  const next = turning.getByRole('link', { name: 'Next' }).element()
  if (next instanceof HTMLElement) next.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(card).toHaveLength(3)
})
