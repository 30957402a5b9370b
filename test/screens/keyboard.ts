/** A member without a mouse, on one screen. After every key he must see where he is. */
import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { lookAtFocus } from '../focus.ts'

const MOST = 220

/** The focus is somewhere, and it shows. */
export const expectFocus = () => expect.poll(lookAtFocus).toBe('seen')

/** One key, as `userEvent.keyboard` names it; afterwards the focus is somewhere, and it shows. */
export async function press(key: string): Promise<void> {
  await userEvent.keyboard(key)
  await expectFocus()
}

/** Tab until this has the focus. */
export async function goTo(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible()
  for (let steps = 0; steps < MOST; steps++) {
    if (target.query() === document.activeElement) return
    await press('{Tab}')
  }
  throw new Error(`${target} was not reached by ${MOST} times Tab`)
}

/** Goes there and presses Enter, or another key. */
export async function use(target: Locator, key = '{Enter}'): Promise<void> {
  await goTo(target)
  await press(key)
}
