/** Recaps in the conversation and on the page of rounds; asks that are taken; and check-ins that are reported. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Message } from '#contract/chat.ts'
import { topicOf } from '#contract/live-words.ts'
import { type CheckIn, type Round, type RoundsOfPod, roundFaults } from '#contract/rounds.ts'
import { press } from './keyboard.ts'
import { isSubscribed, publish } from './live-connection.ts'
import { anAuthor, anId, asAuthor, aViewer, minutesAgo } from './makers.ts'
import { answersBesidePod, answersToPreloads, aPod, aPodMember } from './pods-makers.ts'
import { aCheckIn, aRhythm, aRound, theRounds } from './rounds-makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { type Answers, refused } from './standin.ts'

const ben = aViewer()
const [hassan, olu, karl] = [anAuthor('hassan'), anAuthor('olu'), anAuthor('karl')]
const main = page.getByRole('main')
const ASK = 'Who knows a plumber?'

const aClosed = (round: Partial<Round> = {}) => aRound({ is_open: false, closes_at: minutesAgo(60), ...round })
const ownPod = () =>
  aPod({ members: [aPodMember(ben), aPodMember(hassan)], is_member: true, is_creator: false, seq: 9 })
const messageOf = ({ id, number }: Round, seq: number): Message => ({
  ...{
    id: anId(),
    seq,
    user: null,
    content: `Recap of round ${number}`,
    round_id: id,
    note: null,
    created_at: minutesAgo(60),
  },
})

/** The page of the pod itself, with the recaps of these rounds in its conversation. */
async function openChat(
  rounds: Partial<RoundsOfPod>,
  recapsOf: Round[],
  more: Answers['rounds'] = {},
  said: { items?: Message[]; blocked?: string[] } = {},
) {
  const pod = ownPod()
  const world = { rounds: theRounds({ pod_id: pod.id, rhythm: aRhythm(), ...rounds }) }
  const items = [...recapsOf.map((round, n) => messageOf(round, n + 1)), ...(said.items ?? [])]
  const ahead = answersToPreloads()
  const screen = await open(`/pod/${pod.slug}`, {
    viewer: ben,
    answers: {
      ...ahead,
      ...answersBesidePod(),
      blocks: { listBlockedIds: { ids: said.blocked ?? [] } },
      pods: { ...ahead.pods, getPod: pod },
      chat: {
        listMessages: () => ({ items, next: null, later: null, seq: 9, read: 9 }),
        markRead: { read: 9 },
      },
      rounds: { getRounds: () => world.rounds, ...more },
    },
  })
  return { screen, world, pod, topic: topicOf('pod', pod.id) }
}

/** The page of rounds. The test may replace `world.rounds`. */
async function openRounds(rounds: Partial<RoundsOfPod>, more: Answers['rounds'] = {}, size?: typeof PHONE) {
  const pod = ownPod()
  const world = { rounds: theRounds({ pod_id: pod.id, rhythm: aRhythm(), ...rounds }) }
  const screen = await open(`/pod/${pod.slug}/rounds`, {
    viewer: ben,
    answers: { ...answersBesidePod(), pods: { getPod: pod }, rounds: { getRounds: () => world.rounds, ...more } },
    size,
  })
  return { screen, world, pod }
}

const recap = (number: number) => page.getByRole('region', { name: `Recap of round ${number}` })

