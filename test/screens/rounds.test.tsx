/** The rounds of a pod: their page, and the bar above the pod's conversation. */
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type * as z from 'zod'
import { topicOf } from '#contract/live-words.ts'
import type { NewCheckIn } from '#contract/round-inputs.ts'
import { SAY_ROUNDS } from '#contract/round-words.ts'
import { type CheckIn, type OwnRounds, type RoundsOfPod, roundFaults } from '#contract/rounds.ts'
import { goTo, press, skipToMain, use } from './keyboard.ts'
import { isSubscribed, publish } from './live-connection.ts'
import { anAuthor, asAuthor, aViewer, minutesAgo } from './makers.ts'
import { answersBesidePod, aPod, aPodMember } from './pods-makers.ts'
import { aCheckIn, aRhythm, aRound, theRounds } from './rounds-makers.ts'
import { news, open, PHONE } from './screen.tsx'
import type { Answers } from './standin.ts'

const ben = aViewer()
const hassan = anAuthor()
const main = page.getByRole('main')

const ownPod = () => aPod({ members: [aPodMember(ben), aPodMember(hassan)], is_member: true, is_creator: true, seq: 1 })

/** The page of this pod's rounds. The test may replace `world.rounds`. */
async function openRounds(
  rounds: Partial<RoundsOfPod>,
  more: Answers['rounds'] = {},
  size?: typeof PHONE,
  search = '',
) {
  const pod = ownPod()
  const world = { pod, rounds: theRounds({ pod_id: pod.id, rhythm: aRhythm(), ...rounds }) }
  const screen = await open(`/pod/${pod.slug}/rounds${search}`, {
    viewer: ben,
    answers: { ...answersBesidePod(), pods: { getPod: pod }, rounds: { getRounds: () => world.rounds, ...more } },
    size,
  })
  return { screen, world, topic: topicOf('pod', pod.id) }
}

test('the page shows the open round and the next date, and follows what others send', async () => {
  const open = aRound({ check_ins: [aCheckIn({ user: hassan, win: 'Home by six.' })] })
  const { world, topic } = await openRounds({ open })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Rounds')
  await expect.element(main.getByText('Home by six.')).toBeVisible()
  await expect.element(main).toMatchTextContent('Sunday 20:00, every week')
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  world.rounds = theRounds({ ...world.rounds, open: { ...open, check_ins: [aCheckIn({ ask: 'Who has a ladder?' })] } })
  publish(topic, { kind: 'check_in.sent' })
  await expect.element(main.getByText('Who has a ladder?')).toBeVisible()
  await expect.element(main.getByText('Home by six.')).not.toBeInTheDocument()
})

const form = page.getByRole('form', { name: 'Your check-in' })
const mine = page.getByRole('article', { name: 'Your check-in' })
const choice = (name: string) => form.getByRole('radio', { name })
const carried = { cue: 'it is seven', action: 'I put the phone away' }
const theOwn = (own: Partial<OwnRounds> = {}): OwnRounds => ({ ...theRounds().own, ...own })

/** Answers a check-in as the server does, and remembers it for the next read. */
const accepts =
  (world: { rounds: RoundsOfPod }) =>
  ({ round_id: _, seen_at: __, ...said }: z.output<typeof NewCheckIn>): CheckIn => {
    const sent = aCheckIn({ ...said, user: asAuthor(ben), is_own: true })
    const open = world.rounds.open!
    world.rounds = { ...world.rounds, open: { ...open, check_ins: [...open.check_ins.filter((c) => !c.is_own), sent] } }
    return sent
  }

/** The same, with a server that accepts check-ins. */
async function openForm(own: Partial<OwnRounds> = {}, size?: typeof PHONE) {
  const opened = await openRounds({ open: aRound(), own: theOwn(own) }, {}, size)
  opened.screen.answer({ rounds: { checkIn: accepts(opened.world) } })
  return opened
}

