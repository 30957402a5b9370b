/** What must hold on every screen, for every reader. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { calm, holdStill, letMove, stickingOut } from '../in-page.ts'
import { drawLooks } from '../looks.ts'
import { DESK, expect, PHONE } from './journey.ts'

/** The narrowest supported phone. */
const NARROW = { width: 320, height: 640 }
/** A list that is faded until a new response has arrived. */
const OLD = '.sheet[aria-busy="true"]'

/** Checks it on a phone or a desktop, and, for members who may choose it, in the dark theme as well: see looks.ts. */
export async function expectSound(page: Page, options: { inDark: boolean }): Promise<void> {
  expect(await faultsOf(page, options)).toEqual([])
}

/** All faults of a screen, each with its width and theme. It ends in the light theme, on the narrowest phone. */
export async function faultsOf(page: Page, { inDark }: { inDark: boolean }): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(holdStill)
  const looks = drawLooks({ inDark, all: process.env.TEST_LOOKS === 'all' })
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await expect(page.locator(OLD), 'the list of what was asked for last').toHaveCount(0)
    await page.evaluate(calm)
    faults.push(...(await overflowOf(page)))
    for (const { theme, rules } of looks.filter(({ isPhone }) => isPhone === (size === PHONE))) {
      await page.evaluate(wear, theme)
      faults.push(...(await violationsOf(page, rules)).map((fault) => `${size.width} px, ${theme}: ${fault}`))
    }
  }
  await page.evaluate(wear, 'light' as const)
  await page.setViewportSize(NARROW)
  await page.evaluate(calm)
  faults.push(...(await overflowOf(page)))
  await page.evaluate(letMove)
  return faults
}

/** Nothing extends beyond the sides, and only elements that are meant to scroll do so sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await overflowOf(page)).toEqual([])
}

async function overflowOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(stickingOut)
  return found.map((what) => `sticks out at ${page.viewportSize()?.width} px: ${what}`)
}

/** The faults that axe finds, by all its rules or by these. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations = await page.evaluate(async (values) => {
    // only violations: reporting the thousand passed checks takes longer than the checks
    const options = {
      resultTypes: ['violations'],
      selectors: false,
      preload: false,
      ...(values ? { runOnly: { type: 'rule', values } } : {}),
    }
    return (await (window as unknown as WithAxe).axe.run(document, options)).violations
  }, rules)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

/**
 * The script that @axe-core/playwright contains, called directly: its builder is made for pages with frames, and takes twice as
 * long.
 */
const axe = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)
interface WithAxe {
  axe: {
    run(document: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
  }
}

/** Runs in the page: sets the theme as the switch does. */
function wear(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme
}
