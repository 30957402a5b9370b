/** The mark before unread messages, and how far the member has read. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MessageRoom } from './chat.ts'
import { recordRead } from './read-position.ts'
import { type Section, unreadOf } from './section.ts'

/** in ms; how long a message must be visible to count as read */
const SEEN_AFTER_MS = 300

interface UnreadProps {
  place: MessageRoom
  section: Section | undefined
  own: string
  /** the member sees the latest message at this moment */
  watches: boolean
}

/** The mark stays until the member sends a message, or a newer message arrives while he is not watching. */
export function useUnread({ place, section, own, watches }: UnreadProps) {
  const read = section?.read ?? 0
  const latest = section?.items.at(-1)?.seq ?? 0
  const unread = section && unreadOf(section, own)
  // on the first visit everything is unread, so a mark would say nothing
  const hasNew = read > 0 && unread !== undefined && (unread.count > 0 || unread.more)
  const [newAfter, setNewAfter] = useState<number | null>(null)
  // while the member reads messages that arrived in his absence, the mark stays at the first of them
  const [isUnseen, setUnseen] = useState(false)
  if (isUnseen && !hasNew) setUnseen(false)
  if (!isUnseen && hasNew && !watches) {
    setUnseen(true)
    setNewAfter(read)
  }

  useEffect(() => {
    if (!watches || latest <= read) return
    const soon = setTimeout(() => recordRead(place, latest), SEEN_AFTER_MS)
    return () => clearTimeout(soon)
  }, [watches, latest, read, place])

  const seeing = useRef<{ seq: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  useEffect(() => () => clearTimeout(seeing.current?.timer), [])
  /** Called with the last visible line. */
  const see = useCallback(
    (seq: number) => {
      if (seeing.current?.seq === seq) return
      clearTimeout(seeing.current?.timer)
      const look = () => document.visibilityState === 'visible' && recordRead(place, seq)
      seeing.current = { seq, timer: setTimeout(look, SEEN_AFTER_MS) }
    },
    [place],
  )
  return { newAfter, isFresh: newAfter === read && hasNew, forgetNew: () => setNewAfter(null), see }
}
