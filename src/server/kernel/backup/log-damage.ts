/** What an operator reads about a file of the log that is damaged or missing: which times it takes away, and what to do. */
import type { Manifest } from './manifest.ts'
import { logFileOf, segmentNumber } from './objects.ts'

/** For the command that restores. */
export const WITHOUT_REST = 'To restore what came before it, add --before-damage.'

/** `fault`: the sentence about the object itself. `bases`: the oldest first. */
export function damageOfLog(fault: string, name: string, bases: readonly Manifest[]): string {
  const file = logFileOf(name)
  if (file.length !== 24) return fault
  const isBefore = (base: Manifest) => segmentNumber(base.start_segment) <= segmentNumber(file)
  const last = bases.findLast(isBefore)
  const next = bases.find((base) => !isBefore(base))
  if (!last) return `${fault} No base backup needs it.`
  const span = next
    ? `between the base backup of ${last.started_at} and that of ${next.ended_at}`
    : `after the base backup of ${last.started_at}`
  return `${fault} It was written ${span}. What came after it ${next ? 'in that time ' : ''}cannot be restored.`
}
