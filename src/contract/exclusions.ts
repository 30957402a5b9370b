/** Somebody who was taken out of a pod or a network: what is said to him, and what may be written to him. */
import * as z from 'zod'
import { Text, When } from './kernel.ts'
import { NOTE_MAX } from './words.ts'

/** He can join or ask again after this moment. */
export const TakenOut = z.object({
  until: When,
  /** null: none was written */
  reason: z.string().nullable(),
})
export type TakenOut = z.infer<typeof TakenOut>

/** Blank is none. */
export const WhyOut = z.preprocess(
  (text) => (typeof text === 'string' && text.trim() === '' ? null : text),
  Text({ name: 'The reason', max: NOTE_MAX, blank: 'Please enter a text' }).nullable().optional(),
)