test('on a phone a check-in takes two taps: how it went, and sending; the last commitment goes on', async () => {
  const { screen, world } = await openForm({ carried, carried_is_private: true }, PHONE)
  await expect.element(form.getByText('Last time you said')).toBeVisible()
  let taps = 0
  const tap = (target: Locator) => {
    taps++
    return target.click()
  }
  await tap(form.getByText('Partly'))
  await tap(form.getByRole('button', { name: 'Check in' }))
  await expect.element(news('Checked in. Good to hear from you.')).toBeVisible()
  expect(taps).toBe(2)
  await expect.element(mine).toMatchTextContent('If it is seven, then I put the phone away')
  await expect.element(mine).toMatchTextContent('Only you read this')
  await expect.element(page.getByRole('heading', { name: 'You have checked in' })).toBeVisible()
  expect(screen.asked('rounds.checkIn')).toEqual([
    {
      ...{ round_id: world.rounds.open!.id, outcome: 'partly', win: null, struggle: null, ask: null, seen_at: null },
      // it was private before, so it stays private
      ...{ commitment: carried, private_lines: ['commitment'] },
    },
  ])
})

test('the first commitment is typed, and lines can be kept private', async () => {
  const { screen } = await openForm()
  await form.getByText('Went well').click()
  await form.getByLabelText(/^One win/).fill('Home by six.')
  await form.getByLabelText(/^One struggle/).fill('Slept badly.')
  const onlyMe = form.getByRole('switch', { name: 'Only me reads one struggle' })
  await expect.element(onlyMe).not.toBeChecked()
  await onlyMe.click()
  await expect.element(onlyMe).toBeChecked()
  await form.getByLabelText(/^If/).fill('it rains')
  const send = form.getByRole('button', { name: 'Check in' })
  await send.click()
  await expect.element(form.getByText('Add what you will do, or leave both empty')).toBeVisible()
  expect(document.activeElement).toBe(form.getByLabelText(/^then/).element())
  await form.getByLabelText(/^then/).fill('I walk anyway')
  await send.click()
  await expect.element(mine).toMatchTextContent('If it rains, then I walk anyway')
  expect(screen.asked('rounds.checkIn')).toMatchObject([
    { struggle: 'Slept badly.', private_lines: ['struggle'], commitment: { cue: 'it rains', action: 'I walk anyway' } },
  ])
})

test('an error of sending is gone when the check-in has come from another tab', async () => {
  const round = aRound()
  const { screen, world, topic } = await openRounds({ open: round }, {}, undefined, '?how=partly')
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  screen.failNext('rounds.checkIn', 'unreached')
  await form.getByRole('button', { name: 'Check in' }).click()
  await expect.element(main.getByText(SAY_ROUNDS.failed)).toBeVisible()
  world.rounds = theRounds({
    ...world.rounds,
    open: { ...round, check_ins: [aCheckIn({ user: asAuthor(ben), is_own: true, outcome: 'kept' })] },
  })
  publish(topic, { kind: 'check_in.sent' })
  await expect.element(page.getByRole('heading', { name: 'You have checked in' })).toBeVisible()
  await expect.element(main.getByText(SAY_ROUNDS.failed)).not.toBeInTheDocument()
})

test('without an answer to the first question nothing is sent, and the question gets the focus', async () => {
  const { screen } = await openForm()
  await form.getByRole('button', { name: 'Check in' }).click()
  await expect.element(form.getByText('Choose how it went')).toBeVisible()
  expect(document.activeElement).toBe(choice('Went well').element())
  expect(screen.asked('rounds.checkIn')).toEqual([])
})

test('the last commitment is changed, or let go; after three times “not” a smaller one is offered', async () => {
  const { screen } = await openForm({ carried, offers_smaller: true })
  await form.getByText('Not this time').click()
  await form.getByRole('button', { name: 'Make it smaller' }).click()
  const action = form.getByLabelText(/^then/)
  await expect.element(action).toHaveValue('I put the phone away')
  await expect.element(action).toHaveFocus()
  await action.fill('I put the phone away for dinner')
  await form.getByText('Let it go').click()
  await expect.element(action).not.toBeInTheDocument()
  await form.getByText('Change it').click()
  await expect.element(action).toHaveValue('I put the phone away for dinner')
  await form.getByText('Let it go').click()
  await form.getByRole('button', { name: 'Check in' }).click()
  await expect.element(mine).toBeVisible()
  expect(screen.asked('rounds.checkIn')).toMatchObject([{ outcome: 'not', commitment: null }])
})

