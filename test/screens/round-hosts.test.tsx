/** The host of a round, the private request to write to a quiet member, and what that member sees of himself. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OwnRounds, Round, RoundsOfPod } from '#contract/rounds.ts'
import { goTo, press } from './keyboard.ts'
import { anAuthor, asAuthor, aViewer, minutesAgo } from './makers.ts'
import { answersBesidePod, aPod, aPodMember } from './pods-makers.ts'
import { aRhythm, aRound, theRounds } from './rounds-makers.ts'
import { open, PHONE } from './screen.tsx'
import type { Answers } from './standin.ts'

const ben = aViewer()
const hassan = anAuthor()
const main = page.getByRole('main')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const QUESTION = 'What made you laugh at home lately?'

const isHost = {
  ...{ host: asAuthor(ben), is_host: true, can_host: false },
  card: { order: ['Hassan', 'Ben'], closing_line: 'Thank you for being here.' },
}

async function openRounds(round: Partial<Round> | null, own: Partial<OwnRounds>, calls: Answers['rounds'] = {}) {
  const pod = aPod({ members: [aPodMember(ben), aPodMember(hassan)], is_member: true, is_creator: true, seq: 1 })
  const base = theRounds({ pod_id: pod.id, rhythm: aRhythm(), open: round && aRound(round) })
  const world: { rounds: RoundsOfPod } = { rounds: { ...base, own: { ...base.own, ...own } } }
  await open(`/pod/${pod.slug}/rounds`, {
    viewer: ben,
    answers: { ...answersBesidePod(), pods: { getPod: pod }, rounds: { getRounds: () => world.rounds, ...calls } },
    size: PHONE,
  })
  const change = (next: Partial<Round> | null, nextOwn: Partial<OwnRounds> = {}) => {
    const { open: opened, own: before } = world.rounds
    world.rounds = { ...world.rounds, open: opened && { ...opened, ...next }, own: { ...before, ...nextOwn } }
    return world.rounds
  }
  return { change }
}

test('a member sees the host and the question, takes the round over, and hands it on by keyboard', async () => {
  const calls: string[] = []
  const { change } = await openRounds(
    { host: hassan, can_host: true },
    {},
    {
      takeHost: () => {
        calls.push('take')
        return change(isHost)
      },
      declineHost: () => {
        calls.push('decline')
        return change({ host: hassan, is_host: false, card: null })
      },
    },
  )
  await expect.element(main).toMatchTextContent(/hosts this round/)
  await expect.element(main.getByText(QUESTION)).toBeVisible()
  await expect.element(main.getByText('Thank you for being here.')).not.toBeInTheDocument()
  await button('I’ll host this one').click()
  await expect.element(page.getByRole('heading', { name: 'You host this round' })).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Order of speaking' })).toHaveTextContent('HassanBen')
  await expect.element(main.getByText('Thank you for being here.')).toBeVisible()
  // the focus is on the title of the card
  await goTo(button('Let another man host'))
  await press('Enter')
  // he has had his turn in this round
  await expect.element(main.getByText(/hosts this round$/)).toHaveFocus()
  await expect.element(button('I’ll host this one')).not.toBeInTheDocument()
  expect(calls).toEqual(['take', 'decline'])
})

test('the host of a round with one man in it is told to check in, and hands it to nobody', async () => {
  await openRounds({ ...isHost, card: { ...isHost.card, order: ['Ben'] } }, {})
  await expect.element(main).toMatchTextContent('Check in first. The others find your words when they come.')
  await expect.element(button('Let another man host')).not.toBeInTheDocument()
  await expect.element(page.getByRole('list', { name: 'Order of speaking' })).not.toBeInTheDocument()
})

test('the asked member reads words to begin with; after his answer the card is gone', async () => {
  const answers: unknown[] = []
  const tom = { ...anAuthor(), display_name: 'Tom' }
  const request = { to: tom, beginnings: ['Hi Tom, how are you? A word is enough.'], is_done: false }
  const { change } = await openRounds(
    null,
    { write_request: request },
    {
      answerWriteRequest: ({ answer }) => {
        answers.push(answer)
        return change(null, { write_request: answer === 'done' ? { ...request, is_done: true } : null })
      },
    },
  )
  await expect.element(page.getByRole('heading', { name: 'Would you write to Tom?' })).toBeVisible()
  await expect.element(main.getByText('Hi Tom, how are you? A word is enough.').first()).toBeVisible()
  await expect.element(main).toMatchTextContent('may be glad of a line from you. Right now only you are asked.')
  await button('I have written').click()
  await expect.element(page.getByRole('heading', { name: 'Would you write to Tom?' })).not.toBeInTheDocument()
  expect(answers).toEqual(['done'])
})

test('a quiet member keeps his place with one tap, or has some quiet weeks', async () => {
  const sent: number[] = []
  const { change } = await openRounds(
    null,
    { quiet: { kept_until: minutesAgo(-20 * 24 * 60) } },
    {
      stayInPod: () => change(null, { quiet: null }),
      setLeftAlone: ({ until }) => {
        sent.push(Math.round((Date.parse(String(until)) - minutesAgo(0).getTime()) / 86_400_000))
        return change(null, { quiet: null, left_alone_until: new Date(String(until)) })
      },
      endLeftAlone: () => change(null, { quiet: { kept_until: null }, left_alone_until: null }),
    },
  )
  await expect.element(page.getByRole('heading', { name: 'Tap once to keep your place' })).toBeVisible()
  await button('8 weeks').click()
  await expect.element(page.getByRole('heading', { name: 'Some quiet weeks' })).toBeVisible()
  expect(sent).toEqual([56])
  await button('I am back').click()
  await expect.element(page.getByRole('heading', { name: 'Good to see you' })).toBeVisible()
  await button('I’m here').click()
  await expect.element(page.getByRole('heading', { name: 'Good to see you' })).not.toBeInTheDocument()
})
