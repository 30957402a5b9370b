/** What must hold on every screen, whoever looks at it. */
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { DESK, expect, PHONE } from './journey.ts'

/** The narrowest telephone that is served. */
const NARROW = { width: 320, height: 640 }

/** Holds on a phone and at a desk, and, for those who may choose it, in the dark as well. */
export async function expectSound(page: Page, { inDark }: { inDark: boolean }): Promise<void> {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await page.evaluate(calm)
    await expectNoOverflow(page)
    await expectAccessible(page)
    if (!inDark) continue
    // the theme is one attribute: what it changes are colours
    await setTheme(page, 'dark')
    await expectAccessible(page, ['color-contrast', 'link-in-text-block'])
    await setTheme(page, 'light')
  }
  await page.setViewportSize(NARROW)
  await page.evaluate(calm)
  await expectNoOverflow(page)
}

/** Nothing sticks out to the side, and nothing scrolls sideways but what is meant to. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(stickingOut), `sticks out at ${page.viewportSize()?.width} px`).toEqual([])
}

/** axe, with all its rules or with these. */
async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations = await page.evaluate(async (values) => {
    // only what is wrong: naming the thousand things that are right takes longer than finding them
    const options = {
      resultTypes: ['violations'],
      preload: false,
      ...(values ? { runOnly: { type: 'rule', values } } : {}),
    }
    return (await (window as unknown as WithAxe).axe.run(document, options)).violations
  }, rules)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  expect(found).toEqual([])
}

/** What @axe-core/playwright brings along, asked directly: its builder is made for pages with frames, and half as fast. */
const axe: string = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core').source
interface WithAxe {
  axe: {
    run(document: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
  }
}

/** As the switch does. */
async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
  await page.evaluate(calm)
}

/** In the page: resolves when nothing moves. Even without motion each change of a colour or a place takes a frame. */
async function calm(): Promise<void> {
  for (let frames = 0; frames < 3; frames = document.getAnimations().length ? 0 : frames + 1)
    await new Promise(requestAnimationFrame)
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
