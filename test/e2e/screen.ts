/** What must hold on every screen, whoever looks at it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { calm, stickingOut } from '../in-page.ts'
import { DESK, expect, PHONE } from './journey.ts'

/** The narrowest telephone that is served. */
const NARROW = { width: 320, height: 640 }
type Theme = 'dark' | 'light'

/** Holds on a phone and at a desk, and, for those who may choose it, in the dark as well: see `faultsOf`. */
export async function expectSound(page: Page, options: { inDark: boolean }): Promise<void> {
  expect(await faultsOf(page, options)).toEqual([])
}

/**
 * All that is wrong with a screen, each with its width and theme. axe looks once at each width, and once at each theme: the
 * light on a phone and the dark at a desk. A theme changes colours alone, and a colour is the same at every width. It ends
 * in the light, on the narrowest telephone.
 */
export async function faultsOf(page: Page, { inDark }: { inDark: boolean }): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(holdStill)
  const looks: [typeof PHONE, Theme][] = [
    [PHONE, 'light'],
    [DESK, inDark ? 'dark' : 'light'],
  ]
  for (const [size, theme] of looks) {
    await page.setViewportSize(size)
    await page.evaluate(wear, theme)
    await page.evaluate(calm)
    faults.push(...(await overflowOf(page)))
    faults.push(...(await violationsOf(page)).map((violation) => `${size.width} px, ${theme}: ${violation}`))
  }
  await page.evaluate(wear, 'light' as Theme)
  await page.setViewportSize(NARROW)
  await page.evaluate(calm)
  faults.push(...(await overflowOf(page)))
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  return faults
}

/** Nothing sticks out to the side, and nothing scrolls sideways but what is meant to. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await overflowOf(page)).toEqual([])
}

async function overflowOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(stickingOut)
  return found.map((what) => `sticks out at ${page.viewportSize()?.width} px: ${what}`)
}

/** What axe finds, by all its rules. */
async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    // only what is wrong: naming the thousand things that are right takes longer than finding them
    const options = { resultTypes: ['violations'], selectors: false, preload: false }
    return (await (window as unknown as WithAxe).axe.run(document, options)).violations
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

/** What @axe-core/playwright brings along, asked directly: its builder is made for pages with frames, and half as fast. */
const axe = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)
interface WithAxe {
  axe: {
    run(document: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
  }
}

/**
 * In the page: what changes is at once what it will be. Even without motion a colour would otherwise go down the page
 * from element to element, each with a transition of its own and a frame for it: that takes longer than to look at it.
 */
function holdStill(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, *::before, *::after { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** In the page: puts the theme on as the switch does. */
function wear(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}
