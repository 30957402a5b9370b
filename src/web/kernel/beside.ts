/**
 * Drafts of what the server holds as well. Each field of a draft knows the answer that it began from. Where the
 * server has another one by now, given on another device or in another tab, that one is shown, and the draft is offered
 * beside it until he uses or discards it.
 */

/** As it is kept: by field what he has typed, what the server had when he began, and what he typed before a newer answer. */
export type Kept<Field extends string, Value> = { [F in Field]?: Value | null } & {
  from?: Partial<Record<Field, string>>
  aside?: Partial<Record<Field, Value>>
}

/** What the server has of a field, as one word that tells two answers apart. Undefined: it did not load. */
export interface Answer {
  mark: string
  /** nobody has answered yet */
  isBlank: boolean
}

interface Weighing<Field extends string, Value> {
  fields: readonly Field[]
  answerOf(field: Field): Answer | undefined
  /** as the answer's, for a value of the draft that says the same */
  markOf(value: Value): string
}

export interface Weighed<Field extends string, Value> {
  /** what is shown in the place of the server's answer */
  live: Partial<Record<Field, Value>>
  /** what is offered beside it */
  offered: Partial<Record<Field, Value>>
}

export function weigh<Field extends string, Value>(
  draft: Kept<Field, Value>,
  weighing: Weighing<Field, Value>,
): Weighed<Field, Value> {
  const live: Partial<Record<Field, Value>> = {}
  const offered: Partial<Record<Field, Value>> = {}
  for (const field of weighing.fields) {
    const typed = draft[field] ?? undefined
    const aside = draft.aside?.[field]
    const isOld = typed !== undefined && isOlder(draft, field, typed, weighing)
    if (typed !== undefined && !isOld) live[field] = typed
    const beside = isOld ? typed : aside
    const shown = live[field]
    const mark = shown === undefined ? weighing.answerOf(field)?.mark : weighing.markOf(shown)
    if (beside !== undefined && weighing.markOf(beside) !== mark) offered[field] = beside
  }
  return { live, offered }
}

function isOlder<Field extends string, Value>(
  { from }: Kept<Field, Value>,
  field: Field,
  typed: Value,
  { answerOf, markOf }: Weighing<Field, Value>,
): boolean {
  const answer = answerOf(field)
  if (!answer || markOf(typed) === answer.mark) return false
  const began = from?.[field]
  // begun when nothing had loaded, or before this was kept: then any answer may be the newer one
  return began === undefined ? !answer.isBlank : began !== answer.mark
}

/** The draft when he types: it begins from the answer that he sees now; what he typed before a newer one stays offered. */
export function typedIn<Field extends string, Value>(
  draft: Kept<Field, Value>,
  weighing: Weighing<Field, Value>,
  field: Field,
  value: Value,
): Kept<Field, Value> {
  const { live, offered } = weigh(draft, weighing)
  const from: Partial<Record<Field, string>> = { ...draft.from }
  const mark = weighing.answerOf(field)?.mark
  if (live[field] === undefined) {
    if (mark === undefined) delete from[field]
    else from[field] = mark
  }
  const aside = offered[field] === undefined ? draft.aside : { ...draft.aside, [field]: offered[field] }
  return { ...draft, [field]: value, from, ...(aside && { aside }) }
}

/** What was offered takes the place of what is shown. */
export function usedOf<Field extends string, Value>(
  draft: Kept<Field, Value>,
  weighing: Weighing<Field, Value>,
  field: Field,
): Kept<Field, Value> {
  const value = weigh(draft, weighing).offered[field]
  if (value === undefined) return draft
  const bare = withoutOffer(draft, weighing, field)
  const mark = weighing.answerOf(field)?.mark
  return { ...bare, [field]: value, from: { ...bare.from, ...(mark === undefined ? {} : { [field]: mark }) } }
}

/** What was offered is forgotten; what is shown stays. */
export function withoutOffer<Field extends string, Value>(
  draft: Kept<Field, Value>,
  weighing: Weighing<Field, Value>,
  field: Field,
): Kept<Field, Value> {
  const isLive = weigh(draft, weighing).live[field] !== undefined
  const aside: Partial<Record<Field, Value>> = { ...draft.aside }
  delete aside[field]
  return { ...draft, ...(isLive ? {} : { [field]: null }), aside }
}
