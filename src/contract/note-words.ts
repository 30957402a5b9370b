/** Lines in a pod's conversation that say what became of its rounds. Server and browser both need them. */

export const NOTE_KINDS = ['rhythm-changed', 'rounds-ending', 'rounds-kept', 'rounds-ended'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

export const SAY_NOTES = {
  /** in place of the name of a man whom the viewer has blocked */
  someone: 'A member',
  ended: 'The rounds have ended.',
} as const

/** No member ended the rounds: three days had passed. Such a line stands without a name. */
export const isNameless = ({ kind, by }: { kind: NoteKind; by: unknown }) => kind === 'rounds-ended' && by === null
