import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NewPost } from '#contract/posts.ts'
import { POLL_OPTIONS } from '#contract/words.ts'
import { filled, withOneMore, withoutOne, wrongIn } from './poll-draft.ts'

test('blank options are left out and the others trimmed, in their order', () => {
  expect(filled([' Nine ', '', '\u200b', 'Ten', '   '])).toEqual(['Nine', 'Ten'])
})

test('fewer than two filled options are too few, however many are blank; the first blank one is where to go on', () => {
  expect(wrongIn(['', ''])).toEqual({ sentence: 'Please add at least 2 poll options', at: 0 })
  expect(wrongIn(['Nine', ' ', ''])).toEqual({ sentence: 'Please add at least 2 poll options', at: 1 })
  expect(wrongIn(['Nine', '', 'Ten'])).toBeNull()
})

test('two that differ only in case or in blanks around them are the same, and the second is named', () => {
  expect(wrongIn(['Nine', 'Ten', ' nine '])).toEqual({ sentence: 'Poll options must be different', at: 2 })
})

test('an option of 100 characters is taken, one of 101 is not; a sign counts once however it is kept', () => {
  expect(wrongIn(['👶'.repeat(100), 'Ten'])).toBeNull()
  expect(wrongIn(['Ten', 'x'.repeat(101)])).toEqual({ sentence: 'An option can be at most 100 characters', at: 1 })
})

test('options are added behind the one that asks, up to eight, and removed down to two', () => {
  expect(withOneMore(['a', 'b'], 0)).toEqual(['a', '', 'b'])
  const eight = Array.from('abcdefgh')
  expect(withOneMore(eight, 7)).toEqual(eight)
  expect(withoutOne(['a', 'b', 'c'], 1)).toEqual(['a', 'c'])
  expect(withoutOne(['a', 'b'], 0)).toEqual(['a', 'b'])
})

test('what the screen lets through, the contract takes', () => {
  const post = { type: 'poll', title: 'Bedtime?', content: 'Say.', category_id: crypto.randomUUID() }
  const options = fc.array(
    fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('Nine', 'nine', ' ', '', 'x'.repeat(101))),
    {
      minLength: POLL_OPTIONS.min,
      maxLength: POLL_OPTIONS.max,
    },
  )
  fc.assert(
    fc.property(options, (typed) => {
      fc.pre(typed.every((option) => option.isWellFormed() && !option.includes('\0')))
      const { success } = NewPost.safeParse({ ...post, poll_options: filled(typed) })
      expect(success).toBe(wrongIn(typed) === null)
    }),
  )
})
