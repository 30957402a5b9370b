import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clampArea, middleOf, partOf } from './crop-area.ts'

const side = fc.integer({ min: 1, max: 16_000 })
const size = fc.record({ width: side, height: side })
const ratio = fc.constantFrom(1, 4)
const number = fc.double({ min: -20_000, max: 20_000, noNaN: true })

test('an image starts centred, with as much of it as fits into the frame', () => {
  const wide = { width: 400, height: 300 }
  expect(partOf(wide, 1, middleOf(wide))).toEqual({ left: 50, top: 0, width: 300, height: 300 })
  expect(partOf(wide, 4, middleOf(wide))).toEqual({ left: 0, top: 100, width: 400, height: 100 })
})

test('the selected area keeps its ratio and stays within the image, however it is moved and zoomed', () => {
  fc.assert(
    fc.property(size, ratio, number, number, number, (image, ratio, x, y, zoom) => {
      const part = partOf(image, ratio, clampArea(image, ratio, { x, y, zoom }))
      const slack = 1e-6 * Math.max(image.width, image.height)
      expect(part.width / part.height).toBeCloseTo(ratio)
      expect(part.left).toBeGreaterThanOrEqual(-slack)
      expect(part.top).toBeGreaterThanOrEqual(-slack)
      expect(part.left + part.width).toBeLessThanOrEqual(image.width + slack)
      expect(part.top + part.height).toBeLessThanOrEqual(image.height + slack)
    }),
  )
})

test('an area that lies within the image is not changed', () => {
  const image = { width: 400, height: 400 }
  const area = { x: 150, y: 220, zoom: 2 }
  expect(clampArea(image, 1, area)).toEqual(area)
})