test('the recap in the conversation has the open asks first, then wins, then who else came, says of nobody how it went, and follows a deletion', async () => {
  const said = [
    aCheckIn({ user: olu, outcome: 'kept', about: { cue: null, action: 'Walk every day' } }),
    aCheckIn({ user: hassan, outcome: 'rough', ask: ASK }),
    aCheckIn({ user: asAuthor(ben), is_own: true, outcome: 'partly', win: 'Home by six', private_lines: [] }),
    aCheckIn({ user: karl, outcome: 'not', about: { cue: null, action: 'Call my father' }, win: 'Slept' }),
  ]
  const round = aClosed({ check_ins: said })
  const { world, pod, topic } = await openChat({ closed: [round] }, [round])
  const lines = recap(3).getByRole('listitem')
  await expect
    .poll(() => lines.elements().map(({ textContent }) => textContent))
    .toEqual([`hassan asks: ${ASK}`, 'Your win: Home by six', 'karl’s win: Slept', 'Also here: olu'])
  await expect.element(recap(3).getByText(/^Next check-in Sunday \d+ \w+, 20:00$/)).toBeVisible()
  const link = recap(3).getByRole('link', { name: `hassan asks: ${ASK}` })
  await expect.element(link).toHaveAttribute('href', `/pod/${pod.slug}/rounds#check-in-${said[1]!.id}`)
  // nobody deletes or reports a recap
  await expect
    .element(page.getByRole('button', { name: /^(Delete your message|More about the message)/ }))
    .not.toBeInTheDocument()

  await expect.poll(() => isSubscribed(topic)).toBe(true)
  world.rounds = { ...world.rounds, closed: [{ ...round, check_ins: said.slice(0, 1) }] }
  publish(topic, { kind: 'check_in.deleted', subject: said[1]!.id })
  await expect.element(recap(3).getByText(ASK)).not.toBeInTheDocument()
  await expect.element(recap(3).getByText('olu was here.')).toBeVisible()
})

test('a line about the rounds names the man, but none whom the viewer has blocked, and cannot be deleted or reported', async () => {
  const line = (
    seq: number,
    by: Message['user'],
    kind: 'rhythm-changed' | 'rounds-ended',
    content: string,
  ): Message => ({
    ...{ id: anId(), seq, user: null, content, round_id: null, note: { kind, by }, created_at: minutesAgo(60) },
  })
  const moved = 'moved the rounds to Sunday 20:00.'
  const items = [
    line(1, hassan, 'rhythm-changed', moved),
    line(2, karl, 'rhythm-changed', moved),
    line(3, asAuthor(ben), 'rhythm-changed', moved),
    line(4, null, 'rounds-ended', 'The rounds have ended.'),
  ]
  await openChat({}, [], {}, { items, blocked: [karl.id] })
  const lines = page.getByRole('region', { name: /^Messages in/ }).getByRole('listitem')
  await expect
    .poll(() => lines.elements().map(({ textContent }) => textContent))
    .toEqual(expect.arrayContaining([`hassan ${moved}`, `A member ${moved}`, `You ${moved}`, 'The rounds have ended.']))
  await expect
    .element(page.getByRole('button', { name: /^(Delete your message|More about the message)/ }))
    .not.toBeInTheDocument()
})

test('the ask of a man who has left is a line of his check-in, and not the first of the recap', async () => {
  const said = [
    aCheckIn({ user: olu, outcome: 'kept', win: 'Slept' }),
    aCheckIn({ user: hassan, outcome: 'rough', ask: ASK, ask_lapsed: true }),
    aCheckIn({ user: karl, outcome: 'kept', ask: 'Who has a ladder?' }),
  ]
  const round = aClosed({ check_ins: said })
  const { screen, pod } = await openChat({ closed: [round] }, [round])
  const lines = recap(3).getByRole('listitem')
  await expect
    .poll(() => lines.elements().map(({ textContent }) => textContent))
    .toEqual(['karl asks: Who has a ladder?', `hassan asked: ${ASK}`, 'olu’s win: Slept'])
  await screen.go(`/pod/${pod.slug}/rounds`)
  const cards = page.getByRole('article', { name: /^Check-in by/ })
  await expect
    .poll(() => cards.elements().map((card) => card.getAttribute('aria-label')))
    .toEqual(['Check-in by karl', 'Check-in by olu', 'Check-in by hassan'])
  await expect.element(cards.nth(2)).toMatchTextContent(ASK)
})

