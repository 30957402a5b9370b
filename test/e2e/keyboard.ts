/** Somebody who has no mouse. After every key he must see where he is. */
import type { Locator, Page } from '@playwright/test'
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

/** In the page: "seen", or what is wrong with the place of the focus. */
function lookAtFocus(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'the focus is lost'
  // a hidden radio shows itself by its label
  const shown = (focused.matches('.sr') && focused.closest('label')) || focused
  const name = `${shown.tagName.toLowerCase()} "${shown.textContent?.trim().slice(0, 40)}"`
  const boxes = [...shown.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
  if (boxes.length === 0) return `${name} has no size`
  // where a page or a part of it begins to be read is no control: it needs no ring and may be longer than the window
  const isStart = focused.getAttribute('tabindex') === '-1'
  // a card whose one button fills it has the ring around all of it
  const rings = [focused, shown, shown.parentElement].map((element) => getComputedStyle(element ?? focused))
  const ringed = [...rings, getComputedStyle(focused, '::after')].some(({ outlineStyle, outlineWidth }) => {
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!isStart && !ringed) return `${name} shows no focus`
  const uncovered = boxes.some((box) => {
    for (const across of [0.1, 0.5, 0.9]) {
      for (const down of [0.1, 0.5, 0.9]) {
        const [x, y] = [box.left + box.width * across, box.top + box.height * down]
        const hit = document.elementFromPoint(x, y)
        if (hit && (shown.contains(hit) || hit.contains(shown))) return true
      }
    }
    return false
  })
  return uncovered || isStart ? 'seen' : `${name} is out of sight or covered`
}
