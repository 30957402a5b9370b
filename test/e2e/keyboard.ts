/** A member without a mouse. After every key the focus must be visible. */
import type { Locator, Page } from '@playwright/test'
import { lookAtFocus } from '../focus.ts'
import { expect } from './journey.ts'

export interface Keyboard {
  /** Presses one key; afterwards an element has a visible focus. */
  press(key: string): Promise<void>
  /** Presses Tab, or Shift+Tab, until this element has the focus. */
  goTo(target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Moves the focus there and presses Enter, or another key. `leaves`: the result is a new page, whose focus starts again. */
  use(target: Locator, options?: { key?: string; back?: boolean; leaves?: boolean }): Promise<void>
  type(target: Locator, text: string): Promise<void>
  /** Checks that an element has a visible focus. */
  expectFocus(): Promise<void>
}

const MAX_STEPS = 220

export function keyboardOf(page: Page): Keyboard {
  const expectFocus = () => expect.poll(() => page.evaluate(lookAtFocus), { intervals: [5, 50, 200] }).toBe('seen')

  const press: Keyboard['press'] = async (key) => {
    await page.keyboard.press(key)
    await expectFocus()
  }
  const goTo: Keyboard['goTo'] = async (target, key = 'Tab') => {
    await expect(target).toBeVisible()
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await press(key)
    }
    throw new Error(`${target} was not reached by ${MAX_STEPS} times ${key}`)
  }
  return {
    press,
    goTo,
    async use(target, { key = 'Enter', back = false, leaves = false } = {}) {
      await goTo(target, back ? 'Shift+Tab' : 'Tab')
      await page.keyboard.press(key)
      if (!leaves) await expectFocus()
    },
    async type(target, text) {
      await goTo(target)
      await page.keyboard.type(text)
      await expect(target).toHaveValue(text)
    },
    expectFocus,
  }
}
