import { expect, test } from 'vitest'
import { fittedSize, isTooLargeToDecode } from './fit.ts'

test.each([
  ['a photograph of 12 megapixels keeps its size', [4032, 3024], [4032, 3024]],
  ['one pixel keeps its size', [1, 1], [1, 1]],
  ['16 megapixels keep their size', [4000, 4000], [4000, 4000]],
  ['24.5 megapixels', [5712, 4284], [4618, 3464]],
  ['24.5 megapixels in portrait format', [4284, 5712], [3464, 4618]],
  ['48 megapixels', [8064, 6048], [4618, 3464]],
  ['200 megapixels', [16_320, 12_240], [4618, 3464]],
  ['a panorama of a phone', [16_382, 3628], [8192, 1814]],
  ['a strip of one row keeps one row', [30_000, 1], [8192, 1]],
  ['a strip of one column keeps one column', [1, 30_000], [1, 8192]],
] as const)('%s', (_, [width, height], [keptWidth, keptHeight]) => {
  const size = fittedSize({ width, height })
  expect(size).toEqual({ width: keptWidth, height: keptHeight })
  expect(size.width * size.height).toBeLessThanOrEqual(16_000_000)
})

test('photographs of phones are decoded, and bombs are not', () => {
  expect(isTooLargeToDecode({ width: 16_320, height: 12_240 })).toBe(false)
  expect(isTooLargeToDecode({ width: 30_000, height: 30_000 })).toBe(true)
})
