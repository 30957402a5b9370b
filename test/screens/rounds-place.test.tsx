/** The rhythm of a pod, and what a member sets and sees for himself: his pause, his reminders, his own check-ins. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type RoundsOfPod, roundFaults } from '#contract/rounds.ts'
import type { MeetingFrequency } from '#contract/words.ts'
import { anAuthor, asAuthor, aViewer, minutesAgo } from './makers.ts'
import { answersBesidePod, aPod, aPodMember } from './pods-makers.ts'
import { aCheckIn, aRhythm, aRound, theRounds } from './rounds-makers.ts'
import { news, open } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'
import type { Answers } from './standin.ts'

const ben = aViewer()
const main = page.getByRole('main')
const dialog = page.getByRole('dialog')
const TWO = [aPodMember(ben), aPodMember(anAuthor('hassan'))]

/** The page of the rounds of a pod that the viewer is in. The test may replace `world.rounds`. */
async function openRounds(
  rounds: Partial<RoundsOfPod>,
  more: Answers['rounds'] = {},
  frequency: MeetingFrequency = 'weekly',
  members = TWO,
) {
  const pod = aPod({
    members,
    is_member: true,
    is_creator: true,
    seq: 1,
    meeting_frequency: frequency,
  })
  const world = { pod, rounds: theRounds({ pod_id: pod.id, ...rounds }) }
  const screen = await open(`/pod/${pod.slug}/rounds`, {
    viewer: ben,
    answers: { ...answersBesidePod(), pods: { getPod: pod }, rounds: { getRounds: () => world.rounds, ...more } },
  })
  return { screen, world }
}

