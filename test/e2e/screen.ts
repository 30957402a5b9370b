/** What must hold on every screen, whoever looks at it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { calm, holdStill, letMove, stickingOut } from '../in-page.ts'
import { drawLooks } from '../looks.ts'
import { DESK, expect, PHONE } from './journey.ts'

/** The narrowest telephone that is served. */
const NARROW = { width: 320, height: 640 }
/** A list that is drawn faintly until another answer has come. */
const OLD = '.sheet[aria-busy="true"]'

/** Holds on a phone or at a desk, and, for those who may choose it, in the dark as well: see looks.ts. */
export async function expectSound(page: Page, options: { inDark: boolean }): Promise<void> {
  expect(await faultsOf(page, options)).toEqual([])
}

/** All that is wrong with a screen, each with its width and theme. It ends in the light, on the narrowest telephone. */
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

/** Nothing sticks out to the side, and nothing scrolls sideways but what is meant to. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await overflowOf(page)).toEqual([])
}

async function overflowOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(stickingOut)
  return found.map((what) => `sticks out at ${page.viewportSize()?.width} px: ${what}`)
}

/** What axe finds, by all its rules or by these. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations = await page.evaluate(async (values) => {
    // only what is wrong: naming the thousand things that are right takes longer than finding them
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

/** In the page: puts the theme on as the switch does. */
function wear(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme
}
