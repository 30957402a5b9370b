/**
 * Local mode and the dads nearby: the question before it, switching it off, who is near, and what the browser stores.
 */
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { faults } from '#contract/kernel.ts'
import { keepRadius } from '#web/nearby/nearby.ts'
import { aDad, aLocalProfile, anEvent, answersOfLocal, eventsBoard } from './events-makers.ts'
import { expectCount, focus } from './finding.ts'
import { standAt } from './geolocation.ts'
import { aPage, aViewer } from './makers.ts'
import { holdClock } from './network.ts'
import { DESK, news, open, PHONE } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'
import { type Answers, refused } from './standin.ts'
import { TROUBLES } from './trouble.ts'

const enable = page.getByRole('main').getByRole('button', { name: 'Enable Local Mode' })
const question = page.getByRole('alertdialog', { name: 'Enable Local Mode?' })
const settings = page.getByRole('dialog', { name: 'Location settings' })
const gear = page.getByRole('button', { name: 'Location settings' }).first()
const dads = page.getByRole('region', { name: 'Nearby Dads' })
const note = () => localStorage.getItem('fatherkin.local-mode')

/** The member's part of the server: his local mode and his position. */
function aHouse(profile = aLocalProfile({ local_mode_enabled: false })): NonNullable<Answers['nearby']> {
  return {
    getLocalProfile: () => profile,
    setLocalMode: ({ enabled }) =>
      (profile = { ...profile, local_mode_enabled: enabled, ...(enabled ? {} : { latitude: null, longitude: null }) }),
    updateLocation: ({ location = profile.location, ...position }) => (profile = { ...profile, ...position, location }),
    listNearby: () => ({ has_position: profile.latitude !== null, items: [] }),
  }
}

test('a visitor at /local is led to the sign-in page and back', async () => {
  await open('/local', { size: PHONE })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign in to see what is near you')
  const signInLink = page.getByRole('main').getByRole('link', { name: 'Sign In / Sign Up' })
  await expect.element(signInLink).toHaveAttribute('href', '/auth?next=%2Flocal')
})

test('local mode is off at first; the question says what is shared; by keyboard alone the member refuses it', {
  timeout: SOUND_TIMEOUT,
}, async () => {
  const screen = await open('/local', { viewer: aViewer(), answers: { nearby: aHouse() } })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Local')
  await focus(enable)
  await userEvent.keyboard('{Enter}')
  await expect
    .element(question)
    .toMatchTextContent('general location will be shared with other dads who have local mode on')
  await expect.element(question).toMatchTextContent('within about a mile')
  await expectSound()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(enable).toHaveFocus()
  expect(screen.asked('nearby.setLocalMode')).toEqual([])
  expect(note()).toBeNull()
})

