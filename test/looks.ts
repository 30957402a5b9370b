/**
 * At which width and in which theme axe checks the page. It checks once in each theme: in the light one by all its rules, in
 * the dark one by those of colours. At random, one of the two is at the width of a phone and the other at that of a desktop. So
 * an element that exists at one width only is checked in both themes within a few runs. A fault is reported with its width and
 * theme. TEST_LOOKS=all, which `test:again` and `test:mutants` set, checks both themes at both widths and reproduces it.
 *
 * Screens use this in the browser, so nothing here may need Node.
 */

export interface Look {
  isPhone: boolean
  theme: 'light' | 'dark'
  /** the rules of axe; without it all of them */
  rules?: string[]
}

/** The rules that the dark theme can break: the theme is one attribute, and changes only colours. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

/** `inDark`: whether the reader may choose a theme. In the order in which the theme changes least often. */
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
