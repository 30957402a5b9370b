/** Networks: listed, seen from outside, joined and left; a part that does not load reports it in its place. */
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Group, MembershipEvent } from '#contract/groups.ts'
import { faults } from '#contract/kernel.ts'
import { topicOf } from '#contract/live-words.ts'
import { aGroup, aGroupMember, aGroupRequest, answersOfGroup } from './groups-makers.ts'
import { closeConnections, isSubscribed, publish, startSequenceAt } from './live-connection.ts'
import { anAuthor, aPage, aViewer } from './makers.ts'
import { answersToPreloads } from './pods-makers.ts'
import { signedOut } from './post-makers.ts'
import { DESK, news, open, PHONE, type Screen } from './screen.tsx'
import { type Answers, refused } from './standin.ts'

const ben = aViewer()
const heading = page.getByRole('heading', { level: 1 })
const tabs = page.getByRole('navigation', { name: 'Parts of this network' })
const members = page.getByRole('region', { name: 'Members' })

/** What the page of this network requests, with working calls to join and leave. */
function answersOf(group: Group): Answers {
  let now = group
  const move = (is_member: boolean) => () => {
    now = aGroup({ ...now, is_member, seq: is_member ? 2 : null })
    return now
  }
  const all = answersOfGroup(group)
  return {
    ...answersToPreloads(),
    ...all,
    groups: { ...all.groups, getGroup: () => now, joinGroup: move(true), leaveGroup: move(false) },
    feed: { ...answersToPreloads().feed, ...all.feed },
  }
}
const openGroup = (group: Group, { tab = '', size = DESK, viewer = ben as typeof ben | undefined } = {}) =>
  open(`/group/${group.slug}${tab && `?tab=${tab}`}`, { viewer, size, answers: answersOf(group) })

describe('a visitor', () => {
  test('reads a public network, sees the head of a private one, and is invited', async () => {
    const screen = await open('/groups', { size: PHONE })
    await expect.element(heading).toHaveTextContent('Sign in to see the networks')
    expect(screen.asked('groups.listGroups')).toEqual([])

    const group = aGroup({ member_count: 1204 })
    screen.answer(answersOfGroup(group))
    await screen.go(`/group/${group.slug}`)
    await expect.element(heading).toHaveTextContent(group.name)
    await expect.poll(() => document.title).toBe('Night Shift Dads - Fatherkin')
    await expect.element(page.getByText('Public', { exact: true })).toBeVisible()
    await expect.element(page.getByText('1,204 members')).toBeVisible()
    await expect.element(page.getByRole('article')).toHaveLength(3)
    expect(document.querySelectorAll('link[rel=canonical]')).toHaveLength(1)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.element(news(/^Please sign in to join groups/)).toBeVisible()
    expect(screen.asked('groups.joinGroup')).toEqual([])
    await tabs.getByRole('link', { name: 'Members' }).click()
    await expect.element(page.getByRole('heading', { name: 'Sign in to see the members' })).toBeVisible()
    expect(screen.asked('groups.listGroupMembers')).toEqual([])

    const shut = aGroup({ name: 'Fathers after Separation', is_public: false })
    screen.answer({ groups: { getGroup: shut } })
    await screen.go(`/group/${shut.slug}`)
    await expect.element(heading).toHaveTextContent(shut.name)
    await expect.element(page.getByText('Private', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'This network is private' })).toBeVisible()
    await expect.element(page.getByRole('article')).not.toBeInTheDocument()
    await expect.element(tabs).not.toBeInTheDocument()
  })
})

describe('an action that fails', () => {
  for (const [call, is_member, name, bad, good] of [
    ['groups.joinGroup', false, 'Join', 'Failed to join group', 'Successfully joined group'],
    ['groups.leaveGroup', true, 'Leave', 'Failed to leave group', 'Successfully left group'],
  ] as const)
    test(`shows its own message, and can be repeated: ${name}`, async () => {
      const screen = await openGroup(aGroup({ is_member }))
      const press = page.getByRole('button', { name, exact: true })
      screen.failNext(call, 'unreached')
      await press.click()
      await expect.element(news(bad)).toBeVisible()
      await press.click()
      await expect.element(news(good)).toBeVisible()
      await expect.element(page.getByRole('button', { name: is_member ? 'Join' : 'Leave', exact: true })).toHaveFocus()
    })
})

