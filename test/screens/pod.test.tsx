/** One pod: seen from outside, and inside its members, its requests, and leaving it. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { topicOf } from '#contract/live-words.ts'
import { type Pod, podFaults } from '#contract/pods.ts'
import { aConversation } from './conversation.ts'
import { expectFocus, skipToMain, use } from './keyboard.ts'
import { isSubscribed, publish, revokeTopic } from './live-connection.ts'
import { anAuthor, asAuthor, aViewer } from './makers.ts'
import {
  aListOf,
  answersBesidePod,
  answersToPreloads,
  aPod,
  aPodMember,
  aPodRequest,
  joinedBy,
  leftBy,
  takenFrom,
} from './pods-makers.ts'
import { aCheckIn, aRound } from './rounds-makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { refused } from './standin.ts'

const ben = aViewer()
const hassan = anAuthor()
const main = page.getByRole('main')
const heading = page.getByRole('heading', { level: 1 })
const requests = page.getByRole('region', { name: 'Join requests' })

/** A pod of the viewer's own, with Hassan in it. */
const ownPod = () => aPod({ members: [aPodMember(ben), aPodMember(hassan)], is_member: true, is_creator: true, seq: 1 })

test('from outside a member looks at a pod, cancels, and then joins', async () => {
  // a viewer who is not a member sees names and faces only
  const maker = { ...aPodMember(hassan), name: 'Hassan', username: null, joined_at: null }
  const outside = aPod({ capacity: 4, description: 'About this.', members: [maker] })
  let pod = outside
  const screen = await open(`/pod/${pod.slug.toUpperCase()}`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: {
        getPod: () => pod,
        joinPod: () => {
          pod = joinedBy({ ...outside, members: [aPodMember(hassan)] }, ben)
          return pod
        },
      },
    },
  })
  expect(screen.asked('pods.getPod')).toEqual([{ slug: outside.slug }])
  await expect.element(heading).toHaveTextContent(pod.name)
  for (const words of ['About this.', '1/4', 'Pods are limited to 4 members'])
    await expect.element(main).toMatchTextContent(words)
  await expect.element(main.getByText('Private Pod')).not.toBeInTheDocument()
  await expect.element(main.getByText(`@${hassan.username}`)).not.toBeInTheDocument()

  const apply = main.getByRole('button', { name: 'Apply to Join Pod' })
  const ask = page.getByRole('alertdialog', { name: 'Join Pod?' })
  skipToMain()
  await use(apply)
  await expect.element(ask).toMatchTextContent('ready to contribute meaningfully')
  await use(ask.getByRole('button', { name: 'Cancel' }))
  await expect.element(ask).not.toBeInTheDocument()
  expect(screen.asked('pods.joinPod')).toEqual([])
  await expect.element(apply).toHaveFocus()
  await use(apply)
  await use(ask.getByRole('button', { name: 'Yes, Join Pod' }), { leaves: true })
  await expect.element(news('Successfully joined pod!')).toBeVisible()
  await expect.element(main.getByRole('heading', { name: 'Members (2/4)' })).toBeVisible()
  await expect.element(main.getByText(`@${hassan.username}`)).toBeVisible()
  await expectFocus()
})

describe('a friend is invited with the address of the pod', () => {
  const invite = main.getByRole('button', { name: 'Invite a friend' })
  const opened = async (pod: Pod) => {
    const answers = { ...answersBesidePod(), pods: { getPod: pod, listPodRequests: { items: [], next: null } } }
    await open(`/pod/${pod.slug}`, { viewer: ben, answers })
  }
  test('copied where the device has no way to share', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'share')
      write.mockRestore()
    })
    const pod = aPod({ members: [aPodMember(hassan), aPodMember(ben)], is_member: true, seq: 1 })
    await opened(pod)
    await expect
      .element(main.getByText('He sees what your pod is and who is in it, and can join if there is a seat for him.'))
      .toBeVisible()
    await invite.click()
    await expect.element(news('The link is copied. Send it to him.')).toBeVisible()
    expect(write.mock.calls).toEqual([[`${window.location.origin}/pod/${pod.slug}`]])
  })
  test.each([
    ['of another man', false, `He asks for a place, and ${hassan.username} lets him in.`],
    ['of his own', true, 'He asks for a place, and you let him in.'],
  ])('to a private pod %s', async (_name, is_creator, words) => {
    const men = is_creator ? [aPodMember(ben), aPodMember(hassan)] : [aPodMember(hassan), aPodMember(ben)]
    await opened(aPod({ members: men, is_private: true, is_member: true, is_creator, seq: 1 }))
    await expect.element(main.getByText(words)).toBeVisible()
    await expect.element(invite).toBeVisible()
  })
})

