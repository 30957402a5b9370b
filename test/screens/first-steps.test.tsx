/** The six steps before any page: what they keep, and what they do where something fails (ONB). */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { news, open, PHONE } from './screen.tsx'
import { aNewcomer, anOfferedPod, ofFirstSteps, toldBefore } from './steps-makers.ts'

const heading = page.getByRole('heading', { level: 1 })
const step = (name: string) => page.getByRole('heading', { level: 2, name })
const goOn = page.getByRole('button', { name: 'Continue' })
const tick = (name: string) => page.getByRole('checkbox', { name })
const field = (name: string) => page.getByLabelText(name, { exact: false })
const says = (words: string) => expect.element(page.getByText(words, { exact: false })).toBeVisible()
const WELCOME = 'Welcome to the community!'

test('what was typed is there after a closed tab but for what only he may see, and after an error', async () => {
  const viewer = aNewcomer()
  const answers = ofFirstSteps(toldBefore(0))
  await open('/profile', { viewer, answers, size: PHONE })
  await expect.element(heading).toHaveTextContent(WELCOME)
  await field('Location').fill('Whitby')
  await field('First name').fill('Early')
  await field('Date of birth').fill('1984-05-06')
  // it may be a tablet that others use
  const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  expect(kept).toContain('Whitby')
  expect(kept).not.toMatch(/Early|1984/)

  const screen = await open('/profile', { viewer, answers, size: PHONE, again: true })
  await expect.element(field('Location')).toHaveValue('Whitby')
  await field('First name').fill('Early')
  await field('Date of birth').fill('1984-05-06')
  await field('Display name').fill('Early Bird')
  await goOn.click()
  await expect.element(news('Please fill in all required fields')).toBeVisible()
  await expect.element(field('Last name')).toHaveFocus()
  await field('Last name').fill('Bird')
  screen.failNext('onboarding.saveProfileStep', 'unreached')
  await goOn.click()
  await expect.element(news('Failed to update profile')).toBeVisible()
  await expect.element(field('Last name')).toHaveValue('Bird')
  await expect.element(field('First name')).toHaveValue('Early')
  await expect.element(field('Date of birth')).toHaveValue('1984-05-06')
  await goOn.click()
  await expect.element(step('Select Your Interests')).toHaveFocus()
  expect(screen.asked('onboarding.saveProfileStep')).toEqual([
    {
      ...{ first_name: 'Early', last_name: 'Bird', display_name: 'Early Bird' },
      ...{ date_of_birth: '1984-05-06', location: 'Whitby' },
    },
  ])
})

test('what was ticked is there after a closed tab and after an error, and three are the least', async () => {
  const viewer = aNewcomer()
  const answers = ofFirstSteps(toldBefore(1))
  await open('/profile', { viewer, answers, size: PHONE })
  await tick('Reading').click()
  await tick('Gaming').click()
  await expect.element(goOn).toBeDisabled()
  await says('2 of at least 3 chosen')
  const screen = await open('/profile', { viewer, answers, size: PHONE, again: true })
  await expect.element(tick('Reading')).toBeChecked()
  await expect.element(tick('Gaming')).toBeChecked()
  await tick('Music').click()
  screen.failNext('onboarding.saveInterests', 'unreached')
  await goOn.click()
  await expect.element(news('Failed to save interests and goals')).toBeVisible()
  await expect.element(tick('Music')).toBeChecked()
  await goOn.click()
  await expect.element(step('Set Your Goals')).toHaveFocus()
  expect(screen.asked('onboarding.saveInterests')).toEqual([{ interests: ['Reading', 'Gaming', 'Music'] }])
})

