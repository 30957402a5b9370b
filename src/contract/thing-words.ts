/**
 * The kinds of things that members make and administrators decide about: the name of each kind, and whether an administrator
 * can remove and restore it. The server's half of this table is src/server/things/things.ts. Add a new kind to both.
 */

type ThingWords = {
  /** as in "Report this comment" */
  word: string
  /** as in "removed a comment on an event" */
  phrase: string
  /** the start of the anchor under which it stands on the page of something else */
  anchor?: string
} & (
  | {
      /** `restorable`: an administrator can restore it. `final`: its words are deleted. */
      removal: 'restorable' | 'final'
      /** what a removal does: the administrator reads it before he removes the thing */
      effect: string
    }
  /** it cannot be removed */
  | { removal: 'never' }
)

export const THING_WORDS = {
  post: {
    word: 'post',
    phrase: 'a post',
    removal: 'restorable',
    effect: 'Nobody sees it any more but its author, who reads your reason. You can restore it.',
  },
  comment: {
    word: 'comment',
    phrase: 'a comment',
    anchor: 'comment-',
    removal: 'restorable',
    effect: 'Nobody reads it any more but its author, who reads your reason. You can restore it.',
  },
  /** in a network or in a pod */
  message: {
    word: 'message',
    phrase: 'a message',
    removal: 'final',
    effect: 'It is gone from the conversation for good. Your reason stands in the log.',
  },
  /** a member, identified by the id of the account */
  profile: { word: 'profile', phrase: 'a profile', removal: 'never' },
  event: {
    word: 'event',
    phrase: 'an event',
    removal: 'final',
    effect: 'It is cancelled, and nothing of what was written about it is left. Those who attend are told. For good.',
  },
  event_comment: {
    word: 'comment',
    phrase: 'a comment on an event',
    anchor: 'comment-',
    removal: 'final',
    effect: 'It is gone for good. Your reason stands in the log.',
  },
  /** of a pod's round */
  check_in: {
    word: 'check-in',
    phrase: 'a check-in',
    anchor: 'check-in-',
    removal: 'final',
    effect: 'It is gone from the round and its recap for good. Your reason stands in the log.',
  },
} as const satisfies Record<string, ThingWords>

export type ThingKind = keyof typeof THING_WORDS
type KindsWith<Removal> = {
  [Kind in ThingKind]: (typeof THING_WORDS)[Kind]['removal'] extends Removal ? Kind : never
}[ThingKind]
export type RemovableKind = KindsWith<'restorable' | 'final'>
export type RestorableKind = KindsWith<'restorable'>

export const isRemovable = (kind: ThingKind): kind is RemovableKind => THING_WORDS[kind].removal !== 'never'
export const isRestorable = (kind: ThingKind): kind is RestorableKind => THING_WORDS[kind].removal === 'restorable'

/** False for what stands on the page of something else: a report of it has the title of that. */
export const isTitled = (kind: ThingKind): boolean => !('anchor' in THING_WORDS[kind])

export const THING_KINDS = Object.keys(THING_WORDS) as [ThingKind, ...ThingKind[]]
export const RESTORABLE_KINDS = THING_KINDS.filter(isRestorable) as [RestorableKind, ...RestorableKind[]]
