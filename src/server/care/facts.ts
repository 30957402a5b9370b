/** Changes of the help lines by administrators. The log outlives a line, so the fact contains the line's name. */
import type { HelpLine } from '#contract/care.ts'
import { fact, type KindsOf } from '../kernel/stream/stream.ts'

const called = ({ name, country }: HelpLine) => (country ? `${name} (${country})` : name)

export const careFacts = {
  saved: (line: HelpLine, isNew: boolean) =>
    fact({
      kind: isNew ? 'help_line.added' : 'help_line.changed',
      data: { help_line_id: line.id },
      words: called(line),
    }),
  deleted: (line: HelpLine) =>
    fact({ kind: 'help_line.deleted', data: { help_line_id: line.id }, words: called(line) }),
}

export type CareFact = KindsOf<typeof careFacts>