test('older recaps of a page of messages are read in one call', async () => {
  const older = [1, 2].map((number) =>
    aClosed({ number, check_ins: [aCheckIn({ user: olu, win: `Win of round ${number}` })] }),
  )
  const getRecaps = ({ round_ids }: { round_ids: string[] | string }) => ({
    items: older.filter(({ id }) => String(round_ids).includes(id)),
  })
  const { screen } = await openChat({}, older, { getRecaps })
  await expect.element(recap(1).getByText('Win of round 1')).toBeVisible()
  await expect.element(recap(2).getByText('Win of round 2')).toBeVisible()
  expect(screen.asked('rounds.getRecaps')).toHaveLength(1)
})

/** A world in which the ask of one check-in is taken and given back. */
async function openAsk(ask: Partial<CheckIn> = {}, more: Answers['rounds'] = {}, size?: typeof PHONE) {
  let one = aCheckIn({ user: hassan, ask: ASK, can_take: true, ...ask })
  const change = (now: Partial<CheckIn>) => {
    one = { ...one, ...now }
    world.rounds = { ...world.rounds, open: { ...world.rounds.open!, check_ins: [one] } }
    return one
  }
  const { world, screen } = await openRounds(
    { open: aRound({ check_ins: [one] }) },
    {
      takeAsk: ({ words = null }) =>
        change({ can_take: false, can_release: true, taking: { user: asAuthor(ben), is_own: true, words } }),
      giveBackAsk: () => change({ can_take: !one.is_own, can_release: false, taking: null }),
      ...more,
    },
    size,
  )
  return { world, screen, one: () => one, change }
}
const take = page.getByRole('button', { name: /^I’ll take it/ })
const form = page.getByRole('form', { name: 'Take the ask of hassan' })

test('a member takes an ask with a word to him, and gives it back', async () => {
  const { screen } = await openAsk({}, {}, PHONE)
  await take.click()
  await form.getByLabelText(/^A word to hassan/).fill('I’ll ring you Thursday')
  await form.getByRole('button', { name: 'Take it' }).click()
  const state = main.getByText('You have taken it: “I’ll ring you Thursday”')
  await expect.element(state).toBeVisible()
  await expect.element(state).toHaveFocus()
  expect(screen.asked('rounds.takeAsk')).toMatchObject([{ words: 'I’ll ring you Thursday' }])
  await main.getByRole('button', { name: /^Give it back/ }).click()
  await expect.element(take).toHaveFocus()
  await expect.element(state).not.toBeInTheDocument()
})

test('the author opens his ask again, by keyboard', async () => {
  await openAsk({
    user: asAuthor(ben),
    is_own: true,
    can_take: false,
    can_release: true,
    taking: { user: hassan, is_own: false, words: null },
  })
  const again = main.getByRole('button', { name: /^Open it to the others again/ })
  again.element().focus()
  await press('Enter')
  await expect.element(main.getByText('hassan has taken it')).not.toBeInTheDocument()
  await expect.element(again).not.toBeInTheDocument()
  await expect.element(main.getByText('Open for your pod again.')).toHaveFocus()
})

test('an ask is taken by keyboard, without a word', async () => {
  const { screen } = await openAsk()
  take.element().focus()
  await press('Enter')
  await expect.element(form.getByLabelText(/^A word to hassan/)).toHaveFocus()
  await press('Enter')
  await expect.element(main.getByText('You have taken it')).toHaveFocus()
  expect(screen.asked('rounds.takeAsk')).toMatchObject([{ words: null }])
})