test('AMB-34: where his words do not load the steps begin empty, and nothing that is stored is emptied', async () => {
  const told = { ...toldBefore(0), bio: 'Two girls and a shed.', location: 'Leeds' }
  const screen = await open('/about', { viewer: aNewcomer(), answers: ofFirstSteps(told), size: PHONE })
  for (let times = 0; times < 5; times++) screen.failNext('onboarding.getOnboarding', 'unreached')
  await page.getByRole('link', { name: 'Fatherkin' }).first().click()
  await expect.element(heading).toHaveTextContent(WELCOME)
  await says('What you told us before did not load.')
  await field('First name').fill('Sam')
  await field('Last name').fill('Reed')
  await field('Display name').fill('Sam R.')
  await goOn.click()
  await expect.element(step('Select Your Interests')).toHaveFocus()
  // what is left out stays as it is
  expect(screen.asked('onboarding.saveProfileStep')).toEqual([
    { first_name: 'Sam', last_name: 'Reed', display_name: 'Sam R.' },
  ])
})

test('R-08: lists that do not load, and lists with nothing in them, hold nobody up', async () => {
  const skip = page.getByRole('button', { name: 'Skip Pod Selection' })
  const pods = [anOfferedPod()]
  const screen = await open('/about', { viewer: aNewcomer(), answers: ofFirstSteps(toldBefore(3), { pods }) })
  for (let times = 0; times < 8; times++) {
    screen.failNext('onboarding.listOfferedGroups', 'unreached')
    screen.failNext('onboarding.listOfferedPods', 'unreached')
  }
  await page.getByRole('link', { name: 'Fatherkin' }).first().click()
  await expect.element(step('Join Communities')).toBeVisible()
  await says('The networks did not load.')
  await goOn.click()
  await expect.element(step('Find Your Pods')).toHaveFocus()
  await says('The pods did not load.')
  await skip.click()
  await expect.element(step("You're All Set")).toHaveFocus()
  expect(screen.asked('onboarding.passStep')).toEqual([{ step: 'groups' }, { step: 'pods' }])

  await open('/', { viewer: aNewcomer(), answers: ofFirstSteps(toldBefore(4)), again: true })
  await says('No pod has a free seat just now.')
  await skip.click()
  await expect.element(step("You're All Set")).toHaveFocus()
})

test('the doors stay open: who we are, signing out, a new password', async () => {
  for (const [path, title] of [
    ['/about', 'About'],
    ['/forgot', 'Forgot password?'],
    ['/verify', 'This link does not work'],
    ['/notices?key=x', ''],
  ] as const) {
    await open(path, {
      viewer: aNewcomer(),
      answers: ofFirstSteps(toldBefore(0)),
      size: PHONE,
      again: path !== '/about',
    })
    await expect.element(heading).not.toMatchTextContent(WELCOME)
    if (title) await expect.element(heading).toMatchTextContent(title)
  }
})

/** Those that begin on one line and end on the next. */
const brokenWords = () =>
  [...document.querySelectorAll('.first-picks .pick')].flatMap((pick) => {
    const words: string[] = []
    const texts = document.createTreeWalker(pick, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s/-]+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) words.push(word)
      }
    return words
  })

test('no word of what he may tick breaks in its middle on a small phone', async () => {
  for (const [begun, name] of [
    [1, 'Select Your Interests'],
    [2, 'Set Your Goals'],
  ] as const) {
    await open('/', { viewer: aNewcomer(), answers: ofFirstSteps(toldBefore(begun)), again: begun > 1 })
    await expect.element(step(name)).toBeVisible()
    for (const [width, columns] of [
      [320, 1],
      [360, 1],
      [380, 1],
      [390, 2],
      [412, 2],
    ] as const) {
      await page.viewport(width, 740)
      await expect.poll(() => window.innerWidth).toBe(width)
      const tracks = () => getComputedStyle(page.css('.first-picks').element()).gridTemplateColumns.split(' ')
      await expect.poll(tracks, { message: `${name} at ${width}` }).toHaveLength(columns)
      // the letters may come a moment after the words
      await expect.poll(brokenWords, { message: `${name} at ${width}` }).toEqual([])
    }
  }
})
