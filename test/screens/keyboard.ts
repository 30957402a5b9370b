/** A member without a mouse, on one screen. After every key the focus must be visible. */
import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { lookAtFocus } from '../focus.ts'

const MAX_STEPS = 220

/** Checks that an element has a visible focus. */
export const expectFocus = () => expect.poll(lookAtFocus).toBe('seen')

/** Skips the head of the page, like its skip link. */
export const skipToMain = () => document.getElementById('main')!.focus()

/** Presses one key, such as "Tab" or "Shift+Tab"; afterwards an element has a visible focus. */
export async function press(key: string): Promise<void> {
  const [last, ...held] = key.split('+').reverse()
  const down = held.map((one) => `{${one}>}`).join('')
  const up = held.map((one) => `{/${one}}`).join('')
  await userEvent.keyboard(`${down}{${last}}${up}`)
  await expectFocus()
}

/** Presses Tab, or Shift+Tab, until this element has the focus. */
export async function goTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect.element(target).toBeVisible()
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (target.query() === document.activeElement) return
    await press(key)
  }
  throw new Error(`${target} was not reached by ${MAX_STEPS} times ${key}`)
}

/**
 * Moves the focus there and presses Enter, or another key. `leaves`: the result is a new page, whose focus starts
 * again.
 */
export async function use(target: Locator, { back = false, leaves = false, key = 'Enter' } = {}): Promise<void> {
  await goTo(target, back ? 'Shift+Tab' : 'Tab')
  if (leaves) await userEvent.keyboard(`{${key}}`)
  else await press(key)
}

export async function type(target: Locator, text: string): Promise<void> {
  await goTo(target)
  await userEvent.keyboard(text.replaceAll(/[[{]/g, '$&$&'))
  await expect.element(target).toHaveValue(text)
}

/** A key that an input method handles, as browsers report it, and as Safari reports the key that ends a composition. */
export function pressComposing(key: 'Enter' | 'Escape') {
  for (const streamReply of [{ isComposing: true }, { keyCode: 229 }])
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...streamReply }),
    )
}