test('the second of two quick presses on Join is ignored', async () => {
  const screen = await openGroup(aGroup({ name: 'Co-Parenting' }), { size: PHONE })
  // as soon as another button stands in its place
  new MutationObserver((_, watcher) => {
    const other = document.querySelector<HTMLElement>('.iconbtn[data-stands="in"]')
    if (!other) return
    watcher.disconnect()
    other.click()
  }).observe(document.body, { childList: true, subtree: true })
  const [join, leave] = ['Join', 'Leave'].map((name) => page.getByRole('button', { name, exact: true }))
  await join!.click()
  await expect.element(news('Successfully joined group')).toBeVisible()
  expect(screen.asked('groups.leaveGroup')).toEqual([])
  // on a phone Leave is in a menu, where a second press cannot hit it by chance
  await expect.element(page.getByRole('menuitem', { name: 'Leave' })).toBeVisible()
  await expect.element(leave!).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Leave' }).click()
  await expect.element(news('Successfully left group')).toBeVisible()
})

test('a member who leaves a private network is asked first, and may stay', async () => {
  const shut = aGroup({ name: 'Fathers after Separation', is_public: false, is_member: true })
  const screen = await openGroup(shut)
  const leave = page.getByRole('button', { name: 'Leave', exact: true }).first()
  const question = page.getByRole('alertdialog', { name: `Leave ${shut.name}?` })
  await leave.click()
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(leave).toHaveFocus()
  expect(screen.asked('groups.leaveGroup')).toEqual([])
  await leave.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.element(news('Successfully left group')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Request to Join' })).toHaveFocus()
})

describe('in a network', () => {
  test('a tab that did not load reports it under the head, and loads when the member retries', async () => {
    const group = aGroup()
    const screen = await openGroup(group, { size: PHONE, tab: 'chat' })
    for (const [tab, call, what, came] of [
      ['Members', 'groups.listGroupMembers', 'The members did not load', members],
      ['Posts', 'feed.listGroupPosts', 'The posts did not load', page.getByRole('region', { name: 'Posts' })],
    ] as const) {
      // by the loader, and by the list itself, which tries once more
      screen.failNext(call, 'unreached')
      screen.failNext(call, 'unreached')
      await tabs.getByRole('link', { name: tab }).click()
      await expect.element(page.getByRole('heading', { level: 2, name: what })).toBeVisible()
      await expect.element(heading).toHaveTextContent(group.name)
      expect(document.title).toBe(`${group.name} - Fatherkin`)
      await expect.element(tabs.getByRole('link')).toHaveLength(4)
      await expect.element(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
      expect(tabs.element().querySelectorAll('[aria-current]')).toHaveLength(1)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect.element(came).toBeVisible()
      await expect.element(page.getByRole('heading', { level: 2, name: what })).not.toBeInTheDocument()
    }
  })

  test('nothing is shown of a network whose head did not load', async () => {
    const group = aGroup()
    const answers = answersOf(group)
    const lists = { listGroups: listOf([group]), getGroupsOverview: overviewOf([]) }
    const screen = await open('/groups?q=night+shift', {
      viewer: ben,
      answers: { ...answers, groups: { ...answers.groups, ...lists } },
      pardoned: /Error in route match|The above error occurred/,
    })
    const getGroup = () => {
      throw refused(faults.unavailable, { retry_after: 60 })
    }
    screen.answer({ groups: { getGroup } })
    await page.getByRole('link', { name: group.name }).click()
    await expect.element(heading).toHaveTextContent('Error loading group.')
    await expect.element(page.css('.nethead')).not.toBeInTheDocument()
    screen.answer(answers)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(heading).toHaveTextContent(group.name)
  })

  test('while a member looks, members who join and leave appear in the list and change the number', async () => {
    const { screen, topic, head, other } = await listening()
    publish(topic, { kind: 'group.joined', subject: other.user.id, data: coming(13, other) })
    await expect.element(members).toMatchTextContent('@kofi')
    await expect.element(head).toMatchTextContent('13 members')
    publish(topic, { kind: 'group.left', subject: other.user.id, data: coming(12, null) })
    await expect.element(members).not.toMatchTextContent('@kofi')
    await expect.element(head).toMatchTextContent('12 members')
    // nothing was requested
    expect(screen.asked('groups.listGroupMembers')).toHaveLength(1)
    await tabs.getByRole('link', { name: 'Chat' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    publish(topic, { kind: 'group.joined', subject: other.user.id, data: coming(13, other) })
    await expect.element(head).toMatchTextContent('13 members')
  })

  test('an event that arrives while the head is loading is newer than that response', async () => {
    const { group, screen, topic, head, other } = await listening()
    screen.answer({ groups: { getGroup: () => ({ ...group, seq: 5, location: 'Leeds' }) } })
    const release = screen.holdNext('groups.getGroup')
    // his rights may have changed, so the head is read again
    publish(topic, { kind: 'group.run_by', subject: ben.id, data: coming(12, aGroupMember(ben)) })
    await expect.poll(() => screen.asked('groups.getGroup')).toHaveLength(2)
    publish(topic, { kind: 'group.joined', subject: other.user.id, data: coming(13, other) })
    await expect.element(head).toMatchTextContent('13 members')
    release()
    await expect.element(head).toMatchTextContent('Leeds')
    await expect.element(head).toMatchTextContent('13 members')
  })

  test('sequence numbers that restart on the server are not taken for older ones', async () => {
    const { group, screen, topic, head, other } = await listening()
    publish(topic, { kind: 'group.joined', subject: other.user.id, data: coming(13, other) })
    await expect.element(head).toMatchTextContent('13 members')
    screen.answer({ groups: { getGroup: () => ({ ...group, seq: 2, member_count: 9 }) } })
    closeConnections()
    startSequenceAt(topic, 1)
    publish(topic, { kind: 'group.left', subject: other.user.id, data: coming(9, null) })
    await expect.element(head).toMatchTextContent('9 members')
  })

  test('an admin takes a member out after a confirmation, and cannot take out another admin', async () => {
    const group = aGroup({ is_member: true, is_admin: true, is_public: false, seq: 4 })
    const kofi = aGroupMember(anAuthor('kofi'))
    let all = [aGroupMember(anAuthor('marcus_o'), 'admin'), kofi]
    const takeOutGroupMember = () => {
      all = all.slice(0, 1)
      return { ...group, member_count: 11, seq: 5 }
    }
    const beside = answersOfGroup(group)
    const groups = { ...beside.groups, listGroupMembers: () => aPage(...all), takeOutGroupMember }
    const answers = { ...beside, groups }
    const screen = await open(`/group/${group.slug}?tab=members`, { viewer: ben, answers, size: PHONE })
    await expect.element(members.getByRole('button', { name: /^Options for/ })).toHaveLength(1)
    await members.getByRole('button', { name: 'Options for kofi' }).click()
    await page.getByRole('menuitem', { name: 'Take out…' }).click()
    const question = page.getByRole('dialog', { name: 'Take kofi out?' })
    await expect.element(question).toMatchTextContent('He can ask to come back after thirty days.')
    screen.failNext('groups.takeOutGroupMember', 'unreached')
    await question.getByRole('button', { name: 'Take Out' }).click()
    await expect.element(question.getByRole('alert')).toBeVisible()
    await question.getByRole('button', { name: 'Take Out' }).click()
    await expect.element(news('kofi was taken out')).toBeVisible()
    await expect.element(members).not.toMatchTextContent('@kofi')
    await expect.element(page.css('.nethead')).toMatchTextContent('11 members')
    expect(screen.asked('groups.takeOutGroupMember').at(-1)).toEqual({
      id: group.id,
      member_id: kofi.user.id,
      reason: null,
    })
  })

  test('a member who is taken out while he looks sees the reason and the day, and no way in', async () => {
    let group = aGroup({ is_member: true, seq: 4 })
    const answers = answersOf(group)
    const screen = await open(`/group/${group.slug}`, { viewer: ben, answers })
    await expect.element(page.getByRole('button', { name: 'Leave' })).toBeVisible()
    const own = topicOf('member', ben.id)
    await expect.poll(() => isSubscribed(own)).toBe(true)
    // an event about another member causes no request
    publish(own, { kind: 'pod_request.answered', subject: anAuthor().id })
    group = aGroup({ ...group, ...{ is_member: false, seq: null } })
    group = aGroup({ ...group, taken_out: { until: new Date('2030-12-25T12:00:00Z'), reason: 'You sold things.' } })
    screen.answer({ groups: { getGroup: group } })
    publish(own, { kind: 'group.taken_out', subject: group.id })
    const note = page.getByRole('alert')
    await expect
      .element(note)
      .toMatchTextContent('Your place in this network has ended. You can join again from 25 December.')
    await expect.element(note).toMatchTextContent('You sold things.')
    for (const name of ['Leave', 'Join'])
      await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument()
    expect(screen.asked('groups.getGroup')).toHaveLength(2)
  })

  test('the chat is for members: a member outside sees only that', async () => {
    const screen = await openGroup(aGroup(), { tab: 'chat' })
    await expect.element(page.getByRole('heading', { name: 'The chat is for members of this network' })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Message' })).not.toBeInTheDocument()
    expect(screen.asked('chat.listMessages')).toEqual([])
  })
})

/** A member of a network of twelve looks at its members, and receives its events. */
async function listening() {
  const group = aGroup({ is_member: true, seq: 4, member_count: 12 })
  const screen = await openGroup(group, { tab: 'members' })
  const topic = topicOf('group', group.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  return { group, screen, topic, head: page.css('.nethead'), other: aGroupMember(anAuthor('kofi')) }
}

/** The data of a membership event, parsed by the contract like the server's. */
const coming = (member_count: number, member: MembershipEvent['member']) =>
  MembershipEvent.parse({ member_count, member })
const listOf = (items: Group[], count = items.length) => ({ ...aPage(...items), count, count_open: false })
const overviewOf = (mine: Group[], others: Group[] = []) => ({
  ...{ mine: mine.slice(0, 3), mine_count: mine.length, popular: others.slice(0, 5), new: others.slice(-5) },
})

test('on a phone the member’s own networks come first, then the largest and the newest; a link leads to all of them', async () => {
  const named = (name: string, is_member: boolean) => aGroup({ name, is_member })
  const mine = ['Cooks', 'Night Shift Dads', 'Twins', 'Walkers'].map((name) => named(name, true))
  const others = ['After Separation', 'Boats', 'Chess', 'Drums', 'Elders', 'Fishing'].map((name) => named(name, false))
  const all = [...mine, ...others]
  const screen: Screen = await open('/groups', {
    viewer: ben,
    size: PHONE,
    answers: {
      ...answersToPreloads(),
      groups: {
        getGroupsOverview: overviewOf(mine, others),
        listGroups: ({ q = '' }) => listOf(all.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))),
      },
    },
  })
  const part = (name: string) => page.getByRole('region', { name })
  await expect.element(part('Your Groups').getByRole('listitem')).toHaveLength(3)
  await expect.element(part('Your Groups').getByText('Joined', { exact: true })).toHaveLength(3)
  await expect.element(part('Popular Groups').getByText('Joined', { exact: true })).not.toBeInTheDocument()
  await expect.element(part('Popular Groups').getByRole('listitem')).toHaveLength(5)
  await expect.element(part('New Groups').getByRole('listitem')).toHaveLength(5)
  await part('Your Groups').getByRole('link', { name: 'View All' }).click()
  await expect.element(heading).toHaveTextContent('All networks')
  expect(screen.path()).toBe('/groups/all')
  const items = page.getByRole('list', { name: 'Networks' }).getByRole('listitem')
  await expect.element(page.getByRole('status').filter({ hasText: /^10 networks$/ })).toBeVisible()
  await expect.element(items).toHaveLength(10)
  const box = page.getByRole('searchbox', { name: 'Search networks' })
  await box.fill('after sep')
  await expect.element(items).toHaveLength(1)
  await expect.element(page.getByText('1 network', { exact: true })).toBeVisible()
  await box.fill('no such thing')
  await expect.element(page.getByRole('heading', { name: 'No networks found' })).toBeVisible()
})

test('the mark of a member’s own network stands on one line, however narrow the phone is', async () => {
  const group = aGroup({ name: 'Fathers of Many Who Meet Where There Is Room For All Of Us', is_member: true })
  await open('/groups/all', {
    viewer: ben,
    size: { width: 320, height: 640 },
    answers: { groups: { listGroups: listOf([group]) } },
  })
  const stamp = page.getByText('Joined', { exact: true })
  await expect.element(stamp).toBeVisible()
  expect(stamp.element().getBoundingClientRect().height).toBeLessThan(30)
})

test('an admin lets a member in who asked, and the list follows', async () => {
  const group = aGroup({ is_member: true, is_admin: true, is_creator: true, is_public: false })
  const asking = aGroupRequest(anAuthor('guest'))
  let isIn = false
  const admin = aGroupMember(anAuthor('marcus_o'), 'admin')
  const screen = await openGroup(group, { tab: 'members' })
  screen.answer({
    groups: {
      listGroupRequests: () => aPage(...(isIn ? [] : [asking])),
      listGroupMembers: () => aPage(admin, ...(isIn ? [aGroupMember(asking.requester)] : [])),
      decideGroupRequest: (decided) => {
        isIn = true
        return decided
      },
    },
  })
  const topic = topicOf('member', ben.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  publish(topic, { kind: 'group_request.sent', subject: group.id })
  const waiting = page.getByRole('region', { name: /^Requests to join/ })
  await waiting.getByRole('button', { name: 'Accept guest' }).click()
  await expect.element(news('guest is in')).toBeVisible()
  await expect.element(members.getByText('@guest')).toBeVisible()
  await expect.element(waiting).not.toBeInTheDocument()
  expect(screen.asked('groups.decideGroupRequest')).toEqual([{ id: asking.id, decision: 'approve' }])
})

for (const [call, is_member, name, sentence] of [
  ['groups.joinGroup', false, 'Join', 'Please sign in to join groups'],
  ['groups.leaveGroup', true, 'Leave', 'Please sign in to leave groups'],
] as const)
  test(`a member whose session has ended is asked to sign in, and returns: ${name}`, async () => {
    const group = aGroup({ is_member })
    const screen = await openGroup(group)
    screen.failNext(call, { fault: signedOut(sentence) })
    await page.getByRole('button', { name, exact: true }).click()
    const signInLink = news(sentence).getByRole('link', { name: 'Sign In' })
    await expect.element(signInLink).toHaveAttribute('href', `/auth?next=${encodeURIComponent(`/group/${group.slug}`)}`)
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible()
  })

test('only its admins can edit a network, whether they created it or not', async () => {
  const edit = page.getByRole('button', { name: 'Edit Group' })
  const standings: [Partial<Group>, boolean][] = [
    [{ is_member: true, is_admin: true, is_creator: true }, true],
    [{ is_member: true, is_admin: true }, true],
    [{ is_member: true }, false],
    [{}, false],
  ]
  for (const [n, [standing, may]] of standings.entries()) {
    const group = aGroup({ name: `Network ${n}`, ...standing })
    await open(`/group/${group.slug}`, { viewer: ben, answers: answersOf(group), again: n > 0 })
    await expect.element(heading).toHaveTextContent(group.name)
    if (may) await expect.element(edit).toBeVisible()
    else await expect.element(edit).not.toBeInTheDocument()
  }
})
