/** The six steps before any page: what they store, and what they do if something fails. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Onboarding } from '#contract/onboarding.ts'
import { news, open, PHONE } from './screen.tsx'
import { aNewcomer, anOfferedGroup, anOfferedPod, answersOfFirstSteps, toldBefore } from './steps-makers.ts'

const heading = page.getByRole('heading', { level: 1 })
const step = (name: string) => page.getByRole('heading', { level: 2, name })
const goOn = page.getByRole('button', { name: 'Continue' })
const tick = (name: string) => page.getByRole('checkbox', { name })
const field = (name: string) => page.getByLabelText(name, { exact: false })
const says = (words: string) => expect.element(page.getByText(words, { exact: false })).toBeVisible()
const WELCOME = 'Welcome to the community!'

test('what was typed survives a closed tab and an error, except the fields that only the member may see', async () => {
  const viewer = aNewcomer()
  const answers = answersOfFirstSteps(toldBefore(0))
  await open('/profile', { viewer, answers, size: PHONE })
  await expect.element(heading).toHaveTextContent(WELCOME)
  await field('Location').fill('Whitby')
  await field('First name').fill('Early')
  await field('Date of birth').fill('1984-05-06')
  // other people may use the same tablet
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

test('what was selected survives a closed tab and an error, and three are the minimum', async () => {
  const viewer = aNewcomer()
  const answers = answersOfFirstSteps(toldBefore(1))
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

const input = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) })
const room = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const offer = (what: string) => page.getByRole('group', { name: `On this device: ${what}` })

test('answers from another device are shown, and the draft of this device is offered beside them, field by field', async () => {
  const viewer = aNewcomer()
  const entered = { ...toldBefore(0), display_name: 'Sam', bio: 'Two girls.', location: 'Leeds' }
  await open('/profile', { viewer, answers: answersOfFirstSteps(entered), size: PHONE })
  await input('Display name').fill('Sammy')
  await input('About you').fill('Two girls and a shed.')
  await input('Location').fill('')
  await input('Last name').fill('Reed')

  const newer = { ...entered, display_name: 'Samuel', location: 'Whitby', first_name: 'Sam', last_name: 'Reid' }
  await open('/profile', { viewer, answers: answersOfFirstSteps(newer), size: PHONE, again: true })
  await expect.element(input('Display name')).toHaveValue('Samuel')
  await expect.element(input('Location')).toHaveValue('Whitby')
  await expect.element(input('Last name')).toHaveValue('Reid')
  // a field that did not change meanwhile keeps the draft
  await expect.element(input('About you')).toHaveValue('Two girls and a shed.')
  await expect.element(offer('About you')).not.toBeInTheDocument()
  await expect.element(offer('Display name')).toMatchTextContent('You also wrote this on this device')
  await expect.element(offer('Display name')).toMatchTextContent('Sammy')
  await expect.element(offer('Location')).toMatchTextContent('You also left this empty on this device')

  // he types on from the newer answer, and the older draft stays offered, also after a closed tab
  await input('Display name').fill('Samuel R.')
  const screen = await open('/profile', { viewer, answers: answersOfFirstSteps(newer), size: PHONE, again: true })
  await expect.element(input('Display name')).toHaveValue('Samuel R.')
  await offer('Display name')
    .getByRole('button', { name: /^Use it/ })
    .click()
  await expect.element(input('Display name')).toHaveValue('Sammy')
  await expect.element(input('Display name')).toHaveFocus()
  await expect.element(offer('Display name')).not.toBeInTheDocument()
  await offer('Location')
    .getByRole('button', { name: /^Discard/ })
    .click()
  await expect.element(offer('Location')).not.toBeInTheDocument()
  await expect.element(input('Location')).toHaveValue('Whitby')
  await goOn.click()
  await expect.element(step('Select Your Interests')).toHaveFocus()
  expect(screen.asked('onboarding.saveProfileStep')).toEqual([
    { first_name: 'Sam', last_name: 'Reid', display_name: 'Sammy', bio: 'Two girls and a shed.' },
  ])
})

test('interests selected on another device are shown, and those of this device are offered beside them', async () => {
  const viewer = aNewcomer()
  await open('/profile', { viewer, answers: answersOfFirstSteps(toldBefore(1)), size: PHONE })
  for (const word of ['Reading', 'Gaming']) await tick(word).click()
  const newer = { ...toldBefore(2), interests: ['Cooking', 'Travel', 'Music'] }
  const screen = await open('/welcome?step=2', {
    viewer,
    answers: answersOfFirstSteps(newer),
    size: PHONE,
    again: true,
  })
  await expect.element(tick('Cooking')).toBeChecked()
  await expect.element(tick('Reading')).not.toBeChecked()
  await expect.element(offer('Interests')).toMatchTextContent('You also chose this on this device')
  await expect.element(offer('Interests')).toMatchTextContent('Reading, Gaming')
  // what he selects now is added to what is shown
  await tick('Reading').click()
  await expect.element(tick('Cooking')).toBeChecked()
  await expect.element(offer('Interests')).toBeVisible()
  await offer('Interests')
    .getByRole('button', { name: /^Discard/ })
    .click()
  await expect.element(offer('Interests')).not.toBeInTheDocument()
  await goOn.click()
  await expect.element(step('Set Your Goals')).toHaveFocus()
  expect(screen.asked('onboarding.saveInterests')).toEqual([{ interests: ['Cooking', 'Travel', 'Music', 'Reading'] }])
})

test('networks that were selected here and not joined are offered after he has joined others elsewhere', async () => {
  const viewer = aNewcomer()
  const groups = [anOfferedGroup('Night Shift Dads'), anOfferedGroup('Weekend Dads')]
  const at = (entered: Onboarding) => answersOfFirstSteps(entered, { groups })
  await open('/profile', { viewer, answers: at(toldBefore(3)), size: PHONE })
  await room('Weekend Dads').click()
  groups[0]!.joined = true
  await open('/welcome?step=4', {
    viewer,
    answers: at({ ...toldBefore(4), group_count: 1 }),
    size: PHONE,
    again: true,
  })
  await expect.element(room('Night Shift Dads')).toBeChecked()
  await expect.element(room('Weekend Dads')).not.toBeChecked()
  await offer('Networks')
    .getByRole('button', { name: /^Use it/ })
    .click()
  await expect.element(room('Weekend Dads')).toBeChecked()
  await expect.element(offer('Networks')).not.toBeInTheDocument()
})

test('a draft is not offered to another member on the same device', async () => {
  await open('/profile', { viewer: aNewcomer(), answers: answersOfFirstSteps(toldBefore(0)), size: PHONE })
  await input('Display name').fill('Sammy')
  const other = { ...toldBefore(0), display_name: 'Ben' }
  await open('/profile', { viewer: aNewcomer(), answers: answersOfFirstSteps(other), size: PHONE, again: true })
  await expect.element(input('Display name')).toHaveValue('Ben')
  await expect.element(offer('Display name')).not.toBeInTheDocument()
})

test('if the answers do not load, the steps start empty, and no stored answer is emptied', async () => {
  const entered = { ...toldBefore(0), bio: 'Two girls and a shed.', location: 'Leeds' }
  const screen = await open('/about', { viewer: aNewcomer(), answers: answersOfFirstSteps(entered), size: PHONE })
  for (let times = 0; times < 5; times++) screen.failNext('onboarding.getOnboarding', 'unreached')
  await page.getByRole('link', { name: 'Fatherkin' }).first().click()
  await expect.element(heading).toHaveTextContent(WELCOME)
  await says('What you told us before did not load.')
  await field('First name').fill('Sam')
  await field('Last name').fill('Reed')
  await field('Display name').fill('Sam R.')
  await goOn.click()
  await expect.element(step('Select Your Interests')).toHaveFocus()
  // a field that he leaves out stays as it is
  expect(screen.asked('onboarding.saveProfileStep')).toEqual([
    { first_name: 'Sam', last_name: 'Reed', display_name: 'Sam R.' },
  ])
})

test('lists that do not load, and empty lists, do not block a step', async () => {
  const skip = page.getByRole('button', { name: 'Skip Pod Selection' })
  const pods = [anOfferedPod()]
  const screen = await open('/about', { viewer: aNewcomer(), answers: answersOfFirstSteps(toldBefore(3), { pods }) })
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

  await open('/', { viewer: aNewcomer(), answers: answersOfFirstSteps(toldBefore(4)), again: true })
  await says('No pod has a free seat just now.')
  await skip.click()
  await expect.element(step("You're All Set")).toHaveFocus()
})

test('other pages stay open during the steps: who we are, signing out, a new password', async () => {
  for (const [path, title] of [
    ['/about', 'About'],
    ['/forgot', 'Forgot password?'],
    ['/verify', 'This link does not work'],
    ['/notices?key=x', ''],
  ] as const) {
    await open(path, {
      viewer: aNewcomer(),
      answers: answersOfFirstSteps(toldBefore(0)),
      size: PHONE,
      again: path !== '/about',
    })
    await expect.element(heading).not.toMatchTextContent(WELCOME)
    if (title) await expect.element(heading).toMatchTextContent(title)
  }
})

/** Words that begin on one line and end on the next. */
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

test('no word of an option breaks in its middle on a small phone', async () => {
  for (const [begun, name] of [
    [1, 'Select Your Interests'],
    [2, 'Set Your Goals'],
  ] as const) {
    await open('/', { viewer: aNewcomer(), answers: answersOfFirstSteps(toldBefore(begun)), again: begun > 1 })
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
      // the fonts may load a moment after the text
      await expect.poll(brokenWords, { message: `${name} at ${width}` }).toEqual([])
    }
  }
})
