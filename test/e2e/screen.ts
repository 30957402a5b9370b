/** What must hold on every screen, whoever looks at it. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** The narrowest telephone that is served. */
export const NARROW = 320

/** Nothing sticks out to the side, and nothing scrolls sideways but what is meant to. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(stickingOut), `sticks out at ${page.viewportSize()?.width} px`).toEqual([])
}

/** axe, with all its rules. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // in this page, not in an empty one beside it: there are no frames here
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  expect(found).toEqual([])
}

/** In the page: what reaches beyond its right or left edge. */
function stickingOut(): string[] {
  const width = document.documentElement.clientWidth
  const name = (element: Element) => element.outerHTML.slice(0, 100)
  const found = document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []
  const isHeld = (element: Element): boolean => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      // a list that scrolls by itself, or a picture that is cut on purpose
      if (getComputedStyle(at).overflowX !== 'visible') return true
    }
    return false
  }
  for (const element of document.body.querySelectorAll('*')) {
    const { left, right, width: own, height } = element.getBoundingClientRect()
    if (own > 1 && height > 1 && (right > width + 1 || left < -1) && !isHeld(element)) found.push(name(element))
  }
  return found.slice(0, 5)
}
