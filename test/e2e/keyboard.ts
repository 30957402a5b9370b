/** Somebody who has no mouse. After every key he must see where he is. */
import type { Locator, Page } from '@playwright/test'
import { lookAtFocus } from '../focus.ts'
import { expect } from './journey.ts'

export interface Keyboard {
  /** One key; afterwards the focus is somewhere, and it shows. */
  press(key: string): Promise<void>
  /** Tab, or Shift+Tab, until this has the focus. */
  goTo(target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Goes there and presses Enter, or another key. `leaves`: the answer is a new page, whose focus begins anew. */
  use(target: Locator, options?: { key?: string; back?: boolean; leaves?: boolean }): Promise<void>
  type(target: Locator, text: string): Promise<void>
  /** The focus is somewhere, and it shows. */
  expectFocus(): Promise<void>
}

const MOST = 220

export function keyboardOf(page: Page): Keyboard {
  const expectFocus = () => expect.poll(() => page.evaluate(lookAtFocus), { intervals: [5, 50, 200] }).toBe('seen')

  const press: Keyboard['press'] = async (key) => {
    await page.keyboard.press(key)
    await expectFocus()
  }
  const goTo: Keyboard['goTo'] = async (target, key = 'Tab') => {
    await expect(target).toBeVisible()
    for (let steps = 0; steps < MOST; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await press(key)
    }
    throw new Error(`${target} was not reached by ${MOST} times ${key}`)
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
