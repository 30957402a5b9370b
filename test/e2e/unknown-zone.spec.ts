/**
 * A browser whose system has no time zone: Intl reports "Etc/Unknown", and throws if it is to format in it. Every screen works,
 * with times in UTC. Rooms: events, rounds, badges, day.
 */
import { forgetZone } from '../unknown-zone.ts'
import { api, expect, PHONE, signIn, test, visit } from './journey.ts'
import { makePod, openNextRound } from './rooms.ts'
import { GROUPS, type Screen, SIGN_IN_SCREENS } from './screens.ts'

test.use({ viewport: PHONE, timezoneId: 'UTC' })
test.describe.configure({ timeout: 180_000 })
test.beforeEach(({ context }) => context.addInitScript(forgetZone, 'Etc/Unknown'))

/** Of routes that the other journeys through all screens leave out. */
const MORE: Screen[] = [
  { name: 'the feed at its other address', path: '/feed' },
  { name: 'all networks', path: '/groups/all' },
  { name: 'the first steps', path: '/welcome' },
]

test('a browser without a zone shows every screen', async ({ page, context, town, complaints }) => {
  await signIn(context, town.logins[0]!, town)
  // a cookie of an older version, or of another program
  await context.addCookies([{ name: 'fk.zone', value: 'Etc%2FUnknown', url: town.url }])
  for (const { name, path } of [...SIGN_IN_SCREENS, ...Object.values(GROUPS).flat(), ...MORE])
    await test.step(name, async () => {
      const response = await visit(page, typeof path === 'string' ? path : await path(context, town))
      expect.soft(response?.status(), `the status of ${name}`).toBe(200)
      await expect.soft(page.getByRole('heading', { level: 1 }), `the heading of ${name}`).toHaveCount(1)
      await expect.soft(page.getByText(/Something went wrong|did not load/), `faults on ${name}`).toHaveCount(0)
      expect.soft(complaints.splice(0), `complaints about ${name}`).toEqual([])
    })
})

test('a browser without a zone shows the rounds of a pod, and its member chooses the zone of an event', async ({
  page,
  context,
  join,
  town,
}) => {
  const { username } = await join(context)
  const pod = await makePod(town, username)
  await visit(page, `${pod.path}/rounds`)
  await page.getByRole('button', { name: 'Choose your day' }).click()
  const rhythm = page.getByRole('dialog', { name: 'Choose your day' })
  await expect(rhythm.getByLabel('Time zone')).toHaveValue('UTC')
  await rhythm.getByLabel('Time zone').selectOption('Europe/Berlin')
  await rhythm.getByRole('button', { name: 'Start the rounds' }).click()
  await expect(page.getByText('(Berlin time)').first()).toBeVisible()
  await openNextRound(town, pod)
  await visit(page, `${pod.path}/rounds`)
  await expect(page.getByLabel('One win')).toBeVisible()

  await api(context, town, 'PUT', '/me/local-mode', { enabled: true })
  await visit(page, '/local')
  await page.locator('.fab').click()
  const form = page.getByRole('dialog', { name: 'Create Event' })
  await expect(form.getByText('Times are in the time zone UTC.')).toBeVisible()
  await expect(form.getByText('Your browser does not say which zone you are in.')).toBeVisible()
  await form.getByLabel('Title').fill('A walk by no clock')
  await form.getByLabel('Location').fill('The yard')
  await form.getByLabel('Date').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10))
  await form.getByLabel('Time', { exact: true }).fill('10:00')
  await form.getByLabel('Zone').selectOption('America/New_York')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A walk by no clock')
  // nobody knows his clock, so nothing is said about it
  await expect(page.getByText('America/New York time', { exact: true })).toBeVisible()
})
