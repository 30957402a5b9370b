/** Locators and checks that the tests of screens share. */
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/** Waits until there are this many of these elements. */
export const expectCount = (locator: Locator, count: number) =>
  expect.poll(() => locator.elements().length, { message: `number of ${locator.selector}` }).toBe(count)

/** Waits until these elements have these texts, in order. */
export const expectTexts = (locator: Locator, texts: readonly string[]) =>
  expect
    .poll(() => locator.elements().map(({ textContent }) => textContent?.trim()), { message: `${locator.selector}` })
    .toEqual(texts)

/** Moves the focus there, as a key does. */
export async function focus(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible()
  locator.element().focus()
  await expect.element(locator).toHaveFocus()
}

/** Where this text stands, alone or within other text. */
export const says = (words: string) => page.getByText(words, { exact: false })
