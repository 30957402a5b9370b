/**
 * What a member has typed into the form of a check-in. It is kept on this device until it is sent. If he has checked in from
 * another device in the meantime, that check-in is shown, and the draft is offered beside it.
 */

import type { Outcome, PrivateLine } from '#contract/round-words.ts'
import type { CheckIn, Commitment, OwnRounds } from '#contract/rounds.ts'
import type { FieldDraft, StoredAnswer } from '../kernel/field-draft.ts'

/** What becomes of the last commitment: it goes on, another one takes its place, or none does. */
export type Carry = 'keep' | 'change' | 'drop'

export interface Said {
  outcome: Outcome | null
  win: string
  struggle: string
  ask: string
  carry: Carry
  cue: string
  action: string
  private_lines: readonly PrivateLine[]
}

export type CheckInDraft = FieldDraft<'said', Said>
export const NO_DRAFT: CheckInDraft = {}
export const draftKey = (member: string, round_id: string) => `check-in.${member}.${round_id}`

type Carried = Pick<OwnRounds, 'carried' | 'carried_is_private'>

/** The form of a member who has not checked in yet. A private commitment stays private. */
export const blank = ({ carried, carried_is_private }: Carried): Said => ({
  ...{ outcome: null, win: '', struggle: '', ask: '', cue: '', action: '' },
  carry: carried ? 'keep' : 'change',
  private_lines: carried_is_private ? ['commitment'] : [],
})

/** The words that were not sent before the last round closed, added to what is typed. What was private stays so. The outcome is said anew. */
export function withKept(shown: Said, kept: Said): Partial<Said> {
  const joined = (name: 'win' | 'struggle' | 'ask') => [shown[name], kept[name]].filter((text) => text.trim()).join(' ')
  const lines = { win: joined('win'), struggle: joined('struggle'), ask: joined('ask') }
  const takesAction = kept.action.trim() !== '' && shown.action.trim() === ''
  const wasPrivate = kept.private_lines.filter((name) =>
    name === 'commitment' ? takesAction : kept[name].trim() !== '',
  )
  const private_lines = [...new Set([...shown.private_lines, ...wasPrivate])]
  if (!takesAction) return { ...lines, private_lines }
  return { ...lines, private_lines, carry: 'change', cue: kept.cue, action: kept.action }
}

/** The form that changes this check-in. */
export function saidIn(checkIn: CheckIn, { carried }: Carried): Said {
  const { outcome, win, struggle, ask, commitment, private_lines } = checkIn
  return {
    ...{ outcome, win: win ?? '', struggle: struggle ?? '', ask: ask ?? '', private_lines },
    carry: carried && !commitment ? 'drop' : carried && isSame(carried, commitment) ? 'keep' : 'change',
    cue: commitment?.cue ?? '',
    action: commitment?.action ?? '',
  }
}

const isSame = (one: Commitment, other: Commitment | null) => one.cue === other?.cue && one.action === other.action

const textOf = (typed: string) => typed.trim() || null

/** The commitment as it is sent. */
export function commitmentOf({ carry, cue, action }: Said, carried: Commitment | null): Commitment | null {
  if (carry === 'keep' && carried) return carried
  const text = textOf(action)
  return carry === 'drop' || text === null ? null : { cue: textOf(cue), action: text }
}

/** The content as it is sent, without the outcome if none is chosen yet. */
export function contentOf(said: Said, carried: Commitment | null) {
  const lines = { win: textOf(said.win), struggle: textOf(said.struggle), ask: textOf(said.ask) }
  const commitment = commitmentOf(said, carried)
  const filled = { ...lines, commitment }
  return { ...lines, commitment, private_lines: said.private_lines.filter((name) => filled[name] !== null).sort() }
}

/** Two forms with the same mark send the same. */
export const markOf = (said: Said, carried: Commitment | null) =>
  JSON.stringify([said.outcome, contentOf(said, carried)])

/** The viewer's check-in as the server has it, for the comparison with the draft. */
export const answerOf = (checkIn: CheckIn | undefined, own: Carried): StoredAnswer =>
  checkIn ? { mark: markOf(saidIn(checkIn, own), own.carried), isBlank: false } : { mark: '', isBlank: true }

/** A cue without an action says nothing. */
export const lacksAction = ({ carry, cue, action }: Said, carried: Commitment | null) =>
  (carry === 'change' || !carried) && textOf(cue) !== null && textOf(action) === null