test('local mode reports that it is on; switching it off deletes the position', async () => {
  standAt({ latitude: 46.1, longitude: 61.2 })
  const screen = await open('/local', { viewer: aViewer(), answers: { nearby: aHouse(), events: eventsBoard() } })
  await enable.click()
  await question.getByRole('button', { name: 'Enable Local Mode' }).click()
  await expect.element(news('Local mode enabled! You can now see and be seen by nearby dads.')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local Events' })).toBeVisible()
  expect(note()).toBe('true')
  await expect.element(dads).toMatchTextContent('Nobody within 25 miles')
  expect(screen.asked('nearby.updateLocation')).toEqual([{ latitude: 46.1, longitude: 61.2 }])
  await gear.click()
  await settings.getByRole('button', { name: 'Turn off local mode' }).click()
  await expect.element(news('Local mode is off. Your position is deleted.')).toBeVisible()
  await expect.element(enable).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Local' })).toHaveFocus()
  expect(note()).toBeNull()
})

test('a list that began to load before the position was stored is read again', async () => {
  standAt({ latitude: 46.1, longitude: 61.2 })
  let hasPosition = false
  const held = Promise.withResolvers<void>()
  const house: Answers['nearby'] = {
    ...aHouse(),
    updateLocation: () => {
      hasPosition = true
      return aLocalProfile({ local_mode_enabled: true })
    },
    listNearby: async () => {
      const answer = { has_position: hasPosition, items: [] }
      await held.promise
      return answer
    },
  }
  const screen = await open('/local', { viewer: aViewer(), answers: { nearby: house, events: eventsBoard() } })
  const storePosition = screen.holdNext('nearby.updateLocation')
  await enable.click()
  await question.getByRole('button', { name: 'Enable Local Mode' }).click()
  await expect.poll(() => screen.asked('nearby.listNearby')).toHaveLength(1)
  storePosition()
  await expect.poll(() => hasPosition).toBe(true)
  // the page has received the answer, and has updated what depends on it
  await expect.poll(() => screen.asked('events.listEvents').length).toBeGreaterThan(1)
  expect(screen.asked('nearby.listNearby')).toHaveLength(1)
  held.resolve()
  await expect.element(dads).toMatchTextContent('Nobody within 25 miles')
})

for (const [code, sentence] of [
  [1, 'Location access denied by user'],
  [2, 'Location information unavailable'],
  [3, 'Location request timed out'],
  [9, 'Unable to get your location'],
  [0, 'Geolocation is not supported by this browser'],
] as const)
  test(`a browser without a position: ${sentence}`, async () => {
    const { asked } = standAt(code === 0 ? undefined : { code })
    const screen = await open('/local', { viewer: aViewer(), answers: { nearby: aHouse(), events: eventsBoard() } })
    await enable.click()
    await question.getByRole('button', { name: 'Enable Local Mode' }).click()
    await expect.element(news(sentence)).toBeVisible()
    await expect.element(dads).toMatchTextContent('We do not know where you are yet')
    await dads.getByRole('button', { name: 'Set your location' }).click()
    await settings.getByRole('button', { name: 'Use current location' }).click()
    await expect.element(news('Failed to get current location')).toMatchTextContent(sentence)
    expect(screen.asked('nearby.updateLocation')).toEqual([])
    const options = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 }
    expect(asked).toEqual(code === 0 ? [] : [options, options])
  })

test('a failure to switch it on is reported, and nothing is shared', async () => {
  const { asked } = standAt({ latitude: 46.1, longitude: 61.2 })
  const screen = await open('/local', { viewer: aViewer(), answers: { nearby: aHouse() } })
  await enable.click()
  for (const { name, trouble, says } of TROUBLES) {
    screen.failNext('nearby.setLocalMode', trouble)
    await question.getByRole('button', { name: 'Enable Local Mode' }).click()
    const failures = news('Failed to enable local mode').filter({ hasText: says('Failed to enable local mode') })
    await expect.element(failures.first(), { message: name }).toBeVisible()
    await expect.element(question, { message: name }).toBeVisible()
  }
  expect(asked).toEqual([])
  expect(screen.asked('nearby.updateLocation')).toEqual([])
  expect(note()).toBeNull()
})

test('on a desktop the card shows the five nearest and the full list ten; on a phone they are in a drawer', {
  timeout: SOUND_TIMEOUT,
}, async () => {
  onTestFinished(() => keepRadius(25))
  const near = Array.from({ length: 12 }, (_, n) => aDad(`dad-${n}`, { distance: `${3 + n} mi` }))
  await open('/local', {
    viewer: aViewer({ local_mode_enabled: true }),
    answers: {
      ...answersOfLocal(),
      nearby: {
        getLocalProfile: aLocalProfile({ latitude: 46, longitude: 61 }),
        listNearby: ({ radius }) => ({ has_position: true, items: near.slice(0, radius - 2) }),
      },
    },
  })
  await expectCount(dads.getByRole('listitem'), 5)
  await dads.getByRole('button', { name: 'View All' }).click()
  const all = page.getByRole('dialog', { name: 'Nearby Dads' })
  await expectCount(all.getByRole('listitem'), 10)
  await expectSound()
  await page.viewport(PHONE.width, PHONE.height)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: /^Nearby Dads ?10\+$/ }).click()
  await expectCount(all.getByRole('listitem'), 10)
  await expect.element(all.getByRole('listitem').first()).toMatchTextContent('dad-0')
  await userEvent.keyboard('{Escape}')

  // none beyond the radius
  await gear.click()
  await settings.getByRole('combobox', { name: 'How far to look' }).selectOptions('5')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('button', { name: /^Nearby Dads ?3$/ })).toBeVisible()
})

