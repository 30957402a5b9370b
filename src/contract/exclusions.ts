/** A member who was removed from a pod or a network: what he is shown, and the reason that an admin may give. */
import * as z from 'zod'
import { Text, When } from './kernel.ts'
import { NOTE_MAX } from './words.ts'

/** The member can join or ask again after this time. */
export const TakenOut = z.object({
  until: When,
  /** null if no reason was given */
  reason: z.string().nullable(),
})
export type TakenOut = z.infer<typeof TakenOut>

/** A blank text counts as none. */
export const WhyOut = z.preprocess(
  (text) => (typeof text === 'string' && text.trim() === '' ? null : text),
  Text({ name: 'The reason', max: NOTE_MAX, blank: 'Please enter a text' }).nullable().optional(),
)
