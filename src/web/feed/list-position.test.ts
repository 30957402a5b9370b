import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joined, missingAfter } from './list-position.ts'

const SIZE = 5
const list = (ids: number[]) => ids.map((id) => ({ id: String(id) }))

/** A page of a list in descending order; its cursor is its last item. */
function pageAfter(all: readonly number[], start: string | undefined) {
  const rest = start === undefined ? all : all.filter((id) => id < Number(start))
  const items = list(rest.slice(0, SIZE))
  return { items, next: rest.length > SIZE ? items.at(-1)!.id : null }
}

test('after any additions and deletions the pages are contiguous and no post is repeated', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 6, max: 60 }),
      fc.integer({ min: 0, max: 30 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
      (before, fresh, gone) => {
        const old = Array.from({ length: before }, (_, at) => before - at)
        const starts: string[] = []
        for (let page = pageAfter(old, undefined); page.next; page = pageAfter(old, page.next)) starts.push(page.next)
        const now = Array.from({ length: fresh }, (_, at) => before + fresh - at)
          .concat(old)
          .filter((id) => !gone.includes(id))
        const later = starts.map((start) => ({ start: start as string | undefined, page: pageAfter(now, start) }))
        const parts = [{ start: undefined as string | undefined, page: pageAfter(now, undefined) }]
        let next = missingAfter(parts[0]!.page, later[0]!.page, starts[0]!)
        while (next !== null) {
          const page = pageAfter(now, next)
          parts.push({ start: next, page })
          next = missingAfter(page, later[0]!.page, starts[0]!)
        }
        const { pages, pageParams } = joined([...parts, ...later])
        expect(pages.flatMap(({ items }) => items)).toEqual(list(now))
        expect(pages.length).toBe(pageParams.length)
      },
    ),
  )
})