test('on a phone the bar hides on the way down, and there is no header', async () => {
  const events = Array.from({ length: 30 }, (_, n) => anEvent({ title: `Round ${n}` }))
  await open('/local', {
    viewer: aViewer({ local_mode_enabled: true }),
    size: PHONE,
    answers: answersOfLocal({ events }),
  })
  const bar = page.css('.local-bar')
  const header = page.getByRole('banner').filter({ hasText: 'Fatherkin' })
  await expect.element(bar).toBeVisible()
  await expect.element(header).not.toBeInTheDocument()
  window.scrollTo(0, 900)
  await expect.element(bar).toHaveClass('away')
  window.scrollTo(0, 700)
  await expect.element(bar).not.toHaveClass('away')
  await page.viewport(DESK.width, DESK.height)
  await expect.element(header).toBeVisible()
})

test('the profile is read once in five minutes, and once more a second after a failure', async () => {
  const pass = holdClock()
  const screen = await open('/about', {
    viewer: aViewer({ local_mode_enabled: true }),
    answers: answersOfLocal({}, aLocalProfile({ latitude: 46, longitude: 61 })),
  })
  screen.failNext('nearby.getLocalProfile', 'bug')
  const way = page.getByRole('navigation').getByRole('link', { name: 'Local' }).first()
  const comeBack = async () => {
    await screen.go('/about')
    await expect.element(gear).not.toBeInTheDocument()
    await way.click()
    await expect.element(gear).toBeVisible()
  }
  await way.click()
  await expect.element(gear).toBeVisible()
  expect(screen.asked('nearby.getLocalProfile')).toHaveLength(2)
  pass(299_000)
  await comeBack()
  expect(screen.asked('nearby.getLocalProfile')).toHaveLength(2)
  pass(2000)
  await comeBack()
  await expect.poll(() => screen.asked('nearby.getLocalProfile')).toHaveLength(3)
})

test('a profile that failed to load twice is not requested again before the member retries', async () => {
  const asked: number[] = []
  const profile = aLocalProfile({ latitude: 46, longitude: 61 })
  const local = answersOfLocal({}, profile)
  await open('/about', {
    viewer: aViewer({ local_mode_enabled: true }),
    answers: {
      ...local,
      nearby: {
        ...local.nearby,
        getLocalProfile() {
          asked.push(performance.now())
          if (asked.length < 3) throw refused(faults.unavailable, { retry_after: 60 })
          return profile
        },
      },
    },
    pardoned: /Error in route match|The above error occurred/,
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Local' }).first().click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('What is near did not load')
  const [first, second, ...more] = asked
  expect(more).toEqual([])
  expect(second! - first!).toBeGreaterThanOrEqual(990)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(gear).toBeVisible()
  expect(asked).toHaveLength(3)
})

test('the switch on the profile asks the same question as /local, and switches off at once', async () => {
  standAt({ latitude: 46.1, longitude: 61.2 })
  const viewer = aViewer()
  const screen = await open('/profile', {
    viewer,
    answers: {
      nearby: aHouse(),
      pods: { listPodRequests: aPage() },
      connections: { countConnections: { kin: 0, incoming: 0, sent: 0 } },
    },
  })
  const mode = page.getByRole('switch', { name: 'Local Mode', includeHidden: true })
  await mode.click()
  await expect.element(question).toBeVisible()
  await expect.element(mode).not.toBeChecked()
  await question.getByRole('button', { name: 'Enable Local Mode' }).click()
  await expect.element(news('Local mode enabled! You can now see and be seen by nearby dads.')).toBeVisible()
  await expect.element(mode).toBeChecked()
  await expect.poll(() => screen.asked('nearby.updateLocation')).toEqual([{ latitude: 46.1, longitude: 61.2 }])
  // the stored position lives as long as the page
  await expect.poll(note).toBe('true')
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(note()).toBeNull()
  const release = screen.holdNext('nearby.setLocalMode')
  await mode.click()
  await expect.element(mode).not.toBeChecked()
  release()
  await expect.poll(() => screen.asked('nearby.setLocalMode')).toEqual([{ enabled: true }, { enabled: false }])
  await expect.element(mode).not.toBeChecked()
})
