/** A line in a pod's conversation that says what became of its rounds: "Ben moved the rounds to Sunday 20:00." */
import type { Message, Note } from '#contract/chat.ts'
import { isNameless, SAY_NOTES } from '#contract/note-words.ts'
import { nameOf } from '../members/members.ts'

interface Reader {
  /** the viewer, whose own lines say "You" */
  own?: string
  blocked: readonly string[] | undefined
}

function namedIn({ by }: Note, { own, blocked }: Reader): string {
  if (by && by.id === own) return 'You'
  return by && blocked?.includes(by.id) ? SAY_NOTES.someone : nameOf(by)
}

/** The same as text, for screen readers. */
export const noteWords = (note: Note, content: string, reader: Reader) =>
  isNameless(note) ? SAY_NOTES.ended : `${namedIn(note, reader)} ${content}`

export function NoteRow({
  message: { id, seq, content },
  note,
  reader,
}: {
  message: Message
  note: Note
  reader: Reader
}) {
  return (
    <li className="note-row" data-row={id} data-seq={seq}>
      {isNameless(note) ? (
        SAY_NOTES.ended
      ) : (
        <>
          <bdi>{namedIn(note, reader)}</bdi> {content}
        </>
      )}
    </li>
  )
}