test('a draft survives a reload and a lost connection, and is sent once', async () => {
  const { screen } = await openForm()
  await form.getByText('Rough time').click()
  await form.getByLabelText(/^One ask/).fill('Ring me.')
  await screen.reload()
  await expect.element(form.getByLabelText(/^One ask/)).toHaveValue('Ring me.')
  await expect.element(choice('Rough time')).toBeChecked()
  screen.failNext('rounds.checkIn', 'unreached')
  const send = form.getByRole('button', { name: 'Check in' })
  await send.click()
  await expect.element(form.getByRole('alert')).toMatchTextContent('It is kept on this device; try again.')
  await expect.element(form.getByLabelText(/^One ask/)).toHaveValue('Ring me.')
  await send.click()
  await expect.element(mine).toMatchTextContent('Ring me.')
  await screen.reload()
  await expect.element(mine).toMatchTextContent('Ring me.')
  await expect.element(form).not.toBeInTheDocument()
})

test('a check-in from another device is shown, and the draft of this one is offered beside it', async () => {
  const { screen, world } = await openForm()
  await form.getByText('Went well').click()
  await form.getByLabelText(/^One win/).fill('From my phone.')
  const open = world.rounds.open!
  const newer = aCheckIn({ user: asAuthor(ben), is_own: true, win: 'From the kitchen.', updated_at: minutesAgo(1) })
  world.rounds = { ...world.rounds, open: { ...open, check_ins: [newer] } }
  screen.failNext('rounds.checkIn', { fault: roundFaults.changed })
  await form.getByRole('button', { name: 'Check in' }).click()
  await expect.element(main.getByText(/also checked in on another device/)).toBeVisible()
  await expect.element(mine).toMatchTextContent('From the kitchen.')
  const offer = page.getByRole('group', { name: 'On this device: Your check-in' })
  await expect.element(offer).toMatchTextContent('From my phone.')
  // it is still offered after a reload, and wins only when the member says so
  await screen.reload()
  await expect.element(mine).toMatchTextContent('From the kitchen.')
  await offer.getByRole('button', { name: /^Use it/ }).click()
  await expect.element(form.getByLabelText(/^One win/)).toHaveValue('From my phone.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(mine).toMatchTextContent('From my phone.')
  expect(screen.asked('rounds.checkIn')[1]).toMatchObject({ seen_at: newer.updated_at })
})

test('a check-in is changed and deleted while the round is open', async () => {
  const { screen, world } = await openForm()
  const sent = accepts(world)({ ...contentOfNothing, round_id: world.rounds.open!.id, outcome: 'kept', win: 'Home.' })
  await screen.reload()
  await mine.getByRole('button', { name: 'Change' }).click()
  await form.getByLabelText(/^One win/).fill('Home by six.')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(mine.getByText('Home.', { exact: true })).toBeVisible()
  await expect.element(mine.getByRole('button', { name: 'Change' })).toHaveFocus()
  screen.answer({
    rounds: {
      deleteCheckIn: ({ id }) => {
        world.rounds = { ...world.rounds, open: { ...world.rounds.open!, check_ins: [] } }
        return { id }
      },
    },
  })
  await mine.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(form).toBeVisible()
  expect(screen.asked('rounds.deleteCheckIn')).toEqual([{ id: sent.id }])
})
const contentOfNothing = { win: null, struggle: null, ask: null, commitment: null, private_lines: [], seen_at: null }

test('a check-in by a member whom the viewer has blocked is folded until he opens it', async () => {
  const { screen } = await openRounds({
    open: aRound({ check_ins: [aCheckIn({ user: hassan, win: 'Home by six.' })] }),
  })
  screen.answer({ blocks: { listBlockedIds: { ids: [hassan.id] } } })
  await screen.reload()
  const folded = page.getByRole('article', { name: `Check-in by ${hassan.username}` })
  await expect.element(folded).toMatchTextContent('You blocked this member')
  await expect.element(folded).not.toMatchTextContent('Home by six.')
  await folded.getByRole('button', { name: /^Show/ }).click()
  await expect.element(folded).toMatchTextContent('Home by six.')
})

/** The pod's own page, with an open round whose check-ins are accepted. */
async function openPodWithRound(size?: typeof PHONE) {
  const pod = ownPod()
  const world = { rounds: theRounds({ pod_id: pod.id, rhythm: aRhythm(), open: aRound() }) }
  const screen = await open(`/pod/${pod.slug}`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: { getPod: pod, listPodRequests: { items: [], next: null } },
      rounds: { getRounds: () => world.rounds, checkIn: accepts(world) },
    },
    ...(size && { size }),
  })
  return { screen, world, pod }
}

