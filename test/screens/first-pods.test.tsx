/** The last two of the first steps: the pods, and the end. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { news, open, PHONE } from './screen.tsx'
import { aNewcomer, anOfferedPod, answersOfFirstSteps, toldBefore } from './steps-makers.ts'

const button = (name: string) => page.getByRole('button', { name })
const tiles = page.getByRole('checkbox')
const expectTiles = (count: number) => expect.poll(() => tiles.elements()).toHaveLength(count)
const colour = (index: number) => getComputedStyle(tiles.nth(index).element()).backgroundColor

test('pods: six per page, searched by a word of their description, at most three, one of them his own', async () => {
  const pods = Array.from({ length: 8 }, (_, n) => anOfferedPod(`Pod number ${n + 1}`))
  const answers = answersOfFirstSteps(toldBefore(4), { pods })
  const screen = await open('/welcome?next=/about', { viewer: aNewcomer(), answers, size: PHONE })
  await expectTiles(6)
  await button('Next').click()
  await expect.element(page.getByText('Page 2 of 2')).toBeVisible()
  await expectTiles(2)
  await button('Previous').click()

  await button('Create a pod of your own').click()
  await expect.element(page.getByLabelText(/^Pod name/)).toHaveFocus()
  await button('Create Pod').click()
  await expect.element(page.getByText('Please enter a name for the pod')).toBeVisible()
  await page.getByLabelText(/^Pod name/).fill('Ah')
  await page.getByLabelText(/^Description/).fill('Dads of twins, mostly asleep.')
  screen.failNext('onboarding.createFirstPod', 'bug')
  await button('Create Pod').click()
  await expect.element(news('Failed to create pod')).toBeVisible()
  await expect.element(page.getByLabelText(/^Pod name/)).toHaveValue('Ah')
  await button('Create Pod').click()
  await expect.element(news('Pod created successfully!')).toBeVisible()
  await expect.element(button('Create a pod of your own')).toHaveFocus()
  // the id is the same, in case the first request arrived after all
  const [first, second] = screen.asked('onboarding.createFirstPod')
  expect(second).toEqual(first)
  const own = page.getByRole('checkbox', { name: /^Ah/ })
  await expect.element(own).toBeChecked()
  await expect.element(page.getByText('1 of 3 chosen')).toBeVisible()

  await page.getByLabelText('Search pods').fill('TWINS')
  await expectTiles(1)
  await page.getByLabelText('Search pods').fill('')
  await expectTiles(6)
  for (const nth of [1, 2]) await tiles.nth(nth).click()
  await expect.element(page.getByText('3 of 3 chosen')).toBeVisible()
  // his own pod cannot be deselected, and is shown as selected
  await expect.element(own).toBeDisabled()
  expect(colour(0)).toBe(colour(1))
  expect(colour(0)).not.toBe(colour(3))
  await tiles.nth(3).click()
  await expect.element(news('You can only select up to 3 pods')).toBeVisible()
  await expect.element(tiles.nth(3)).not.toBeChecked()
  screen.failNext('onboarding.joinPods', 'unreached')
  await button('Continue').click()
  await expect.element(news('Failed to join pods')).toBeVisible()
  await button('Continue').click()
  await expect.element(news('Joined 2 pod(s) successfully!')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 2, name: "You're All Set" })).toHaveFocus()
  expect(screen.asked('onboarding.joinPods')).toEqual([{ pod_ids: [pods[1]!.id, pods[2]!.id] }])
  await expect.element(page.getByRole('listitem').filter({ hasText: '3 pods' })).toBeVisible()

  screen.failNext('onboarding.completeOnboarding', 'unreached')
  await button('Enter the community').click()
  await expect.element(news('Failed to complete onboarding')).toBeVisible()
  await button('Enter the community').click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('About')
  expect(screen.path()).toBe('/about')
})
