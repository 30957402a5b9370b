/**
 * A season of a small pod: three men in three browsers. One of them lives by mail alone and uses his thumb, one works without a
 * mouse and takes a pause, and one falls silent. What a screen does by itself is in test/screens/rounds.test.tsx.
 * Rooms: rounds, seasons, pods.
 */
import type { Locator, Page } from '@playwright/test'
import { DESK, expect, PHONE, test, toast, visit } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { mailedLink } from './mail.ts'
import { endRound, makePod, openNextRound } from './rooms.ts'
import { expectSound } from './screen.ts'

const ROUNDS = 6
/** how it went, and sending it; the link of the mail is a tap before them */
const TAPS = 2

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

test('three men live through a season: one by mail alone, one on a pause, one silent', async ({
  page,
  context,
  join,
  otherBrowser,
  browser,
  baseURL,
  town,
}) => {
  test.slow()
  const desk = await browser.newContext({ baseURL: baseURL!, viewport: DESK })
  const silent = await otherBrowser()
  const [tom, ben, cal] = [await join(context), await join(desk), await join(silent)]
  const pod = await makePod(town, tom.username, ben.username, cal.username)
  const rounds = `${pod.path}/rounds`
  const [bens, cals] = [await desk.newPage(), await silent.newPage()]
  const keys = keyboardOf(bens)
  const checkedIn = (mine: Page) => mine.getByRole('heading', { name: 'You have checked in' })
  const send = (mine: Page) => mine.getByRole('button', { name: 'Check in', exact: true })
  const choice = (mine: Page, words: string) => mine.locator('label').filter({ hasText: words })
  let taps = 0
  /** A thumb is not as fast as a double tap, which the buttons ignore. */
  const tap = async (what: Locator) => {
    await what.page().evaluate(() => new Promise((go) => setTimeout(go, 600)))
    await what.tap()
    taps++
  }
  /** The link of the mail about the nth round. */
  const linkOf = (nth: number) => mailedLink(town, 'check-in-open', tom.email, nth)
  /** From his mails, as from another program. */
  const openFromMail = async (link: string) => {
    await page.goto('about:blank')
    await visit(page, link)
  }

  await test.step('one of them chooses the day, without a mouse', async () => {
    await visit(bens, rounds)
    await keys.use(bens.getByRole('button', { name: 'Choose your day' }))
    const six = bens.getByRole('radio', { name: String(ROUNDS), exact: true })
    await keys.goTo(bens.getByRole('radio', { name: '8', exact: true }))
    for (let press = 0; press < 3 && !(await six.isChecked()); press++) await keys.press('ArrowLeft')
    await expect(six).toBeChecked()
    await keys.use(bens.getByRole('button', { name: 'Start the rounds' }))
    await expect(toast(bens, 'Your next round opens on')).toBeVisible()
    await expectSound(bens, { inDark: true })
  })

  await test.step('in the first round all three check in, and the recap says so in the conversation', async () => {
    await openNextRound(town, pod)
    expect(await linkOf(1)).toBe(`${town.url}${rounds}#check-in`)
    await openFromMail(await linkOf(1))
    await tap(choice(page, 'Went well'))
    await page.getByLabel('then …').fill('I walk for ten minutes')
    await page.getByLabel('One ask').fill('Who knows a plumber?')
    await expectSound(page, { inDark: true })
    await tap(send(page))
    await expect(checkedIn(page)).toBeVisible()
    await visit(bens, rounds)
    await keys.goTo(bens.getByRole('radio', { name: 'Went well' }))
    await keys.press('Space')
    await keys.type(bens.getByLabel('then …'), 'I read to them at eight')
    await keys.use(send(bens))
    await expect(checkedIn(bens)).toBeVisible()
    await visit(cals, rounds)
    await tap(choice(cals, 'Went well'))
    await tap(send(cals))
    await expect(checkedIn(cals)).toBeVisible()
    await visit(bens, pod.path)
    await endRound(town, pod)
    const recap = bens.getByRole('region', { name: 'Recap of round 1' })
    await expect(recap.getByRole('link').filter({ hasText: 'Who knows a plumber?' })).toBeVisible()
    await mailedLink(town, 'recap', cal.email)
  })

  await test.step('one takes a pause, and one says nothing any more', async () => {
    await visit(bens, rounds)
    await keys.use(bens.getByRole('button', { name: 'Take a pause' }))
    await keys.use(bens.getByRole('dialog').getByRole('button', { name: 'Take a pause' }))
    await expect(toast(bens, 'You are on a pause')).toBeVisible()
    for (const nth of [2, 3]) {
      await openNextRound(town, pod)
      await openFromMail(await linkOf(nth))
      taps = 0
      await tap(choice(page, 'Kept it'))
      await tap(send(page))
      await expect(checkedIn(page)).toBeVisible()
      expect(taps).toBeLessThanOrEqual(TAPS)
      await endRound(town, pod)
    }
  })

  await test.step('only the one who is left is asked to write to the silent one, who is met with kindness', async () => {
    await openFromMail(await mailedLink(town, 'round-write', tom.email))
    const request = page.getByRole('region', { name: `Would you write to ${cal.username}?` })
    await expectSound(page, { inDark: true })
    await request.getByRole('button', { name: 'I have written' }).tap()
    await expect(request).toHaveCount(0)
    await visit(bens, rounds)
    await expect(bens.getByText('Would you write')).toHaveCount(0)
    for (const nth of [4, 5]) {
      await openNextRound(town, pod)
      await openFromMail(await linkOf(nth))
      await tap(choice(page, 'Kept it'))
      await tap(send(page))
      await expect(checkedIn(page)).toBeVisible()
      await endRound(town, pod)
    }
    await visit(cals, await mailedLink(town, 'round-place-kept', cal.email))
    const place = cals.getByRole('region', { name: 'Tap once to keep your place' })
    await expectSound(cals, { inDark: true })
    await place.getByRole('button', { name: 'I’m here' }).tap()
    await expect(place).toHaveCount(0)
  })

  await test.step('the one on a pause comes back, and the season ends with a question to each of them', async () => {
    await visit(bens, rounds)
    await keys.use(bens.getByRole('button', { name: 'I am back' }))
    await expect(bens.getByRole('button', { name: 'Take a pause' })).toBeVisible()
    await openNextRound(town, pod)
    await openFromMail(await linkOf(6))
    await tap(choice(page, 'Kept it'))
    await tap(send(page))
    await expect(checkedIn(page)).toBeVisible()
    await endRound(town, pod)
    await openFromMail(await mailedLink(town, 'season-asked', tom.email))
    await tap(choice(page, 'Go on as we are'))
    await tap(page.getByRole('button', { name: 'Send my answer' }))
    await expect(page.getByText('You said:')).toBeVisible()
    await visit(bens, rounds)
    await keys.goTo(bens.getByRole('radio', { name: 'Go on as we are' }))
    await keys.press('Space')
    await keys.use(bens.getByRole('button', { name: 'Send my answer' }))
    await expect(bens.getByText('You said:')).toBeVisible()
    await expectSound(bens, { inDark: true })
  })

  await test.step('the next season begins with the three of them', async () => {
    await openNextRound(town, pod)
    await openFromMail(await linkOf(7))
    await expect(page.getByText('Round 1 of 6')).toBeVisible()
    await expect(page.getByText('Your pod goes on as it is.')).toBeVisible()
    await visit(bens, pod.path)
    await expect(bens.getByText('3 members', { exact: false }).first()).toBeVisible()
  })
  await desk.close()
})
