import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NewPost } from '#contract/posts.ts'
import { POLL_OPTIONS } from '#contract/words.ts'
import { filledOptions, pollErrorIn, withOneMore, withoutOne } from './poll-draft.ts'

test('blank options are dropped, and the others are trimmed and keep their order', () => {
  expect(filledOptions([' Nine ', '', '\u200b', 'Ten', '   '])).toEqual(['Nine', 'Ten'])
})

test('fewer than two non-blank options are refused, and the error names the first blank one', () => {
  expect(pollErrorIn(['', ''])).toEqual({ sentence: 'Please add at least 2 poll options', at: 0 })
  expect(pollErrorIn(['Nine', ' ', ''])).toEqual({ sentence: 'Please add at least 2 poll options', at: 1 })
  expect(pollErrorIn(['Nine', '', 'Ten'])).toBeNull()
})

test('two options that differ only in case or in surrounding spaces are duplicates, and the error names the second one', () => {
  expect(pollErrorIn(['Nine', 'Ten', ' nine '])).toEqual({ sentence: 'Poll options must be different', at: 2 })
})

test('an option may have 100 characters but not 101, and a character counts once however it is encoded', () => {
  expect(pollErrorIn(['👶'.repeat(100), 'Ten'])).toBeNull()
  expect(pollErrorIn(['Ten', 'x'.repeat(101)])).toEqual({ sentence: 'An option can be at most 100 characters', at: 1 })
})

test('options are added after the current one, up to eight, and removed down to two', () => {
  expect(withOneMore(['a', 'b'], 0)).toEqual(['a', '', 'b'])
  const eight = Array.from('abcdefgh')
  expect(withOneMore(eight, 7)).toEqual(eight)
  expect(withoutOne(['a', 'b', 'c'], 1)).toEqual(['a', 'c'])
  expect(withoutOne(['a', 'b'], 0)).toEqual(['a', 'b'])
})

test('the form and the contract accept the same options', () => {
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
      const { success } = NewPost.safeParse({ ...post, poll_options: filledOptions(typed) })
      expect(success).toBe(pollErrorIn(typed) === null)
    }),
  )
})
