/** Words that a closed round did not take are put into the next check-in. */
import { expect, test } from 'vitest'
import { blank, type Said, withKept } from './check-in-draft.ts'

const empty = blank({ carried: null, carried_is_private: false })
const kept: Said = {
  ...empty,
  ...{ outcome: 'rough', win: 'Home by six', struggle: 'Slept badly', action: 'I walk' },
  private_lines: ['struggle', 'commitment', 'win'],
}

test('what was private stays private, and the outcome is said anew', () => {
  expect(withKept(empty, kept)).toEqual({
    ...{ win: 'Home by six', struggle: 'Slept badly', ask: '', carry: 'change', cue: '', action: 'I walk' },
    private_lines: ['struggle', 'commitment', 'win'],
  })
})

test('what is typed already stays, and its commitment is not made private', () => {
  const shown: Said = { ...empty, win: 'A walk', action: 'I call him' }
  const taken = withKept(shown, { ...kept, win: '' })
  expect(taken).toMatchObject({ win: 'A walk', struggle: 'Slept badly', private_lines: ['struggle'] })
  expect(taken).not.toHaveProperty('action')
})
