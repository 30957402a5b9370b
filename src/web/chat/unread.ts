/** Where the new ones begin, and how far he has seen them. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Place } from './chat.ts'
import { hasRead } from './reading.ts'
import { type Stretch, unreadOf } from './stretch.ts'

/** in ms: so long must he have had it before his eyes */
const SEEN_AFTER = 300

interface UnreadProps {
  place: Place
  stretch: Stretch | undefined
  own: string
  /** he has the latest before his eyes, as it is being said */
  watches: boolean
}

/** The mark stays until he says something, or there is something newer that he did not see coming. */
export function useUnread({ place, stretch, own, watches }: UnreadProps) {
  const read = stretch?.read ?? 0
  const latest = stretch?.items.at(-1)?.seq ?? 0
  const unread = stretch && unreadOf(stretch, own)
  // whoever has read nothing comes for the first time: then all of it is new, and no mark says anything
  const hasNew = read > 0 && unread !== undefined && (unread.count > 0 || unread.more)
  const [newAfter, setNewAfter] = useState<number | null>(null)
  // while he reads on through what he did not see coming, the mark stays where that begins
  const [isUnseen, setUnseen] = useState(false)
  if (isUnseen && !hasNew) setUnseen(false)
  if (!isUnseen && hasNew && !watches) {
    setUnseen(true)
    setNewAfter(read)
  }

  useEffect(() => {
    if (!watches || latest <= read) return
    const soon = setTimeout(() => hasRead(place, latest), SEEN_AFTER)
    return () => clearTimeout(soon)
  }, [watches, latest, read, place])

  const seeing = useRef<{ seq: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  useEffect(() => () => clearTimeout(seeing.current?.timer), [])
  /** The last line that he has before his eyes. */
  const see = useCallback(
    (seq: number) => {
      if (seeing.current?.seq === seq) return
      clearTimeout(seeing.current?.timer)
      const look = () => document.visibilityState === 'visible' && hasRead(place, seq)
      seeing.current = { seq, timer: setTimeout(look, SEEN_AFTER) }
    },
    [place],
  )
  return { newAfter, isFresh: newAfter === read && hasNew, forgetNew: () => setNewAfter(null), see }
}
