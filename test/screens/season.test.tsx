/** The end of a season on the screen: the question, the answer, and a pod that has ended. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { topicOf } from '#contract/live-words.ts'
import type { Pod } from '#contract/pods.ts'
import type { SeasonOfPod } from '#contract/seasons.ts'
import { seasonFaults } from '#contract/seasons.ts'
import { goTo, press, skipToMain, use } from './keyboard.ts'
import { isSubscribed, publish } from './live-connection.ts'
import { anAuthor, aViewer, minutesAgo } from './makers.ts'
import { aListOf, answersBesidePod, aPod, aPodMember } from './pods-makers.ts'
import { aCheckIn, aRhythm, aRound, theRounds } from './rounds-makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { type Answers, refused } from './standin.ts'

const ben = aViewer()
const hassan = anAuthor()
const main = page.getByRole('main')
const card = main.getByRole('region', { name: 'How does your pod go on?' })
const form = card.getByRole('form', { name: 'How your pod goes on' })
const radio = (name: string) => form.getByRole('radio', { name: new RegExp(`^${name}`) })
const choice = (name: string) => form.getByText(name, { exact: true })

const podOf = (pod: Partial<Pod> = {}) =>
  aPod({ members: [aPodMember(hassan), aPodMember(ben)], is_member: true, seq: 1, ...pod })

async function openAt(path: string, pod: Pod, season: Partial<SeasonOfPod>, more: Answers = {}, size?: typeof PHONE) {
  const world = {
    pod,
    season: { pod_id: pod.id, question: null, decided: null, ...season } as SeasonOfPod,
  }
  const screen = await open(`/pod/${pod.slug}${path}`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: { getPod: () => world.pod, listPods: aListOf([]) },
      rounds: { getRounds: theRounds({ pod_id: pod.id, rhythm: pod.ended_at ? null : aRhythm() }) },
      seasons: {
        getSeason: () => world.season,
        answerSeason: ({ answer }) => {
          world.season = { ...world.season, question: { ...world.season.question!, answer } }
          return world.season
        },
      },
      ...more,
    },
    size,
  })
  return { screen, world, topic: topicOf('pod', pod.id) }
}
const asked = () => ({
  question: { season: 1, until: minutesAgo(-3 * 24 * 60), answer: null, may_answer: true, can_open: true },
})

test('each member answers alone in two taps, on a phone, and changes his answer', async () => {
  const { screen } = await openAt('/rounds', podOf(), asked(), {}, PHONE)
  await expect
    .element(card)
    .toMatchTextContent('This season is done. Each of you says it in private, and you can change your answer until')
  await form.getByRole('button', { name: 'Send my answer' }).click()
  await expect.element(form.getByText('Choose how it goes on')).toBeVisible()
  expect(screen.asked('seasons.answerSeason')).toEqual([])
  await choice('Open two places').click()
  await form.getByRole('button', { name: 'Send my answer' }).click()
  await expect.element(news('Your answer is kept. Nobody else sees it.')).toBeVisible()
  await expect.element(card).toMatchTextContent('You said: Open two places')
  await card.getByRole('button', { name: 'Change' }).click()
  await expect.element(radio('Open two places')).toBeChecked()
  await choice('End well').click()
  await form.getByRole('button', { name: 'Send my answer' }).click()
  await expect.element(card).toMatchTextContent('You said: End well')
  expect(screen.asked('seasons.answerSeason')).toMatchObject([{ season: 1, answer: 'open' }, { answer: 'end' }])
})

test('the form of the last check-in asks it too, and one tap sends both', async () => {
  const pod = podOf()
  const mine = aCheckIn({ is_own: true, outcome: 'kept' })
  const round = aRound({ season_round: 8, check_ins: [] })
  const checkIns: unknown[] = []
  const rounds = () =>
    theRounds({ pod_id: pod.id, rhythm: aRhythm(), open: { ...round, check_ins: checkIns.length ? [mine] : [] } })
  const { screen } = await openAt(
    '/rounds',
    pod,
    asked(),
    {
      rounds: {
        getRounds: rounds,
        checkIn: (input) => {
          checkIns.push(input)
          return mine
        },
      },
    },
    PHONE,
  )
  await expect.element(card).not.toBeInTheDocument()
  const checkIn = main.getByRole('form', { name: 'Your check-in' })
  await checkIn.getByText('Went well').click()
  await checkIn.getByText('Go on as we are', { exact: true }).click()
  await checkIn.getByRole('button', { name: 'Check in', exact: true }).click()
  await expect.poll(() => screen.asked('seasons.answerSeason')).toMatchObject([{ season: 1, answer: 'on' }])
  await expect.element(card).toMatchTextContent('You said: Go on as we are')
  expect(checkIns).toHaveLength(1)
})

test('an answer that comes too late says so, and the page shows what was decided', async () => {
  const { screen, world } = await openAt('/rounds', podOf(), asked())
  screen.answer({
    seasons: {
      answerSeason: () => {
        world.season = { ...world.season, question: null, decided: { season: 1, outcome: 'on', at: minutesAgo(1) } }
        throw refused(seasonFaults.decided)
      },
    },
    rounds: {
      getRounds: ({ pod_id }) => theRounds({ pod_id, rhythm: aRhythm(), open: aRound({ season: 2, season_round: 1 }) }),
    },
  })
  await choice('Go on as we are').click()
  await form.getByRole('button', { name: 'Send my answer' }).click()
  await expect.element(news(seasonFaults.decided.message)).toBeVisible()
  await expect.element(card).not.toBeInTheDocument()
})

test('the pod’s page asks until the viewer has answered, and follows the topic', async () => {
  const pod = podOf()
  const { world, topic } = await openAt('', pod, {})
  const bar = main.getByText('This season is done.')
  await expect.element(main.getByText('Next check-in', { exact: false })).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  world.season = { ...world.season, ...asked() }
  publish(topic, { kind: 'season.asked' })
  await expect.element(bar).toBeVisible()
  await main.getByRole('link', { name: 'Answer' }).click()
  await expect.element(card).toBeVisible()
})

test('a member who is new reads why he is not asked, and is asked as soon as everyone before him has left', async () => {
  const pod = podOf()
  const { question } = asked()
  const { world, topic } = await openAt('/rounds', pod, { question: { ...question, may_answer: false } })
  await expect.element(main).toMatchTextContent('You came in lately, so the others answer this time.')
  await expect.element(form).not.toBeInTheDocument()
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  world.season = { ...world.season, question }
  publish(topic, { kind: 'pod.left' })
  await expect.element(form).toBeVisible()
})

test('the pod’s page does not ask a member who is new', async () => {
  const { question } = asked()
  await openAt('', podOf(), { question: { ...question, may_answer: false } })
  await expect.element(main.getByText('Next check-in', { exact: false })).toBeVisible()
  await expect.element(main.getByText('This season is done.')).not.toBeInTheDocument()
})

test('the keyboard answers', async () => {
  const { screen } = await openAt('/rounds', podOf(), asked())
  await expect.element(form).toBeVisible()
  skipToMain()
  await goTo(radio('Go on as we are'))
  await press('ArrowDown')
  await use(form.getByRole('button', { name: 'Send my answer' }), { leaves: true })
  await expect.element(card).toMatchTextContent('You said: Go on without new men')
  expect(screen.asked('seasons.answerSeason')).toMatchObject([{ answer: 'smaller' }])
})

test('a pod that ends while it is open can be read, downloaded and left, and other pods are offered', async () => {
  const pod = podOf()
  const free = aPod({ name: 'Lapwing' })
  const full = aPod({ name: 'Full house', capacity: 2, current_members: 2, is_full: true })
  const { screen, world, topic } = await openAt('', pod, {})
  screen.answer({ pods: { listPods: aListOf([full, free]) } })
  const field = main.getByRole('textbox', { name: 'Message' })
  await expect.element(field).toBeVisible()
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  world.pod = aPod({ ...pod, ended_at: minutesAgo(3) })
  publish(topic, { kind: 'pod.ended' })
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(main.getByText('Your pod has ended. What you said', { exact: false })).toBeVisible()
  const link = main.getByRole('link', { name: 'Download what was said' })
  await expect.element(link).toHaveAttribute('href', `/pod-text/${pod.id}`)
  await expect.element(main.getByRole('link', { name: /Lapwing/ })).toBeVisible()
  await expect.element(main.getByRole('link', { name: /Full house/ })).not.toBeInTheDocument()
  await expect.element(main.getByText('Conversation starters')).not.toBeInTheDocument()
  await main.getByRole('button', { name: 'Leave Pod' }).click()
  await expect
    .element(page.getByRole('alertdialog', { name: 'Leave this pod?' }))
    .toMatchTextContent('It has ended, so you cannot come back to it.')
})

test('its creator leaves it like everyone else, and cannot delete it for the others', async () => {
  const members = [aPodMember(ben), aPodMember(hassan)]
  const pod = podOf({ members, is_creator: true, ended_at: minutesAgo(60) })
  const { screen } = await openAt('', pod, {})
  await main.getByRole('button', { name: 'Leave Pod' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave this pod?' })
  screen.answer({ pods: { leavePod: { id: pod.id } } })
  await dialog.getByRole('button', { name: 'Leave Pod' }).click()
  await expect.poll(() => screen.asked('pods.leavePod')).toEqual([{ id: pod.id }])
})

test('the rounds of a pod that has ended are read, and nothing is offered to change', async () => {
  const pod = podOf({ ended_at: minutesAgo(60) })
  const closed = [aRound({ is_open: false, check_ins: [aCheckIn({ user: hassan, win: 'Home by six.' })] })]
  await openAt(
    '/rounds',
    pod,
    { decided: { season: 1, outcome: 'end', at: minutesAgo(60) } },
    {
      rounds: { getRounds: theRounds({ pod_id: pod.id, closed }) },
    },
  )
  await expect.element(main.getByText('Home by six.')).toBeVisible()
  const over = main.getByRole('region', { name: 'Your pod has ended' })
  await expect.element(over).toMatchTextContent('It ended on')
  const download = over.getByRole('link', { name: 'Download what was said' })
  await expect.element(download).toHaveAttribute('href', `/pod-text/${pod.id}`)
  await expect.element(main.getByRole('button', { name: 'Choose your day' })).not.toBeInTheDocument()
  // his own check-ins stay his to delete
  await expect.element(main.getByRole('button', { name: 'Your check-ins in this pod' })).toBeVisible()
  for (const name of ['Rhythm', 'Places'])
    await expect.element(main.getByRole('heading', { name: new RegExp(name) })).not.toBeInTheDocument()
  for (const name of [/pause/i, /rhythm/i, /place/i])
    await expect.element(main.getByRole('button', { name })).not.toBeInTheDocument()
})

test('the rounds of a pod that ended without any say so, too, and offer no day', async () => {
  await openAt('/rounds', podOf({ ended_at: minutesAgo(60) }), {}, {}, PHONE)
  await expect.element(main.getByRole('heading', { name: 'Your pod has ended' })).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Choose your day' })).not.toBeInTheDocument()
})

test('on a phone a pod that has ended offers its download below the conversation', async () => {
  const pod = podOf({ ended_at: minutesAgo(60) })
  await openAt('', pod, {}, {}, PHONE)
  const download = main.getByRole('link', { name: 'Download what was said' })
  await expect.element(download).toBeVisible()
  await expect.element(download).toHaveAttribute('href', `/pod-text/${pod.id}`)
})

test('two places are not offered in a pod that has no room for them', async () => {
  const { question } = asked()
  await openAt('/rounds', podOf(), { question: { ...question, can_open: false } })
  await expect.element(choice('End well')).toBeVisible()
  await expect.element(choice('Open two places')).not.toBeInTheDocument()
})
