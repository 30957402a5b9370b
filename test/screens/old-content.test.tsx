/** What is on screen when a read in the background fails or is refused: it stays, says so, and is read again by itself. */
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { faults } from '#contract/kernel.ts'
import { topicOf } from '#contract/live-words.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { roundFaults } from '#contract/rounds.ts'
import { aDad, aLocalProfile, anEvent, answersOfEvent, answersOfLocal } from './events-makers.ts'
import { isSubscribed, publish } from './live-connection.ts'
import { aCard, aPage, aViewer } from './makers.ts'
import { goOffline, goOnline, holdTimers, letPass, look } from './network.ts'
import { answersBesidePod, aPod, aPodMember } from './pods-makers.ts'
import { signedOut } from './post-makers.ts'
import { aRhythm, theRounds } from './rounds-makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'
import { refused, type Trouble } from './standin.ts'

const note = page.getByRole('status').filter({ hasText: 'Some of this' })
const dads = page.getByRole('region', { name: 'Nearby Dads' })
const elsewhere = { care: { listHelpLines: { items: [] } } }
const away = () => {
  throw refused(faults.tooFast, { retry_after: 1 })
}

/** The local page, another page, and the local page again: who was near has left meanwhile, and the reads have this trouble. */
async function comeBack(trouble: Trouble) {
  holdTimers()
  const profile = aLocalProfile({ local_mode_enabled: true, latitude: 53.8, longitude: -1.5 })
  const screen = await open('/local', {
    viewer: aViewer(),
    answers: { ...answersOfLocal({}, profile, [aDad('ben')]), ...elsewhere },
  })
  await expect.element(dads.getByText('ben', { exact: true })).toBeVisible()
  await screen.go('/help-lines')
  await expect.element(dads).not.toBeInTheDocument()
  screen.answer({ nearby: { listNearby: { has_position: true, items: [] } } })
  // the read of the page that is opened, and that of the list on it
  for (let n = 0; n < 2; n++) screen.failNext('nearby.listNearby', trouble)
  window.history.back()
  return screen
}

for (const [name, trouble] of [
  ['refused because of too many requests', { fault: faults.tooFast, data: { retry_after: 1 } }],
  ['lost with the network', 'unreached'],
  ['met by a bug', 'bug'],
] as [string, Trouble][])
  test(`after Back a list whose reads are ${name} shows who has left only until it is read again`, async () => {
    await comeBack(trouble)
    await expect.element(dads.getByText('ben', { exact: true })).toBeVisible()
    await letPass(6000)
    await expect.element(dads).toMatchTextContent('Nobody within 25 miles')
    await expect.element(note).not.toBeInTheDocument()
  })

test(
  'a list that cannot be read says that it is old, and stops saying so when it is fresh',
  async () => {
    const screen = await comeBack({ fault: faults.tooFast })
    screen.answer({ nearby: { listNearby: away } })
    await letPass(12_000)
    await expect.element(note).toMatchTextContent('Some of this may be out of date. We try again soon.')
    await expect.element(dads.getByText('ben', { exact: true })).toBeVisible()
    await expectSound()
    screen.answer({ nearby: { listNearby: { has_position: true, items: [] } } })
    await letPass(100_000)
    await expect.element(dads).toMatchTextContent('Nobody within 25 miles')
    await expect.element(note).not.toBeInTheDocument()
  },
  SOUND_TIMEOUT,
)

