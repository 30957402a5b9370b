import { expect, test } from 'vitest'
import { initialsOf } from './avatar.tsx'

test('initials are the first letters of the first and the last word, and skip emoji if there are letters', () => {
  for (const [name, initials] of [
    ['Jae-won R.', 'JR'],
    ['Ravi', 'R'],
    ['Ravi 🔧', 'R'],
    ['🔧 Ravi Patel ⚽️', 'RP'],
    ['⚽️Ravi', 'R'],
    ['Żaneta Ł', 'ŻŁ'],
    ['🔧', '🔧'],
    ['👨‍👩‍👧 ⚽️', '👨‍👩‍👧⚽️'],
    ['3 Boys', '3B'],
  ])
    expect(initialsOf(name!), name).toBe(initials)
})
