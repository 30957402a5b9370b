/** The host of a round, and what a pod does about a member of whom it has heard nothing: the parts of the answers. */
import * as z from 'zod'
import { Id, When } from './kernel.ts'
import { Author } from './members.ts'

/** Only the host sees it. */
export const HostCard = z.object({
  /** the names of the members in the order of speaking; it moves on by one with each round */
  order: z.array(z.string()),
  closing_line: z.string(),
})
export type HostCard = z.infer<typeof HostCard>

export const HostOfRound = z.object({
  /** null if nobody hosts the round */
  host: Author.nullable(),
  is_host: z.boolean(),
  /** the viewer may take the round over; false for closed rounds */
  can_host: z.boolean(),
  opening_question: z.string(),
  /** null for everyone but the host of the open round */
  card: HostCard.nullable(),
})
export type HostOfRound = z.infer<typeof HostOfRound>

/** Seen by the one member who is asked. */
export const WriteRequest = z.object({
  /** the member to write to */
  to: Author,
  /** words to begin with */
  beginnings: z.array(z.string()),
  is_done: z.boolean(),
})
export type WriteRequest = z.infer<typeof WriteRequest>

/** What the viewer sees of himself when his pod has heard nothing of him for two rounds. */
export const QuietTime = z.object({
  /** after four rounds: until then his place is kept */
  kept_until: When.nullable(),
})
export type QuietTime = z.infer<typeof QuietTime>

/** Parts of `OwnRounds`. */
export const OwnQuiet = z.object({
  /** the viewer is asked to write to another member; null if not */
  write_request: WriteRequest.nullable(),
  /** null while the pod hears of the viewer */
  quiet: QuietTime.nullable(),
  /** until then nobody is asked to write to the viewer, and no round counts */
  left_alone_until: When.nullable(),
})
export type OwnQuiet = z.infer<typeof OwnQuiet>

export const roundPlace = z.strictObject({ pod_id: Id })
