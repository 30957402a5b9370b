/** Which of a draft and a stored answer is shown, and which is offered beside it. */
import { expect, test } from 'vitest'
import { type FieldDraft, resolveDraft, withOfferUsed, withoutOffer, withTyped } from './field-draft.ts'

type Words = FieldDraft<'name', string>
const by = (answer: string | undefined) => ({
  fields: ['name'] as const,
  answerOf: () => (answer === undefined ? undefined : { mark: answer, isBlank: answer === '' }),
  markOf: (text: string) => text.trim(),
})
const shown = (draft: Words, answer: string | undefined) => {
  const { live, offered } = resolveDraft<'name', string>(draft, by(answer))
  return [live.name, offered.name]
}
const type = (draft: Words, answer: string | undefined, text: string) =>
  withTyped<'name', string>(draft, by(answer), 'name', text)

test('a draft is shown while the answer is the one that it started from', () => {
  const draft = type(type({}, 'Sam', 'Sammy'), 'Sam', 'Sammy R.')
  expect(shown(draft, 'Sam')).toEqual(['Sammy R.', undefined])
  expect(shown(draft, undefined)).toEqual(['Sammy R.', undefined])
})

test('a newer answer is shown, the draft is offered beside it, and an equal draft is not offered', () => {
  const draft = type({}, 'Sam', 'Sammy')
  expect(shown(draft, 'Samuel')).toEqual([undefined, 'Sammy'])
  expect(shown(draft, 'Sammy')).toEqual(['Sammy', undefined])
  // the same for an answer that was emptied elsewhere, and for a draft that empties the field
  expect(shown(draft, '')).toEqual([undefined, 'Sammy'])
  expect(shown(type({}, 'Sam', ''), 'Samuel')).toEqual([undefined, ''])
})

test('if the origin of a draft is unknown, any answer may be newer', () => {
  for (const draft of [type({}, undefined, 'Sammy'), { name: 'Sammy' }]) {
    expect(shown(draft, undefined)).toEqual(['Sammy', undefined])
    expect(shown(draft, '')).toEqual(['Sammy', undefined])
    expect(shown(draft, 'Samuel')).toEqual([undefined, 'Sammy'])
  }
})

test('text that the member types beside an offer starts from the newer answer, and the offer stays until he decides', () => {
  const draft = type(type(type({}, 'Sam', 'Sammy'), 'Samuel', 'Samu'), 'Samuel', 'Samuel R.')
  expect(shown(draft, 'Samuel')).toEqual(['Samuel R.', 'Sammy'])
  const used = withOfferUsed<'name', string>(draft, by('Samuel'), 'name')
  expect(shown(used, 'Samuel')).toEqual(['Sammy', undefined])
  const discarded = withoutOffer<'name', string>(draft, by('Samuel'), 'name')
  expect(shown(discarded, 'Samuel')).toEqual(['Samuel R.', undefined])
  expect(shown(withoutOffer<'name', string>(type({}, 'Sam', 'Sammy'), by('Samuel'), 'name'), 'Samuel')).toEqual([
    undefined,
    undefined,
  ])
  // a third answer makes the second draft outdated
  expect(shown(used, 'Sam R.')).toEqual([undefined, 'Sammy'])
})