test('a pod without a rhythm is offered one, and any member chooses the day', async () => {
  const { screen, world } = await openRounds({})
  await expect.element(main.getByRole('heading', { name: 'Check in together on a fixed day' })).toBeVisible()
  screen.answer({
    rounds: {
      setRhythm: ({ pod_id: _, ...rhythm }) => {
        world.rounds = { ...world.rounds, rhythm: aRhythm(rhythm) }
        return world.rounds
      },
    },
  })
  await main.getByRole('button', { name: 'Choose your day' }).click()
  await dialog.getByLabelText('Day').selectOptions('Thursday')
  await dialog.getByLabelText('Opens at').fill('21:30')
  await dialog.getByText('Every two weeks').click()
  await dialog.getByRole('button', { name: 'Start the rounds' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(news(/^Your next round opens on/)).toBeVisible()
  await expect.element(main).toMatchTextContent('Thursday 21:30, every two weeks')
  expect(screen.asked('rounds.setRhythm')).toMatchObject([
    {
      ...{ weekday: 4, time: '21:30', weeks: 2, season_rounds: 8 },
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  ])
})

const opens = (world: { rounds: RoundsOfPod }): Answers['rounds'] => ({
  setRhythm: ({ pod_id: _, opens_now, ...rhythm }) => {
    world.rounds = { ...world.rounds, rhythm: aRhythm(rhythm), open: opens_now ? aRound({ number: 1 }) : null }
    return world.rounds
  },
})
/** the day of every screen (`NOW`) */
const TUESDAY = 2

test('the offer is filled in from how often the pod means to meet, and one press opens the first round', async () => {
  const { screen, world } = await openRounds({}, {}, 'monthly')
  screen.answer({ rounds: opens(world) })
  await expect.element(main).toMatchTextContent(/A day to begin with: Tuesday 20:00, every four weeks\./)
  await main.getByRole('button', { name: 'Open the first round now' }).click()
  await expect.element(news(/^Your round is open\. The next one opens on/)).toBeVisible()
  await expect.element(main.getByRole('form', { name: 'Your check-in' })).toBeVisible()
  expect(screen.asked('rounds.setRhythm')).toMatchObject([
    { weekday: TUESDAY, time: '20:00', weeks: 4, season_rounds: 8, opens_now: true },
  ])
})

test('on another day, too, the first round can open at once', async () => {
  const { screen, world } = await openRounds({}, {}, 'bi-weekly')
  screen.answer({ rounds: opens(world) })
  await main.getByRole('button', { name: 'Choose your day' }).click()
  await expect.element(dialog.getByLabelText('Day')).toHaveValue(String(TUESDAY))
  await expect.element(dialog.getByRole('radio', { name: 'Every two weeks' })).toBeChecked()
  await dialog.getByLabelText('Day').selectOptions('Monday')
  await dialog.getByRole('switch', { name: 'Open the first round now' }).click()
  await dialog.getByRole('button', { name: 'Start the rounds' }).click()
  await expect.element(news(/^Your round is open\. Your next round opens on/)).toBeVisible()
  expect(screen.asked('rounds.setRhythm')).toMatchObject([{ weekday: 1, weeks: 2, opens_now: true }])
})

test('while rounds run, none is opened outside of its day', async () => {
  await openRounds({ rhythm: aRhythm(), closed: [aRound({ is_open: false })] })
  await main.getByRole('button', { name: 'Change it' }).click()
  await expect.element(dialog.getByLabelText('Day')).toHaveValue('7')
  await expect.element(dialog.getByRole('switch')).not.toBeInTheDocument()
})

test('a rhythm in another zone also says the time on the viewer’s own clock, and keeps its zone when it is changed', async () => {
  const rhythm = aRhythm({ time_zone: 'Pacific/Auckland', weeks: 4 })
  const { screen } = await openRounds({ rhythm })
  await expect.element(main).toMatchTextContent('(Auckland time)')
  await expect.element(main.getByText(/^For you/)).toBeVisible()
  // between rounds the next date is said by both clocks too
  await expect.element(main.getByText(/^The next round opens on .+ \(.+ Auckland time\)\.$/)).toBeVisible()
  await main.getByRole('button', { name: 'Change it' }).click()
  await expect.element(dialog.getByText(/applies from the next round on/)).toBeVisible()
  await expect.element(dialog.getByLabelText('Time zone')).toHaveValue('Pacific/Auckland')
  screen.answer({ rounds: { setRhythm: () => theRounds({ rhythm }) } })
  screen.failNext('rounds.setRhythm', { fault: roundFaults.notFound })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Pod not found.')
  await expect.element(dialog.getByLabelText('Time zone')).toHaveValue('Pacific/Auckland')
})

test('to end the rounds is asked after a confirmation, and taken back with one press', async () => {
  const { screen, world } = await openRounds({ rhythm: aRhythm() })
  screen.answer({
    rounds: {
      endRhythm: () => {
        const until = new Date('2026-12-01T20:00:00')
        world.rounds = { ...world.rounds, ending: { by: 'ben', is_own: true, until } }
        return world.rounds
      },
      keepRhythm: () => {
        world.rounds = { ...world.rounds, ending: null }
        return world.rounds
      },
    },
  })
  const question = page.getByRole('alertdialog', { name: 'Ask to end the rounds of your pod?' })
  await main.getByRole('button', { name: 'End the rounds' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(screen.asked('rounds.endRhythm')).toEqual([])
  await main.getByRole('button', { name: 'End the rounds' }).click()
  await question.getByRole('button', { name: 'Ask to end them' }).click()
  await expect
    .element(main)
    .toMatchTextContent(
      'You asked to end the rounds. They end on Tuesday 1 December, 20:00 unless one of you says otherwise.',
    )
  await expect.element(main.getByRole('button', { name: 'End the rounds' })).not.toBeInTheDocument()
  await main.getByRole('button', { name: 'Take it back' }).click()
  await expect.element(main.getByRole('button', { name: 'End the rounds' })).toBeVisible()
})

test('a man who is alone in his pod ends its rounds at once', async () => {
  const { screen, world } = await openRounds({ rhythm: aRhythm() }, {}, 'weekly', [aPodMember(ben)])
  screen.answer({
    rounds: {
      endRhythm: () => {
        world.rounds = { ...world.rounds, rhythm: null }
        return world.rounds
      },
    },
  })
  await main.getByRole('button', { name: 'End the rounds' }).click()
  const question = page.getByRole('alertdialog', { name: 'End the rounds of your pod?' })
  await expect.element(question).toMatchTextContent('Nobody else is in this pod right now, so they end at once.')
  await question.getByRole('button', { name: 'End the rounds' }).click()
  await expect.element(main.getByRole('button', { name: 'Choose your day' })).toBeVisible()
})

test('another man keeps the rounds that somebody asked to end, or ends them now', async () => {
  const ending = { by: 'hassan', is_own: false, until: new Date('2026-12-01T20:00:00') }
  const { screen, world } = await openRounds({ rhythm: aRhythm(), ending })
  screen.answer({
    rounds: {
      endRhythm: () => {
        world.rounds = { ...world.rounds, rhythm: null, ending: null }
        return world.rounds
      },
    },
  })
  await expect.element(main).toMatchTextContent('hassan asked to end the rounds.')
  await expect.element(main.getByRole('button', { name: 'Keep them' })).toBeVisible()
  await main.getByRole('button', { name: 'End them now' }).click()
  const question = page.getByRole('alertdialog', { name: 'End the rounds of your pod?' })
  await question.getByRole('button', { name: 'End the rounds' }).click()
  await expect.element(main.getByRole('button', { name: 'Choose your day' })).toBeVisible()
})

test('a round that stays on its day says so', async () => {
  const next_at = new Date('2026-12-07T20:00:00Z')
  await openRounds({ rhythm: aRhythm({ next_at, weekday: 7, time_zone: 'UTC' }) })
  await expect.element(main).toMatchTextContent('The next round stays on Monday 7 December, then Sundays.')
})

test('a pause is taken until a date, the open round expects nothing, and one tap ends it', async () => {
  const { screen, world } = await openRounds({ rhythm: aRhythm(), open: aRound() })
  screen.answer({
    rounds: {
      setPause: ({ reason, until }) => {
        const pause = { since: minutesAgo(0), reason, until }
        world.rounds = { ...world.rounds, own: { ...world.rounds.own, pause } }
        return world.rounds
      },
      endPause: () => {
        world.rounds = { ...world.rounds, own: { ...world.rounds.own, pause: null } }
        return world.rounds
      },
    },
  })
  await main.getByRole('button', { name: 'Take a pause' }).click()
  await expect.element(dialog.getByText(/Nobody is told, not even your pod/)).toBeVisible()
  await dialog.getByText('A newborn').click()
  await dialog.getByText('Until a date').click()
  await dialog.getByRole('button', { name: 'Take a pause' }).click()
  await expect.element(dialog.getByText('Choose a day')).toBeVisible()
  await dialog.getByLabelText('You are back on').fill('2026-12-20')
  await dialog.getByRole('button', { name: 'Take a pause' }).click()
  await expect.element(main).toMatchTextContent('You are on a pause until 20 December.')
  expect(screen.asked('rounds.setPause')).toMatchObject([{ reason: 'newborn', until: new Date('2026-12-20T00:00:00') }])
  const form = page.getByRole('form', { name: 'Your check-in' })
  await expect.element(form).not.toBeInTheDocument()
  await main.getByRole('button', { name: 'Check in anyway' }).click()
  await expect.element(form).toBeVisible()
  await main.getByRole('button', { name: 'I am back' }).click()
  await expect.element(main.getByRole('button', { name: 'Take a pause' })).toBeVisible()
})

test('reminders are chosen with one press, and a choice that was not saved is taken back', async () => {
  const { screen, world } = await openRounds({ rhythm: aRhythm() })
  screen.answer({
    rounds: {
      setReminders: ({ reminders }) => {
        world.rounds = { ...world.rounds, own: { ...world.rounds.own, reminders } }
        return world.rounds
      },
    },
  })
  const choice = (name: string) => main.getByRole('radio', { name })
  await main.getByText('Not at all').click()
  await expect.element(choice('Not at all')).toBeChecked()
  expect(screen.asked('rounds.setReminders')).toMatchObject([{ reminders: 'off' }])
  screen.failNext('rounds.setReminders', 'unreached')
  await main.getByText('By mail').click()
  await expect.element(news('Your choice was not saved. Please try again.')).toBeVisible()
  await expect.element(choice('Not at all')).toBeChecked()
})

for (const [came, of, words] of [
  [7, 8, 'You came to 7 rounds lately.'],
  [3, 3, 'You came to 3 rounds lately.'],
  [1, 1, 'Good that you are in this pod.'],
  [4, 8, 'You came to 4 rounds lately.'],
  [3, 8, 'Good that you are in this pod.'],
  [1, 8, 'Good that you are in this pod.'],
  [0, 4, 'The next round has a place for you.'],
] as const)
  test(`a member who came to ${came} of ${of} rounds reads: ${words}`, async () => {
    const own = { ...theRounds().own, steady: { came, of } }
    await openRounds({ rhythm: aRhythm(), own, came: 20 })
    await expect.element(main).toMatchTextContent(words)
    await expect.element(main).toMatchTextContent('Together you checked in 20 times lately.')
    const note = main.getByText('Only you see this.')
    await (came > 0 ? expect.element(note).toBeVisible() : expect.element(note).not.toBeInTheDocument())
  })

test('a member reads his own check-ins page by page, and deletes one and then all of them', async () => {
  const { screen } = await openRounds({ rhythm: aRhythm() })
  const round = (days: number) => ({ id: aRound().id, number: days, opens_at: minutesAgo(days * 24 * 60) })
  const said = (win: string, days: number) => ({
    ...aCheckIn({ user: asAuthor(ben), is_own: true, win }),
    ...{ pod: null, has_left: false },
    round: round(days),
  })
  let all = [said('Home by six.', 7), said('Called my brother.', 14), said('Slept.', 21)]
  screen.answer({
    rounds: {
      listOwnCheckIns: ({ after }) =>
        after ? { items: all.slice(2), next: null } : { items: all.slice(0, 2), next: all.length > 2 ? 'more' : null },
      deleteCheckIn: ({ id }) => {
        all = all.filter((one) => one.id !== id)
        return { id }
      },
      deleteOwnCheckIns: () => {
        all = []
        return { deleted: 2 }
      },
    },
  })
  await main.getByRole('button', { name: 'Your check-ins in this pod' }).click()
  await expect.element(dialog.getByText('Called my brother.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show older ones' }).click()
  await expect.element(dialog.getByText('Slept.')).toBeVisible()
  const question = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Delete the check-in of 17 November' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(dialog.getByText('Home by six.')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Delete all of them' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(dialog.getByText('Nothing here yet')).toBeVisible()
  expect(screen.asked('rounds.deleteOwnCheckIns')).toHaveLength(1)
})

test(
  'the page, its form and its dialogs are sound in both themes and at every width',
  async () => {
    const check_ins = [aCheckIn({ win: 'Home by six. '.repeat(9), ask: 'Who has a ladder?', outcome: 'rough' })]
    const carried = { cue: 'it is seven', action: 'I put the phone away' }
    const own = { ...theRounds().own, carried, offers_smaller: true, steady: { came: 7, of: 8 } }
    await openRounds({
      ...{ rhythm: aRhythm({ time_zone: 'Pacific/Auckland' }), open: aRound({ check_ins }), own },
      closed: [aRound({ is_open: false, check_ins: [aCheckIn({ user: asAuthor(ben), is_own: true })] })],
    })
    await main.getByText('Change it').first().click()
    await expectSound()
    await main.getByRole('button', { name: 'Take a pause' }).click()
    await expect.element(dialog).toBeVisible()
    await expectSound()
  },
  SOUND_TIMEOUT,
)
