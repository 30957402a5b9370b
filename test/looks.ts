/**
 * At which width and in which theme axe looks at what is open. It looks once in each theme: in the light by all its rules, in
 * the dark by those of colours. One of the two is on a phone and the other at a desk, by chance. So what exists at one width
 * only is looked at in both themes within a few runs. A fault is told with its width and theme; TEST_LOOKS=all, which
 * `test:again` and `test:mutants` set, looks in both themes at both widths and finds it again.
 *
 * Screens use this in the browser, so nothing here may need Node.
 */

export interface Look {
  isPhone: boolean
  theme: 'light' | 'dark'
  /** the rules of axe; all of them without it */
  rules?: string[]
}

/** What the dark can break: the theme is one attribute, and what it changes are colours. */
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
