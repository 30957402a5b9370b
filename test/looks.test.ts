import { expect, test } from 'vitest'
import { COLOURS, drawLooks } from './looks.ts'

const name = ({ isPhone, theme, rules }: ReturnType<typeof drawLooks>[number]) =>
  `${isPhone ? 'phone' : 'desk'} ${theme} ${rules ? 'colours' : 'all'}`
const drawn = (inDark: boolean) =>
  new Set(Array.from({ length: 200 }, () => drawLooks({ inDark, all: false }).map(name).join(', ')))

test('each theme once, the two at different widths, at random', () => {
  expect(drawn(true)).toEqual(new Set(['phone light all, desk dark colours', 'phone dark colours, desk light all']))
  expect(drawn(false)).toEqual(new Set(['phone light all', 'desk light all']))
})

test('all: in the light theme by all rules, in the dark one by the rules of colours, at both widths', () => {
  const all = drawLooks({ inDark: true, all: true }).map(name)
  expect(all).toEqual(['phone light all', 'phone dark colours', 'desk dark colours', 'desk light all'])
  expect(drawLooks({ inDark: false, all: true }).map(name)).toEqual(['phone light all', 'desk light all'])
  expect(COLOURS).toContain('color-contrast')
})