test('an open page that changed while the network was gone is read as soon as the browser is online', async () => {
  holdTimers()
  let event = anEvent({ title: 'Walk' })
  const screen = await open(`/event/${event.id}`, {
    viewer: aViewer(),
    size: PHONE,
    answers: answersOfEvent(event, [], { getEvent: () => event }),
  })
  const topic = topicOf('event', event.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  event = { ...event, title: 'Walk in the rain' }
  const mend = screen.cutOff('events.getEvent')
  publish(topic, { kind: 'event.changed' })
  await letPass(5000)
  await expect.element(note).toBeVisible()
  goOffline()
  await expect.element(note).toMatchTextContent('You are offline.')
  mend()
  await letPass(1000)
  goOnline()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Walk in the rain')
  await expect.element(note).not.toBeInTheDocument()
})

test('the feed opens with its cached posts if the new ones do not load, says so, and is read again', async () => {
  holdTimers()
  const [before, after] = [aCard({ title: 'Yesterday' }), aCard({ title: 'Today' })]
  const screen = await open('/categories', {
    viewer: aViewer(),
    answers: { feed: { listFeed: aPage(before) }, ...elsewhere },
  })
  await expect.element(page.getByRole('heading', { name: 'Yesterday' })).toBeVisible()
  await screen.go('/help-lines')
  await expect.element(page.getByRole('heading', { name: 'Yesterday' })).not.toBeInTheDocument()
  screen.answer({ feed: { listFeed: away } })
  // the list was read some minutes ago
  const { now } = Date
  Date.now = () => now() + 3 * 60_000
  onTestFinished(() => {
    Date.now = now
  })
  await screen.go('/categories')
  await expect.element(page.getByRole('heading', { name: 'Yesterday' })).toBeVisible()
  await letPass(6000)
  await expect.element(note).toMatchTextContent('Some of this is from 3 minutes ago. We try again soon.')
  screen.answer({ feed: { listFeed: aPage(after, before) } })
  await letPass(100_000)
  await expect.element(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect.element(note).not.toBeInTheDocument()
})

test('the age of the old content is counted on while it is shown', async () => {
  const screen = await comeBack({ fault: faults.tooFast })
  screen.answer({ nearby: { listNearby: away } })
  await letPass(6000)
  await expect.element(note).toMatchTextContent('Some of this may be out of date.')
  // nothing is read, which would draw the words too
  look('hidden')
  const { now } = Date
  Date.now = () => now() + 5 * 60_000
  onTestFinished(() => {
    Date.now = now
  })
  await letPass(61_000)
  await expect.element(note).toMatchTextContent('Some of this is from 5 minutes ago.')
})

test('a session that ended while the member types is said in a toast, and the page stays as it is', async () => {
  holdTimers()
  const profile = aLocalProfile({ local_mode_enabled: true, latitude: 53.8, longitude: -1.5 })
  const screen = await open('/local', {
    viewer: aViewer(),
    answers: answersOfLocal({}, profile, [aDad('ben')]),
  })
  await expect.element(dads.getByText('ben', { exact: true })).toBeVisible()
  const field = document.createElement('textarea')
  document.getElementById('main')!.append(field)
  onTestFinished(() => field.remove())
  field.focus()
  screen.answer({ account: { getViewer: null } })
  screen.failNext('nearby.listNearby', { fault: signedOut(SAY_LOCAL.signIn) })
  look('hidden')
  look('visible')
  await letPass(5000)
  await expect.element(news('You are signed out. What you began to write is kept on this device.')).toBeVisible()
  await expect.element(dads.getByText('ben', { exact: true })).toBeVisible()
  expect(document.activeElement).toBe(field)
})

test('what the server now refuses does not stay on screen', async () => {
  const ben = aViewer()
  const pod = aPod({ members: [aPodMember(ben)], is_member: true, is_creator: true, seq: 1 })
  const screen = await open(`/pod/${pod.slug}/rounds`, {
    viewer: ben,
    answers: {
      ...answersBesidePod(),
      pods: { getPod: pod },
      rounds: { getRounds: theRounds({ pod_id: pod.id, rhythm: aRhythm() }) },
    },
  })
  const main = page.getByRole('main')
  await expect.element(main).toMatchTextContent('Sunday 20:00, every week')
  const topic = topicOf('pod', pod.id)
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  screen.answer({
    rounds: {
      getRounds: () => {
        throw refused(roundFaults.notFound)
      },
    },
  })
  publish(topic, { kind: 'check_in.sent' })
  await expect.element(page.getByRole('heading', { name: 'The rounds did not load' })).toBeVisible()
  await expect.element(main.getByText('Sunday 20:00, every week')).not.toBeInTheDocument()
})

test('a page that takes long to open says so, and stops when it is there', async () => {
  holdTimers()
  const answers = { ...answersOfLocal({}, aLocalProfile(), []), ...elsewhere }
  const screen = await open('/help-lines', { viewer: aViewer(), answers })
  const slow = page.getByRole('status').filter({ hasText: 'takes longer than usual' })
  const arrive = screen.holdNext('events.listEvents')
  const going = screen.go('/local')
  await expect.poll(() => screen.asked('events.listEvents').length).toBe(1)
  await letPass(2000)
  await expect.element(slow).toBeVisible()
  arrive()
  await going
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local Events' })).toBeVisible()
  await expect.element(slow).not.toBeInTheDocument()
})
