/** A word from the administrators to a member. */
import type { Mail } from '../kernel/jobs/jobs.ts'

/** It says nothing of a report: the author is never told that there was one. */
export const wordMail = (words: string): Omit<Mail, 'to'> => ({
  kind: 'word-from-administrators',
  subject: 'A word from the administrators',
  paragraphs: [...words.split(/\n+/).filter((line) => line.trim() !== ''), '– The administrators'],
  link: { url: '/help-lines', label: 'People you can call' },
  reason: 'You get this because an administrator of this place wrote it to you.',
})