test('a member who is second is told who was first, and sees it', async () => {
  const said = 'olu has just taken it. Good that you offered.'
  const { change } = await openAsk(
    {},
    {
      takeAsk: () => {
        change({ can_take: false, taking: { user: olu, is_own: false, words: null } })
        throw refused({ ...roundFaults.askTaken, message: said })
      },
    },
  )
  await take.click()
  await form.getByRole('button', { name: 'Take it' }).click()
  await expect.element(news(said)).toBeVisible()
  await expect.element(main.getByText('olu has taken it')).toBeVisible()
  await expect.element(take).not.toBeInTheDocument()
})

test('the author is asked once what became of his ask of the last round', async () => {
  const asked = aCheckIn({
    ...{ user: asAuthor(ben), is_own: true, ask: ASK },
    taking: { user: hassan, is_own: false, words: null },
  })
  const { own } = theRounds()
  const { world, screen } = await openRounds(
    { open: aRound(), own: { ...own, asked_after: asked } },
    {
      settleAsk: ({ answer }) => {
        world.rounds = { ...world.rounds, own }
        return { ...asked, ask_answer: answer }
      },
    },
  )
  const card = page.getByRole('region', { name: 'What you asked for last time' })
  await expect.element(card).toMatchTextContent('hassan took it on. Is it still open?')
  await card.getByRole('button', { name: 'No longer needed' }).click()
  await expect.element(card).not.toBeInTheDocument()
  await expect.element(news('Your ask is closed.')).toBeVisible()
  expect(screen.asked('rounds.settleAsk')).toMatchObject([{ id: asked.id, answer: 'happened' }])
  // the focus is not lost with the card
  await expect.poll(() => document.activeElement?.closest('main') !== null).toBe(true)
})

test('closed rounds show the open asks first, and older rounds on a press', async () => {
  const said = [aCheckIn({ user: olu, win: 'Slept' }), aCheckIn({ user: hassan, ask: ASK, can_take: true })]
  const old = aClosed({ number: 2, check_ins: [aCheckIn({ user: olu, win: 'The first of all' })] })
  const { screen } = await openRounds(
    { closed: [aClosed({ check_ins: said })], has_older: true },
    { listRounds: { items: [old], next: null } },
  )
  const cards = page.getByRole('article', { name: /^Check-in by/ })
  await expect
    .poll(() => cards.elements().map((card) => card.getAttribute('aria-label')))
    .toEqual(['Check-in by hassan', 'Check-in by olu'])
  await main.getByRole('button', { name: 'Show older rounds' }).click()
  await expect.element(main.getByText('The first of all')).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Show older rounds' })).not.toBeInTheDocument()
  expect(screen.asked('rounds.listRounds')).toMatchObject([{ after: '3' }])
})

test('a link to a check-in of an older round loads the rounds up to it', async () => {
  const wanted = aCheckIn({ user: olu, win: 'The one that is meant' })
  const [second, first] = [aClosed({ number: 2 }), aClosed({ number: 1, check_ins: [wanted] })]
  const pod = ownPod()
  const rounds = theRounds({ pod_id: pod.id, rhythm: aRhythm(), closed: [aClosed()], has_older: true })
  const screen = await open(`/pod/${pod.slug}/rounds#check-in-${wanted.id}`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: { getPod: pod },
      rounds: {
        getRounds: rounds,
        listRounds: ({ after }) => (after === '3' ? { items: [second], next: '2' } : { items: [first], next: null }),
      },
    },
  })
  await expect.element(main.getByText('The one that is meant')).toBeInViewport()
  expect(screen.asked('rounds.listRounds')).toMatchObject([{ after: '3' }, { after: '2' }])
})

test('the check-in of another member is reported, one’s own is not', async () => {
  const other = aCheckIn({ user: hassan, win: 'Shouted at you' })
  const open = aRound({ check_ins: [other, aCheckIn({ user: asAuthor(ben), is_own: true })] })
  await openRounds({ open })
  await page.getByRole('button', { name: 'More about the check-in by hassan' }).click()
  await expect.element(page.getByRole('menuitem', { name: /^Report/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^More about the check-in by ben/ })).not.toBeInTheDocument()
})
