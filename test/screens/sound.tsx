/** Checks what is open on a screen, as `expectSound` of the journeys checks every screen. */
import axe from 'axe-core'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { calm, holdStill, letMove, stickingOut } from '../in-page.ts'
import { drawLooks } from '../looks.ts'
import { DESK, PHONE } from './screen.tsx'

/** The narrowest supported phone. */
const NARROW = { width: 320, height: 640 }

/**
 * In ms, for a test with these checks: axe examines the whole page twice, and on a busy machine each pass takes
 * seconds.
 */
export const SOUND_TIMEOUT = 60_000

/** Checks in both themes (looks.ts) that axe finds nothing, and that nothing overflows even at 320 px. */
export async function expectSound(): Promise<void> {
  holdStill()
  await look().finally(letMove)
}

async function look(): Promise<void> {
  const { innerWidth, innerHeight } = window
  const theme = document.documentElement.dataset.theme
  const looks = drawLooks({ inDark: true, all: import.meta.env.TEST_LOOKS === 'all' })
  for (const size of [PHONE, DESK]) {
    await become(size, theme)
    expect(stickingOut(), `sticks out at ${size.width} px`).toEqual([])
    for (const { theme: worn, rules } of looks.filter(({ isPhone }) => isPhone === (size === PHONE))) {
      await become(size, worn)
      expect(await violations(rules), `${size.width} px, ${worn}`).toEqual([])
    }
  }
  await become(NARROW, theme)
  expect(stickingOut(), `sticks out at ${NARROW.width} px`).toEqual([])
  await become({ width: innerWidth, height: innerHeight }, theme)
}

async function become({ width, height }: { width: number; height: number }, theme: string | undefined) {
  await page.viewport(width, height)
  document.documentElement.dataset.theme = theme
  await calm()
}

async function violations(values?: string[]): Promise<string[]> {
  const found = await axe.run(document, {
    resultTypes: ['violations'],
    preload: false,
    ...(values ? { runOnly: { type: 'rule', values } } : { rules: OF_THE_DOCUMENT }),
  })
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

/** The document belongs to Vitest, so its title and language are not the product's. */
const OF_THE_DOCUMENT = {
  'document-title': { enabled: false },
  'html-has-lang': { enabled: false },
  'landmark-one-main': { enabled: false },
}
