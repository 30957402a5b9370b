/** The dialog of the assistant, opened on the feed. */
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { aQuotation, aReply, aSource, aStanding, own, quoted, streamReply } from './assistant-makers.ts'
import { answersOfFeed, cards } from './feed-makers.ts'
import { aViewer } from './makers.ts'
import { DESK, open } from './screen.tsx'
import type { Answers } from './standin.ts'

export const dialog = page.getByRole('dialog', { name: 'Ask Pop' })
export const field = dialog.getByLabelText('Your question')
export const send = dialog.getByRole('button', { name: 'Ask', exact: true })
export const another = dialog.getByRole('button', { name: 'Ask Another Question' })
export const answer = dialog.getByRole('log', { name: 'Answer' })

export const first = aSource(1, { title: 'Earlier bedtime, fewer visitors at four' })
export const second = aSource(2, {
  title: 'We split the nights',
  place: { kind: 'group', name: 'Night Shift', slug: 'night' },
})
export const WORDS = 'We moved bedtime thirty minutes earlier and it faded in ten days.'
export const reply = aReply({
  question: 'He wakes at four.',
  sentences: [
    own('That sounds exhausting.'),
    quoted('Some moved bedtime earlier.', aQuotation(first, WORDS)),
    quoted('Others took turns.', aQuotation(second, 'By the week, not by the waking.', { comment_id: null })),
  ],
  sources: [first, second],
})

export async function openDialog({
  assistant = {},
  size = DESK,
  ...more
}: Partial<Parameters<typeof open>[1]> & { assistant?: Answers['assistant'] } = {}) {
  const screen = await open('/categories', {
    viewer: aViewer(),
    size,
    ...more,
    answers: {
      ...answersOfFeed(cards(3)),
      ...more?.answers,
      assistant: { getAssistant: aStanding(), streamAnswer: () => streamReply(reply), ...assistant },
    },
  })
  await page.getByRole('button', { name: /^Ask Anything/ }).click()
  await expect.element(dialog).toBeVisible()
  return screen
}
