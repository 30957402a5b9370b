/** The search for a pod on the page of pods, and the door on the page of a pod's rounds. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Door, type OwnSearch, seekerFaults } from '#contract/seekers.ts'
import { press } from './keyboard.ts'
import { anAuthor, anId, aViewer, minutesAgo } from './makers.ts'
import { aListOf, answersBesidePod, answersToPreloads, aPod, aPodMember } from './pods-makers.ts'
import { aRhythm, theRounds } from './rounds-makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { aCandidate, aFittingPod, aSeeker, theDoor, theSearch } from './seekers-makers.ts'
import { type Answers, refused } from './standin.ts'

const ben = aViewer()
const hassan = anAuthor()
const main = page.getByRole('main')
const form = page.getByRole('dialog')

/** The page of pods. The test may replace `world.search`. */
async function openPods(search: Partial<OwnSearch>, more: Answers['seekers'] = {}) {
  const world = { search: theSearch(search) }
  const screen = await open('/pods', {
    viewer: ben,
    answers: {
      ...answersToPreloads(),
      ...answersBesidePod(),
      pods: { listPods: aListOf([aPod()]), getPod: ({ slug }) => aPod({ slug }) },
      seekers: { getOwnSearch: () => world.search, ...more },
    },
    size: PHONE,
  })
  return { screen, world }
}

/** The page of the rounds of a pod with this door. The test may replace `world.door`. */
async function openDoor(door: Partial<Door>, more: Answers['seekers'] = {}) {
  const pod = aPod({ members: [aPodMember(ben), aPodMember(hassan)], is_member: true, is_creator: true, seq: 1 })
  const world = { pod, door: theDoor({ pod_id: pod.id, can_open: true, ...door }) }
  const screen = await open(`/pod/${pod.slug}/rounds`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: { getPod: () => world.pod, listPods: aListOf([]), leavePod: { id: pod.id } },
      rounds: { getRounds: theRounds({ pod_id: pod.id, rhythm: aRhythm() }) },
      seekers: { getOwnSearch: theSearch(), getDoor: () => world.door, ...more },
    },
  })
  return { screen, world }
}

const opening = { places: 2, taken: 0, stages: [], aims: [], opened_at: minutesAgo(60) }

test('a member says by keyboard what he looks for, is told what is missing, and stops looking', async () => {
  const { screen, world } = await openPods(
    {},
    {
      lookForPod: (said) => {
        world.search = theSearch({ seeker: aSeeker(said), pods: [aFittingPod()] })
        return world.search
      },
      stopLooking: () => {
        world.search = theSearch()
        return world.search
      },
    },
  )
  await main.getByRole('button', { name: 'Find a pod' }).click()
  await form.getByRole('button', { name: 'Start looking' }).click()
  await expect.element(form.getByText('Choose at least one stage')).toBeVisible()
  await expect.element(form.getByRole('checkbox', { name: 'Expecting' })).toHaveFocus()
  await userEvent.keyboard('{Tab} ')
  await form.getByRole('checkbox', { name: 'Health' }).click()
  await form.getByRole('checkbox', { name: 'Being heard' }).click()
  // two aims at most
  await expect.element(form.getByRole('checkbox', { name: 'Staying sober' })).toBeDisabled()
  await form.getByRole('button', { name: 'Start looking' }).click()
  await expect.element(news(/You are in line/)).toHaveLength(1)
  expect(screen.asked('seekers.lookForPod')).toMatchObject([
    { stages: ['baby'], aims: ['health', 'be-heard'], weeks: 1, time_zone: expect.any(String) },
  ])
  await expect.element(main).toMatchTextContent('You are looking for a pod')
  await expect.element(main.getByRole('link', { name: 'Look at Night Feeds' })).toBeVisible()
  await expect.element(main).toMatchTextContent('2 hours apart')
  await main.getByRole('button', { name: 'Stop looking' }).click()
  await expect.element(main.getByRole('button', { name: 'Find a pod' })).toBeVisible()
})

test('an invitation is declined, and nobody is told; another is accepted and leads into the pod', async () => {
  const [first, second] = ['Night Feeds', 'Kettle Watch'].map((name) => ({
    ...{ id: anId(), pod: aFittingPod({ name }), expires_at: minutesAgo(-60 * 24 * 5) },
  }))
  const { screen, world } = await openPods(
    { seeker: aSeeker(), invitations: [first!, second!] },
    {
      answerInvitation: ({ id, answer }) => {
        world.search = theSearch({ seeker: aSeeker(), invitations: answer === 'decline' ? [second!] : [] })
        return { id, slug: second!.pod.slug }
      },
    },
  )
  await main.getByRole('button', { name: 'Not this one (Night Feeds)' }).click()
  await expect.element(news('That is fine. Nobody is told.')).toHaveLength(1)
  await expect.element(main.getByRole('button', { name: 'Not this one (Night Feeds)' })).not.toBeInTheDocument()
  await main.getByRole('button', { name: 'Come in to Kettle Watch' }).click()
  await expect.poll(screen.path).toBe('/pod/kettle-watch')
  expect(screen.asked('seekers.answerInvitation')).toMatchObject([{ answer: 'decline' }, { answer: 'accept' }])
})

test('an invitation whose place is taken says so', async () => {
  const invitation = { id: anId(), pod: aFittingPod(), expires_at: minutesAgo(-60) }
  const { screen, world } = await openPods({ invitations: [invitation] })
  screen.failNext('seekers.answerInvitation', { fault: seekerFaults.taken })
  world.search = theSearch()
  await main.getByRole('button', { name: 'Come in to Night Feeds' }).click()
  await expect.element(page.getByText(seekerFaults.taken.message)).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Come in to Night Feeds' })).not.toBeInTheDocument()
})

