/**
 * In which widths and themes axe looks at what is open. Once in each theme: all its rules in one, those of colours in the
 * other, the one on a phone and the other at a desk. Which is which is drawn anew for each screen, so that what exists at
 * one width only is looked at in both themes within a few runs; the bars of every page are, in each run. A fault is told with
 * its width and theme. TEST_LOOKS=all looks at all rules in both widths, and at colours in all four.
 *
 * Nothing here may need Node: screens use it in the browser.
 */

export interface Look {
  isPhone: boolean
  theme: 'light' | 'dark'
  /** the rules of axe; all of them without it */
  rules?: string[]
}

/** What the dark can break: the theme is one attribute, and what it changes are colours. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

/** `inDark`: whether who looks may choose the theme. In the order in which the theme changes least often. */
export function drawLooks({ inDark, all }: { inDark: boolean; all: boolean }): Look[] {
  const every: Look[] = [
    { isPhone: true, theme: 'light' },
    { isPhone: true, theme: 'dark', rules: COLOURS },
    { isPhone: false, theme: 'dark', rules: COLOURS },
    { isPhone: false, theme: 'light' },
  ]
  const isOnPhone = Math.random() < 0.5
  return every.filter(({ isPhone, theme }) => {
    if (theme === 'dark' && !inDark) return false
    return all || (theme === 'light' ? isPhone === isOnPhone : isPhone !== isOnPhone)
  })
}
