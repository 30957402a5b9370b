import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Cursor } from '#contract/kernel.ts'
import { cursorOf, isId, type Key, keyOf, pageOf } from './page.ts'

const keys = fc.record({
  created_at: fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
  id: fc.uuid(),
})

describe('a cursor', () => {
  test('is the key it was made from, to the millisecond, and fits the contract', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(keyOf(cursorOf(key))).toEqual(key)
        expect(Cursor.safeParse(cursorOf(key)).success).toBe(true)
      }),
    )
  })

  test('is refused if the server did not create it, whatever it is', () => {
    const refused = expect.objectContaining({ code: 'INVALID', status: 400 })
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 130, unit: 'binary' }), (text) => {
        for (const cursor of [text, Buffer.from(text).toString('base64url')].filter(Boolean)) {
          expect(() => keyOf(cursor)).toThrow(refused)
        }
      }),
    )
    expect(() => keyOf('')).toThrow(refused)
  })

  test('with one changed character leads to another position or to none, and never to an error', () => {
    fc.assert(
      fc.property(keys, fc.nat(60), fc.constantFrom(...'AZaz09-_'), (key, at, sign) => {
        const cursor = cursorOf(key)
        const changed = cursor.slice(0, at) + sign + cursor.slice(at + 1)
        let read: Key | null = null
        try {
          read = keyOf(changed)
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID' })
          return
        }
        expect(cursorOf(read!)).toBe(changed)
      }),
    )
  })

  test('does not exist for the first page', () => expect(keyOf(undefined)).toBeNull())
})

test.each([0, 1, 2, 3, 4, 7])('pages of three out of %i rows: each row once, and an end', (count) => {
  const all: Key[] = Array.from({ length: count }, (_, n) => ({ created_at: new Date(n), id: randomUUID() }))
  const seen: Key[] = []
  let next: string | null = null
  do {
    const from: number = next ? all.findIndex(({ id }) => id === keyOf(next!)!.id) + 1 : 0
    const page = pageOf(all.slice(from, from + 4), 3)
    seen.push(...page.items)
    next = page.next
  } while (next)
  expect(seen).toEqual(all)
})

test('an id is a complete UUID, and nothing else', () => {
  const id = randomUUID()
  expect([id, id.toUpperCase()].map(isId)).toEqual([true, true])
  expect(['', 'x', `${id} `, ` ${id}`, `${id}\n`, `{${id}}`, id.replaceAll('-', ''), `${id}0`].map(isId)).not.toContain(
    true,
  )
})
