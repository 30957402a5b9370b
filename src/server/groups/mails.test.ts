import { expect, test } from 'vitest'
import { requestAnswered, suggestionDeclined, suggestionOpened, takenOut } from './mails.ts'

const group = { name: 'Gym\r\n\r\nNew\u2028sign-in.\u202e\u0085Check it', slug: 'gym' }

test.each([
  requestAnswered(group, true),
  requestAnswered(group, false),
  suggestionOpened(group, true),
  suggestionDeclined(group.name, 'There is one.'),
  takenOut({ ...group, is_public: true }, { until: new Date(), now: new Date(), reason: 'You sold things.' }),
])('a name from before the rule for names is one line: $subject', ({ subject, paragraphs, link }) => {
  const all = [subject, ...paragraphs, link.label]
  expect(subject).toContain('Gym New sign-in. Check it')
  for (const text of all) expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u)
})