test('from the bar above the conversation a member checks in without leaving it', async () => {
  const { screen, pod } = await openPodWithRound(PHONE)
  await page.getByRole('link', { name: 'Check in' }).click()
  const drawer = page.getByRole('dialog', { name: 'Check in' })
  await drawer.getByText('So-so').click()
  await drawer.getByRole('button', { name: 'Check in' }).click()
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(main.getByText('You have checked in')).toBeVisible()
  expect(screen.path()).toBe(`/pod/${pod.slug}`)
})

test('a round that closes while a member types in the drawer keeps his words in it', async () => {
  const pod = ownPod()
  const world = { rounds: theRounds({ pod_id: pod.id, rhythm: aRhythm(), open: aRound() }) }
  const screen = await open(`/pod/${pod.slug}`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: { getPod: pod, listPodRequests: { items: [], next: null } },
      rounds: { getRounds: () => world.rounds },
    },
    size: PHONE,
  })
  await page.getByRole('link', { name: 'Check in' }).click()
  const drawer = page.getByRole('dialog', { name: 'Check in' })
  await drawer.getByText('So-so').click()
  await drawer.getByLabelText(/^One win/).fill('Home by six.')
  screen.failNext('rounds.checkIn', { fault: roundFaults.closed })
  world.rounds = { ...world.rounds, open: null, closed: [{ ...world.rounds.open!, is_open: false }] }
  await drawer.getByRole('button', { name: 'Check in' }).click()
  await expect.element(drawer).toMatchTextContent('This round has just closed. Your words are kept for the next one.')
  await expect.element(drawer.getByLabelText(/^One win/)).toHaveValue('Home by six.')
  await expect.element(drawer.getByRole('button', { name: 'Check in' })).not.toBeInTheDocument()
  await drawer.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(main.getByText(/^Next check-in Sunday \d+ \w+, 20:00$/)).toBeVisible()
})

test('by keyboard alone: a check-in from the first question to the button', async () => {
  const { screen } = await openForm({ carried })
  await expect.element(form).toBeVisible()
  skipToMain()
  await goTo(choice('Kept it'))
  await press(' ')
  await goTo(form.getByLabelText(/^One win/))
  await userEvent.keyboard('Home by six.')
  await use(form.getByRole('button', { name: 'Check in' }))
  await expect.element(mine).toMatchTextContent('Home by six.')
  expect(screen.asked('rounds.checkIn')).toMatchObject([{ outcome: 'kept', win: 'Home by six.' }])
})

test('a round that closes while a member types keeps his words on the page until he discards them', async () => {
  const { screen, world, topic } = await openForm()
  await form.getByText('Went well').click()
  await form.getByLabelText(/^One win/).fill('Home by six.')
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  screen.failNext('rounds.checkIn', { fault: roundFaults.closed })
  const closed = { ...world.rounds.open!, is_open: false }
  world.rounds = { ...world.rounds, open: null, closed: [closed] }
  await form.getByRole('button', { name: 'Check in' }).click()
  const kept = page.getByRole('region', { name: 'Kept from the last round' })
  await expect.element(kept).toMatchTextContent('Home by six.')
  await screen.reload()
  await expect.element(kept).toMatchTextContent('Home by six.')
  await kept.getByRole('button', { name: 'Discard' }).click()
  await expect.element(kept).not.toBeInTheDocument()
})

test('words that were not sent before a round closed are put into the next check-in', async () => {
  const { screen, world, topic } = await openForm()
  await form.getByText('Went well').click()
  await form.getByLabelText(/^One win/).fill('Home by six.')
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  const closed = { ...world.rounds.open!, is_open: false }
  world.rounds = { ...world.rounds, open: aRound({ number: closed.number + 1 }), closed: [closed] }
  publish(topic, { kind: 'round.opened' })
  const kept = page.getByRole('region', { name: 'Kept from the last round' })
  await kept.getByRole('button', { name: 'Put them into this check-in' }).click()
  await expect.element(kept).not.toBeInTheDocument()
  await expect.element(form.getByLabelText(/^One win/)).toHaveValue('Home by six.')
  await screen.reload()
  await expect.element(form.getByLabelText(/^One win/)).toHaveValue('Home by six.')
  await expect.element(kept).not.toBeInTheDocument()
})