test('a small pod is asked, answers "not this season", and can open places all the same', async () => {
  const { screen, world } = await openDoor(
    { asks: true },
    {
      closeDoor: () => {
        world.door = theDoor({ ...world.door, asks: false, opening: null })
        return world.door
      },
      openDoor: ({ places, stages = [], aims = [] }) => {
        world.door = theDoor({ ...world.door, opening: { ...opening, places, stages, aims } })
        return world.door
      },
    },
  )
  const notNow = main.getByRole('button', { name: 'Not this season' })
  await expect.element(notNow).toBeVisible()
  notNow.element().focus()
  await press('Enter')
  await expect.element(main).toMatchTextContent('You can open places whenever you like')
  await expect.element(main.getByRole('heading', { name: 'Open places' }).getByText('Open places')).toHaveFocus()
  main.getByRole('button', { name: 'Open places' }).element().focus()
  await press('Enter')
  await form.getByRole('checkbox', { name: 'School age' }).click()
  await form.getByRole('button', { name: 'Open places' }).click()
  await expect.element(news('Your places are open.')).toHaveLength(1)
  expect(screen.asked('seekers.openDoor')).toMatchObject([{ places: 2, stages: ['school-age'], aims: [] }])
  await expect.element(main).toMatchTextContent('2 open places')
})

test('candidates are invited or passed over, and a refusal is shown as what it is', async () => {
  const [karl, omar, theo] = ['karl', 'omar', 'theo'].map((username) => aCandidate({ user: anAuthor(username) }))
  const { screen, world } = await openDoor(
    { opening, candidates: [karl!, omar!, theo!] },
    {
      inviteSeeker: () => {
        world.door = theDoor({
          ...{ ...world.door, candidates: [omar!, theo!] },
          invited: [{ user: karl!.user, until: minutesAgo(-60 * 24 * 7) }],
        })
        return world.door
      },
      passOver: ({ member_id }) => {
        if (member_id === theo!.user.id) throw refused(seekerFaults.candidateGone)
        world.door = theDoor({ ...world.door, candidates: [theo!] })
        return world.door
      },
    },
  )
  await main.getByRole('button', { name: 'Invite karl' }).click()
  await expect.element(main).toMatchTextContent('can answer for 7 more days')
  await main.getByRole('button', { name: 'Not for our pod (omar)' }).click()
  await expect.element(main.getByRole('button', { name: 'Not for our pod (omar)' })).not.toBeInTheDocument()
  await main.getByRole('button', { name: 'Not for our pod (theo)' }).click()
  await expect.element(page.getByText(seekerFaults.candidateGone.message)).toBeVisible()
  expect(screen.asked('seekers.inviteSeeker')).toEqual([{ pod_id: world.door.pod_id, member_id: karl!.user.id }])
})

test('a man on trial leaves, after a question and without a reason', async () => {
  const trial = { user: { ...hassan, id: ben.id }, is_own: true, rounds_left: 2, fits: true, may_say: false }
  const { screen } = await openDoor({ trials: [trial] })
  await expect.element(main).toMatchTextContent('2 more rounds to get to know each other, for you and for them')
  await main.getByRole('button', { name: 'Leave this pod' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave Pod' }).click()
  await expect.poll(screen.path).toBe('/pods')
  expect(screen.asked('pods.leavePod')).toHaveLength(1)
})

test('a member says privately that he would rather not go on together, and takes it back', async () => {
  const trial = { user: hassan, is_own: false, rounds_left: 1, fits: true, may_say: true }
  const { screen, world } = await openDoor(
    { trials: [trial] },
    {
      sayFit: ({ fits }) => {
        world.door = theDoor({ ...world.door, trials: [{ ...trial, fits }] })
        return world.door
      },
    },
  )
  const button = main.getByRole('button', { name: /^I would rather not go on together/ })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  await expect.element(main).toMatchTextContent('you can change your mind')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  expect(screen.asked('seekers.sayFit')).toMatchObject([{ fits: false }, { fits: true }])
})

test('a member who is new reads why he decides nothing yet', async () => {
  const trial = { user: hassan, is_own: false, rounds_left: 1, fits: true, may_say: false }
  await openDoor({ trials: [trial], opening, may_decide: false, can_open: false })
  await expect.element(main).toMatchTextContent('the others can invite them')
  await expect
    .element(main)
    .toMatchTextContent('Once you have come to a round or two with this pod, this is yours to decide, too.')
  await expect.element(main).toMatchTextContent('You came in lately yourself')
  for (const name of ['Close places', /^I would rather not go on together/])
    await expect.element(main.getByRole('button', { name })).not.toBeInTheDocument()
})

test('a member of a private pod reads that its creator invites', async () => {
  await openDoor({ may_decide: false, only_creator: true, can_open: false })
  await expect.element(main).toMatchTextContent('In a private pod its creator invites.')
  await expect.element(main.getByRole('button', { name: 'Open places' })).not.toBeInTheDocument()
})

test('an administrator reads how pods last, and nothing under five pods', async () => {
  const figures = { lasting_round_4: 0.625, lasting_round_8: null, waiting_days: 9.5, filled: 0.4 }
  await open('/admin?part=pods', {
    viewer: aViewer({ is_admin: true }),
    answers: { ...answersToPreloads(), seekers: { getPodFigures: figures } },
  })
  await expect.element(page.getByRole('heading', { name: 'How pods last' })).toBeVisible()
  for (const text of ['63 %', 'fewer than five pods', '10 days', '40 %'])
    await expect.element(main.getByText(text)).toBeVisible()
})
