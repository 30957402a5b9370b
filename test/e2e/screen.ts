/** What must hold on every screen, whoever looks at it. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { DESK, expect, PHONE } from './journey.ts'

/** The narrowest telephone that is served. */
const NARROW = { width: 320, height: 640 }

/** Holds on a phone and at a desk, and, for those who may choose it, in the dark as well. */
export async function expectSound(page: Page, { inDark }: { inDark: boolean }): Promise<void> {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await expectNoOverflow(page)
    await expectAccessible(page)
    if (!inDark) continue
    // the theme is one attribute: what it changes are colours
    await setTheme(page, 'dark')
    await expectAccessible(page, ['color-contrast', 'link-in-text-block'])
    await setTheme(page, 'light')
  }
  await page.setViewportSize(NARROW)
  await expectNoOverflow(page)
}

/** Nothing sticks out to the side, and nothing scrolls sideways but what is meant to. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(stickingOut), `sticks out at ${page.viewportSize()?.width} px`).toEqual([])
}

/** axe, with all its rules. */
async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // In this page, not in an empty one beside it: there are no frames here. And only what is wrong: naming the thousand
  // things that are right takes longer than finding them.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  expect(found).toEqual([])
}

/** As the switch does, and waits for the colours to have arrived: even without motion each change takes a frame. */
async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.setAttribute('data-theme', name)
    for (let calm = 0; calm < 3; calm = document.getAnimations().length ? 0 : calm + 1)
      await new Promise(requestAnimationFrame)
  }, theme)
}

/** In the page: what reaches beyond its right or left edge. */
function stickingOut(): string[] {
  const width = document.documentElement.clientWidth
  const name = (element: Element) => element.outerHTML.slice(0, 100)
  const found =
    document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []
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
