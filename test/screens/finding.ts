/** What the tests of screens look for again and again. */
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

/** How many of these there are, at last. */
export const expectCount = (locator: Locator, count: number) =>
  expect.poll(() => locator.elements().length, { message: `number of ${locator.selector}` }).toBe(count)

/** What these say, one after the other, at last. */
export const expectTexts = (locator: Locator, texts: readonly string[]) =>
  expect
    .poll(() => locator.elements().map(({ textContent }) => textContent?.trim()), { message: `${locator.selector}` })
    .toEqual(texts)

/** As a key does that has led there. */
export async function focus(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible()
  locator.element().focus()
  await expect.element(locator).toHaveFocus()
}

/** Where this is said, alone or among other words. */
export const says = (words: string) => page.getByText(words, { exact: false })
