/**
 * Drafts of fields that the server stores too. Each field of a draft records the answer that it started from. If the
 * server now has a different answer, from another device or tab, that answer is shown, and the draft is offered beside it
 * until the member uses or discards it.
 */

/**
 * A stored draft. Per field: what the member typed, the answer that he started from (`from`), and an earlier draft that a
 * newer answer replaced (`aside`).
 */
export type FieldDraft<Field extends string, Value> = { [F in Field]?: Value | null } & {
  from?: Partial<Record<Field, string>>
  aside?: Partial<Record<Field, Value>>
}

/** The server's answer for a field, as a string that distinguishes two answers. Undefined: it did not load. */
export interface StoredAnswer {
  mark: string
  /** no answer was saved yet */
  isBlank: boolean
}

interface DraftContext<Field extends string, Value> {
  fields: readonly Field[]
  answerOf(field: Field): StoredAnswer | undefined
  /** converts a value of the draft into the same form as the answer's `mark` */
  markOf(value: Value): string
}

export interface ResolvedDraft<Field extends string, Value> {
  /** what is shown instead of the server's answer */
  live: Partial<Record<Field, Value>>
  /** what is offered beside it */
  offered: Partial<Record<Field, Value>>
}

export function resolveDraft<Field extends string, Value>(
  draft: FieldDraft<Field, Value>,
  context: DraftContext<Field, Value>,
): ResolvedDraft<Field, Value> {
  const live: Partial<Record<Field, Value>> = {}
  const offered: Partial<Record<Field, Value>> = {}
  for (const field of context.fields) {
    const typed = draft[field] ?? undefined
    const aside = draft.aside?.[field]
    const isOld = typed !== undefined && isOlder(draft, field, typed, context)
    if (typed !== undefined && !isOld) live[field] = typed
    const beside = isOld ? typed : aside
    const shown = live[field]
    const mark = shown === undefined ? context.answerOf(field)?.mark : context.markOf(shown)
    if (beside !== undefined && context.markOf(beside) !== mark) offered[field] = beside
  }
  return { live, offered }
}

function isOlder<Field extends string, Value>(
  { from }: FieldDraft<Field, Value>,
  field: Field,
  typed: Value,
  { answerOf, markOf }: DraftContext<Field, Value>,
): boolean {
  const answer = answerOf(field)
  if (!answer || markOf(typed) === answer.mark) return false
  const began = from?.[field]
  // the draft started before anything had loaded, or before origins were recorded: any answer may be newer
  return began === undefined ? !answer.isBlank : began !== answer.mark
}

/** Returns the draft after the member typed. It starts from the answer that is shown; an earlier draft stays offered. */
export function withTyped<Field extends string, Value>(
  draft: FieldDraft<Field, Value>,
  context: DraftContext<Field, Value>,
  field: Field,
  value: Value,
): FieldDraft<Field, Value> {
  const { live, offered } = resolveDraft(draft, context)
  const from: Partial<Record<Field, string>> = { ...draft.from }
  const mark = context.answerOf(field)?.mark
  if (live[field] === undefined) {
    if (mark === undefined) delete from[field]
    else from[field] = mark
  }
  const aside = offered[field] === undefined ? draft.aside : { ...draft.aside, [field]: offered[field] }
  return { ...draft, [field]: value, from, ...(aside && { aside }) }
}

/** Returns the draft after the member accepted the offer: it replaces what is shown. */
export function withOfferUsed<Field extends string, Value>(
  draft: FieldDraft<Field, Value>,
  context: DraftContext<Field, Value>,
  field: Field,
): FieldDraft<Field, Value> {
  const value = resolveDraft(draft, context).offered[field]
  if (value === undefined) return draft
  const bare = withoutOffer(draft, context, field)
  const mark = context.answerOf(field)?.mark
  return { ...bare, [field]: value, from: { ...bare.from, ...(mark === undefined ? {} : { [field]: mark }) } }
}

/** Returns the draft after the member discarded the offer: what is shown stays. */
export function withoutOffer<Field extends string, Value>(
  draft: FieldDraft<Field, Value>,
  context: DraftContext<Field, Value>,
  field: Field,
): FieldDraft<Field, Value> {
  const isLive = resolveDraft(draft, context).live[field] !== undefined
  const aside: Partial<Record<Field, Value>> = { ...draft.aside }
  delete aside[field]
  return { ...draft, ...(isLive ? {} : { [field]: null }), aside }
}