test('above the conversation of a new pod its first round is one press away', async () => {
  const pod = ownPod()
  const world = { rounds: theRounds({ pod_id: pod.id }) }
  const screen = await open(`/pod/${pod.slug}`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: { getPod: pod, listPodRequests: { items: [], next: null } },
      rounds: {
        getRounds: () => world.rounds,
        setRhythm: ({ pod_id: _, opens_now, ...rhythm }) => {
          world.rounds = { ...world.rounds, rhythm: aRhythm(rhythm), open: opens_now ? aRound({ number: 1 }) : null }
          return world.rounds
        },
      },
    },
    size: PHONE,
  })
  await expect.element(page.css('.rounds-bar')).toMatchTextContent(/Check in together: \w+day 20:00, every week/)
  await expect
    .element(main.getByRole('link', { name: 'Another day' }))
    .toHaveAttribute('href', `/pod/${pod.slug}/rounds`)
  await main.getByRole('button', { name: 'Open the first round now' }).click()
  await expect.element(main.getByText('This round is open')).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'Check in' })).toBeVisible()
  expect(screen.asked('rounds.setRhythm')).toMatchObject([{ time: '20:00', weeks: 1, opens_now: true }])
})

test('the bar says the next check-in by the clocks of the pod, and by the viewer’s own', async () => {
  const pod = ownPod()
  // 19:00 in London is 08:00 of the next day in Auckland
  const rhythm = aRhythm({
    ...{ weekday: 5, time: '08:00', time_zone: 'Pacific/Auckland', next_at: new Date('2030-12-05T19:00:00Z') },
  })
  await open(`/pod/${pod.slug}`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: { getPod: pod, listPodRequests: { items: [], next: null } },
      rounds: { getRounds: ({ pod_id }) => theRounds({ pod_id, rhythm }) },
    },
  })
  const words = 'Next check-in Thursday 5 December, 19:00 (Friday 6 December, 08:00 Auckland time)'
  await expect.element(main.getByText(words)).toBeVisible()
})

for (const [meeting_frequency, words, closed] of [
  ['weekly', 'Check in together on a fixed day', [aRound({ is_open: false })]],
  ['as-needed', 'Rounds', []],
] as const)
  test(`a pod that meets ${meeting_frequency} and has no rounds any more, or wants none, shows no bar, and leads to the page of rounds by “${words}”`, async () => {
    const pod = { ...ownPod(), meeting_frequency }
    await open(`/pod/${pod.slug}`, {
      viewer: ben,
      answers: {
        ...answersBesidePod(),
        pods: { getPod: pod, listPodRequests: { items: [], next: null } },
        rounds: { getRounds: ({ pod_id }) => theRounds({ pod_id, closed: [...closed] }) },
      },
    })
    await expect.element(main.getByRole('link', { name: words })).toHaveAttribute('href', `/pod/${pod.slug}/rounds`)
    await expect.element(page.css('.rounds-bar')).not.toBeInTheDocument()
  })

test('in the drawer too, a check-in from another device is shown, and the draft is offered beside it', async () => {
  const { screen, world } = await openPodWithRound()
  await page.getByRole('link', { name: 'Check in' }).click()
  const drawer = page.getByRole('dialog', { name: 'Check in' })
  const win = drawer.getByLabelText(/^One win/)
  await drawer.getByText('So-so').click()
  await win.fill('From my phone.')
  const newer = aCheckIn({ user: asAuthor(ben), is_own: true, win: 'From the kitchen.' })
  world.rounds = { ...world.rounds, open: { ...world.rounds.open!, check_ins: [newer] } }
  screen.failNext('rounds.checkIn', { fault: roundFaults.changed })
  await drawer.getByRole('button', { name: 'Check in' }).click()
  await expect.element(win).toHaveValue('From the kitchen.')
  const offer = drawer.getByRole('group', { name: 'On this device: Your check-in' })
  await expect.element(offer).toMatchTextContent('So-so · From my phone.')
  await offer.getByRole('button', { name: /^Discard/ }).click()
  await expect.element(offer).not.toBeInTheDocument()
  await expect.element(win).toHaveValue('From the kitchen.')
})
