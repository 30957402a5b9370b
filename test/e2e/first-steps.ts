/** Completes the first steps for a member who knows his answers, by thumb or by keyboard. */
import type { Locator, Page } from '@playwright/test'
import { expect, toast } from './journey.ts'

/** How he reaches a control: with his thumb, or with keys. */
export interface Means {
  press(target: Locator): Promise<unknown>
  tick(target: Locator): Promise<unknown>
  type(target: Locator, text: string): Promise<unknown>
}

export const stepHeading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
export const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' })

/** From the first step to the last button, which is not pressed yet. */
export async function takeFirstSteps(page: Page, { press, tick, type }: Means): Promise<void> {
  await expect(stepHeading(page, 'Complete Your Profile')).toBeVisible()
  await type(page.getByLabel('First name'), 'Sam')
  await type(page.getByLabel('Last name'), 'Reed')
  await press(goOn(page))
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await expect(stepHeading(page, 'Select Your Interests')).toBeFocused()
  for (const name of ['Parenting Tips', 'Cooking', 'DIY Projects']) await tick(page.getByRole('checkbox', { name }))
  await press(goOn(page))
  await expect(stepHeading(page, 'Set Your Goals')).toBeFocused()
  await tick(page.getByRole('checkbox', { name: 'Learn new skills' }))
  await press(goOn(page))
  await expect(stepHeading(page, 'Join Communities')).toBeFocused()
  await tick(page.getByRole('checkbox').first())
  await press(goOn(page))
  await expect(toast(page, 'Joined 1 communities!')).toBeVisible()
  await expect(stepHeading(page, 'Find Your Pods')).toBeFocused()
  await press(page.getByRole('button', { name: 'Skip Pod Selection' }))
  await expect(stepHeading(page, "You're All Set")).toBeFocused()
}