test('a visitor who followed the link of a friend is told that he comes back to it', async () => {
  await open('/pod/kettle-watch')
  await expect.element(main.getByText(/^Did a friend send you this link\?/)).toBeVisible()
})

test('a member who has left finds the way to what he said in the rounds of the pod', async () => {
  const pod = aPod()
  const said = { ...aCheckIn({ user: asAuthor(ben), is_own: true }), pod: { name: pod.name, slug: pod.slug } }
  const { id, number, opens_at } = aRound()
  const items = [{ ...said, has_left: true, round: { id, number, opens_at } }]
  const answers = { pods: { getPod: pod }, rounds: { listOwnCheckIns: { items, next: null } } }
  const screen = await open(`/pod/${pod.slug}`, { viewer: ben, answers })
  await expect
    .element(main.getByRole('link', { name: 'Read or delete them' }))
    .toHaveAttribute('href', '/settings/check-ins')
  expect(screen.asked('rounds.listOwnCheckIns')).toEqual([{ pod_id: pod.id }])
})

test('a member asks to join a private pod, and the button shows that the request is pending', async () => {
  let pod = aPod({ is_private: true })
  const requestToJoinPod = () => {
    pod = aPod({ ...pod, is_pending: true })
    return pod
  }
  const answers = { pods: { getPod: () => pod, requestToJoinPod } }
  await open(`/pod/${pod.slug}`, { viewer: ben, answers, size: PHONE })
  await expect.element(page.getByText('Private Pod')).toBeVisible()
  await page.getByRole('button', { name: 'Request Access' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, Request Access' }).click()
  await expect.element(news('Join request sent successfully!')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Request Pending' })).toBeDisabled()
  // the answer appears while he looks
  const topic = topicOf('member', ben.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  pod = aPod({ ...pod, is_pending: false })
  publish(topic, { kind: 'pod_request.answered', subject: pod.id })
  await expect.element(page.getByRole('button', { name: 'Request Access' })).toBeEnabled()
})

describe('a failure in a pod shows its own message, and the operation can be repeated', () => {
  test('answering', async () => {
    const pod = ownPod()
    const asking = aPodRequest(pod, anAuthor('marcus_o'))
    let waiting = [asking]
    const screen = await open(`/pod/${pod.slug}`, {
      viewer: ben,
      answers: {
        ...answersBesidePod(),
        pods: {
          getPod: pod,
          listPodRequests: () => ({ items: waiting, next: null }),
          decidePodRequest: ({ id, decision }) => {
            waiting = []
            return { id, status: decision }
          },
        },
      },
    })
    const decline = requests.getByRole('button', { name: 'Decline marcus_o' })
    screen.failNext('pods.decidePodRequest', 'unreached')
    await requests.getByRole('button', { name: 'Accept marcus_o' }).click()
    await expect.element(news(/^Failed to accept request: /)).toBeVisible()
    screen.failNext('pods.decidePodRequest', 'unreached')
    await decline.click()
    await expect.element(news('Failed to decline request.')).toBeVisible()
    await decline.click()
    await expect.element(news('Request declined.')).toBeVisible()
    await expect.element(requests).not.toBeInTheDocument()
    expect(screen.asked('pods.decidePodRequest').at(-1)).toEqual({ id: asking.id, decision: 'rejected' })
  })

  test('handing over: his choice is still selected', async () => {
    const pod = ownPod()
    const screen = await open(`/pod/${pod.slug}`, {
      viewer: ben,
      answers: {
        ...answersBesidePod(),
        pods: {
          getPod: pod,
          listPodRequests: { items: [], next: null },
          handOverPod: { id: pod.id },
          listPods: aListOf([]),
        },
      },
    })
    const hand = page.getByRole('dialog', { name: 'Leave this pod?' })
    const newCreator = hand.getByLabelText('New creator')
    const leave = main.getByRole('button', { name: 'Leave Pod' })
    const go = hand.getByRole('button', { name: 'Hand Over and Leave' })
    await leave.click()
    await go.click()
    await expect.element(hand.getByText('Choose who takes over')).toBeVisible()
    await expect.element(newCreator).toHaveFocus()
    expect(screen.asked('pods.handOverPod')).toEqual([])
    await newCreator.selectOptions(`${hassan.username} (@${hassan.username})`)
    screen.failNext('pods.handOverPod', 'unreached')
    await go.click()
    await expect.element(news(/^Failed to leave pod: /)).toBeVisible()
    await expect.element(hand).not.toBeInTheDocument()
    await leave.click()
    await expect.element(newCreator).toHaveValue(hassan.id)
    await go.click()
    await expect.element(news('Successfully left pod!')).toBeVisible()
    expect(screen.asked('pods.handOverPod').at(-1)).toEqual({ id: pod.id, to: hassan.id })
    await expect.poll(screen.path).toBe('/pods')
  })
})

test('a member who is alone in his pod deletes it, and reads that this cannot be undone', async () => {
  const pod = aPod({ members: [aPodMember(ben)], is_member: true, is_creator: true, seq: 1 })
  const screen = await open(`/pod/${pod.slug}`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: {
        getPod: pod,
        listPodRequests: { items: [], next: null },
        deletePod: { id: pod.id },
        listPods: aListOf([]),
      },
    },
  })
  await main.getByRole('button', { name: 'Leave Pod' }).click()
  const last = page.getByRole('dialog', { name: 'Leave this pod?' })
  await expect.element(last).toMatchTextContent('This cannot be undone.')
  await expect.element(last.getByLabelText('New creator')).not.toBeInTheDocument()
  await last.getByRole('button', { name: 'Delete Pod' }).click()
  await expect.element(news('Pod deleted successfully!')).toBeVisible()
  await expect.poll(screen.path).toBe('/pods')
})

test('on a phone the members open in a drawer from below', async () => {
  const pod = joinedBy(aPod({ members: [aPodMember(hassan)] }), ben)
  const answers = { ...answersBesidePod(), pods: { getPod: pod } }
  await open(`/pod/${pod.slug}`, { viewer: ben, answers, size: PHONE })
  const opener = page.getByRole('button', { name: /^Members \(2\// })
  const drawer = page.getByRole('dialog', { name: pod.name })
  await opener.click()
  await expect.element(drawer.getByRole('heading', { name: /^Members \(2\// })).toBeVisible()
  const rows = drawer.getByRole('listitem')
  await expect.element(rows.filter({ hasText: new RegExp(`@${ben.username}`) })).toBeInViewport()
  await expect.element(rows.filter({ hasText: new RegExp(`@${hassan.username}`) })).toMatchTextContent('Creator')
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  // and nothing of it stands below the conversation
  await expect.element(page.getByRole('button', { name: 'Leave Pod' })).not.toBeInTheDocument()
})

test('joining, asking and leaving of others appear while a member looks, and the text that he is writing stays in its field', async () => {
  let pod = ownPod()
  let waiting = [] as ReturnType<typeof aPodRequest>[]
  await open(`/pod/${pod.slug}`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: { getPod: () => pod, listPodRequests: () => ({ items: waiting, next: null }) },
    },
  })
  const members = page.getByRole('region', { name: /^Members \(/ })
  const box = page.getByRole('textbox', { name: 'Message' })
  const [inside, own] = [topicOf('pod', pod.id), topicOf('member', ben.id)]
  await expect.element(members).toMatchTextContent('Members (2/6)')
  await expect.poll(() => isSubscribed(inside) && isSubscribed(own)).toBe(true)
  await box.fill('Half a sentence')
  const third = anAuthor('marcus_o')
  pod = { ...joinedBy(pod, third), seq: 2 }
  publish(inside, { kind: 'pod.joined', subject: third.id })
  await expect.element(members).toMatchTextContent('Members (3/6)')
  await expect.element(members).toMatchTextContent('@marcus_o')
  await expect.element(page.getByText('3 members • Private conversation')).toBeVisible()
  await expect.element(page.getByText('New messages')).not.toBeInTheDocument()
  await expect.element(box).toHaveValue('Half a sentence')
  pod = aPod({ ...leftBy(pod, third), is_member: true, is_creator: true, seq: 3 })
  publish(inside, { kind: 'pod.left', subject: third.id })
  await expect.element(members).toMatchTextContent('Members (2/6)')
  await expect.element(members).not.toMatchTextContent('@marcus_o')
  await expect.element(requests).not.toBeInTheDocument()
  waiting = [aPodRequest(pod, third)]
  publish(own, { kind: 'pod_request.sent', subject: pod.id })
  await expect.element(requests).toMatchTextContent('marcus_o')
  await expect.element(box).toHaveValue('Half a sentence')
})

test('a member who reads in a pod that is deleted is told so, and continues elsewhere', async () => {
  let pod: Pod | null = joinedBy(aPod({ members: [aPodMember(hassan)] }), ben)
  const { id, slug } = pod
  const screen = await open(`/pod/${slug}`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: { getPod: () => pod ?? Promise.reject(refused(podFaults.notFound)), listPods: aListOf([]) },
    },
  })
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('Is it')
  await expect.element(box).toHaveFocus()
  await expect.poll(() => isSubscribed(topicOf('pod', id))).toBe(true)
  pod = null
  revokeTopic(topicOf('pod', id))
  await expect.element(heading).toHaveTextContent('Pod not found.')
  const why = 'This pod is no longer there. It was deleted while you looked at it.'
  await expect.element(page.getByText(why)).toBeVisible()
  await expect.element(heading).toHaveFocus()
  await expect.element(heading).toHaveAccessibleDescription(/^This pod is no longer there\./)
  await expect.poll(() => document.title).toBe('Pod not found - Fatherkin')
  await page.getByRole('link', { name: 'Back to Pods' }).click()
  await expect.poll(() => document.title).toBe('Pods - Fatherkin')
  expect(screen.path()).toBe('/pods')
})

test('nothing is shown of a member’s pod that did not load, and it loads when he retries', async () => {
  const pod = joinedBy(aPod(), asAuthor(ben))
  const talk = aConversation(pod, asAuthor(ben))
  const screen = await open('/about', {
    viewer: ben,
    answers: { ...answersToPreloads(), ...talk.answers, pods: { ...answersToPreloads().pods, ...talk.answers.pods } },
    pardoned: /Error in route match|The above error occurred/,
  })
  const restore = screen.cutOff('pods.getPod')
  await screen.go(`/pod/${pod.slug}`)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('This pod did not load')
  for (const part of ['textbox', 'complementary'] as const)
    await expect.element(page.getByRole('main').getByRole(part)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Leave Pod' })).not.toBeInTheDocument()
  expect(screen.asked('chat.listMessages')).toEqual([])
  restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

describe('its creator takes a member out', () => {
  const members = page.getByRole('region', { name: /^Members \(/ })
  const question = page.getByRole('dialog', { name: `Take ${hassan.username} out?` })
  const takeOut = question.getByRole('button', { name: 'Take Out' })
  const choose = async () => {
    await page.getByRole('button', { name: `Options for ${hassan.username}` }).click()
    await page.getByRole('menuitem', { name: 'Take out…' }).click()
  }
  const openOwn = async () => {
    let pod = ownPod()
    const takeOutPodMember = () => {
      pod = aPod({ ...leftBy(pod, hassan), is_member: true, is_creator: true, seq: 2 })
      return pod
    }
    const pods = { getPod: () => pod, listPodRequests: { items: [], next: null }, takeOutPodMember }
    const screen = await open(`/pod/${pod.slug}`, { viewer: ben, answers: { ...answersBesidePod(), pods } })
    return { screen, pod, gone: () => void takeOutPodMember() }
  }

  test('after a confirmation, with an optional reason; a failure is reported, and nothing is lost', async () => {
    const { screen, pod } = await openOwn()
    // nobody takes himself out
    await expect.element(members.getByRole('button', { name: /^Options for/ })).toHaveLength(1)
    await choose()
    await expect.element(question).toMatchTextContent('He gets a mail')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(screen.asked('pods.takeOutPodMember')).toEqual([])
    await choose()
    await question.getByLabelText(/^Reason/).fill('You shouted.')
    screen.failNext('pods.takeOutPodMember', 'unreached')
    await takeOut.click()
    await expect.element(question.getByRole('alert')).toBeVisible()
    await expect.element(question.getByLabelText(/^Reason/)).toHaveValue('You shouted.')
    await takeOut.click()
    await expect.element(news(`${hassan.username} was taken out`)).toBeVisible()
    await expect.element(members).toMatchTextContent('Members (1/6)')
    await expectFocus()
    expect(screen.asked('pods.takeOutPodMember')).toEqual([
      { id: pod.id, member_id: hassan.id, reason: 'You shouted.' },
    ])
  })

  test('a member who has left meanwhile disappears from the list, and a toast says so', async () => {
    const { screen, gone } = await openOwn()
    await choose()
    gone()
    screen.answer({ pods: { takeOutPodMember: () => Promise.reject(refused(podFaults.notThere)) } })
    await takeOut.click()
    await expect.element(news('He is not in this pod any more')).toBeVisible()
    await expect.element(members).toMatchTextContent('Members (1/6)')
    await expect.element(question).not.toBeInTheDocument()
  })

  test('in the drawer of a phone', async () => {
    const pod = ownPod()
    const pods = { getPod: pod, listPodRequests: { items: [], next: null } }
    await open(`/pod/${pod.slug}`, { viewer: ben, answers: { ...answersBesidePod(), pods }, size: PHONE })
    await page.getByRole('button', { name: /^Members \(2\// }).click()
    await choose()
    await expect.element(takeOut).toBeInViewport()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(page.getByRole('dialog', { name: pod.name })).toBeVisible()
  })
})

test('a member who is taken out while he reads sees the reason and the day, and no way in', async () => {
  let pod = joinedBy(aPod({ members: [aPodMember(hassan)] }), ben)
  await open(`/pod/${pod.slug}`, { viewer: ben, answers: { ...answersBesidePod(), pods: { getPod: () => pod } } })
  await expect.poll(() => isSubscribed(topicOf('pod', pod.id))).toBe(true)
  await expect.element(page.getByRole('button', { name: /^Options for/ })).not.toBeInTheDocument()
  pod = takenFrom(pod, ben, 'You shouted.\nTwice.')
  revokeTopic(topicOf('pod', pod.id))
  const note = page.getByRole('alert')
  await expect
    .element(note)
    .toMatchTextContent('Your place in this pod has ended. You can join again from 25 December.')
  await expect.element(note).toMatchTextContent('You shouted.')
  await expect.element(page.getByRole('button', { name: 'You can join again from 25 December' })).toBeDisabled()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).not.toBeInTheDocument()
})

test('a man who was removed by silence reads until when he can read and download, and comes back', async () => {
  const pod = aPod({ former_until: new Date('2030-03-12T12:00:00Z') })
  await open(`/pod/${pod.slug}`, {
    viewer: ben,
    answers: { ...answersBesidePod(), pods: { getPod: pod } },
    size: PHONE,
  })
  await expect
    .element(main)
    .toMatchTextContent(
      'Your place in this pod has ended after some quiet rounds. That happens. Until 12 March you can read and download',
    )
  const way = (name: string) => main.getByRole('link', { name })
  await expect.element(way('Read what was said')).toHaveAttribute('href', `/pod-text/${pod.id}?view`)
  await expect.element(way('Download what was said')).toHaveAttribute('href', `/pod-text/${pod.id}`)
  await expect.element(main.getByRole('button', { name: 'Apply to Join Pod' })).toBeVisible()
})

test('of a pod that has ended since, he reads the same, and no button that cannot work', async () => {
  const pod = aPod({
    former_until: new Date('2030-03-12T12:00:00Z'),
    ended_at: new Date('2030-01-02T12:00:00Z'),
    members: [],
  })
  await open(`/pod/${pod.slug}`, {
    viewer: ben,
    answers: { ...answersBesidePod(), pods: { getPod: pod, listPods: aListOf([]) } },
  })
  await expect.element(main).toMatchTextContent('The pod itself has ended since. Until 12 March you can read')
  await expect.element(main.getByRole('button', { name: /Join|Full|Request/ })).not.toBeInTheDocument()
})

test('from outside a full pod shows that it is full, and not who is in it', async () => {
  const pod = aPod({ capacity: 4, current_members: 4, is_full: true, members: [], creator: null })
  await open(`/pod/${pod.slug}`, { viewer: ben, answers: { pods: { getPod: pod } } })
  await expect.element(main.getByRole('button', { name: 'Pod Full' })).toBeDisabled()
  await expect.element(main).toMatchTextContent('4/4')
  await expect.element(main).toMatchTextContent('No seat is free for now.')
  await expect.element(main.getByRole('heading', { name: 'Who is in it' })).not.toBeInTheDocument()
})
