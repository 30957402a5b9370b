/** The current state of a conversation: loaded pages, live events and messages that are being sent. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Message, Messages } from '#contract/chat.ts'
import { api } from '../kernel/api.ts'
import { isMissing } from '../kernel/fault.ts'
import { listenTo, useConnectionState } from '../kernel/live.ts'
import { isReached } from '../kernel/live-connection.ts'
import type { LiveEvent } from '../kernel/live-subscriptions.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { retryRead } from '../kernel/retry-read.ts'
import { toast } from '../ui/toast.tsx'
import { type MessageRoom, messagesQuery, topicOfRoom } from './chat.ts'
import { type Outbox, outboxOf, type Pending } from './outbox.ts'
import {
  applyEvents,
  newMessagesIn,
  replacedBy,
  type Section,
  withAbove,
  withBelow,
  withoutBottom,
  withoutTop,
} from './section.ts'
import {
  addOwnMessage,
  cachedSection,
  changeSection,
  forgetSection,
  isTopicShown,
  onSectionChange,
  sectionAt,
} from './section-cache.ts'

/** in ms; the pause before a failed reload is retried */
const RELOAD_PAUSE_MS = 3000
/** The maximum number of loaded messages; higher while the tab is not watched, so that a short absence needs no reload. */
const MAX_LOADED = 300
const MAX_LOADED_UNWATCHED = 500
const NONE: readonly Pending[] = []

/** `up`: earlier messages; `down`: later ones; `latest`: jump to the end, without what lies between */
export type Way = 'up' | 'down' | 'latest'
/** A page that is loading or failed to load. */
export interface PageLoad {
  way: Way
  failed: boolean
}

/** A pending page, and the live events that arrive until it is there. */
interface PendingPage {
  /** a reload of everything, which is retried until it succeeds */
  isReload: boolean
  arrived: LiveEvent[]
}

interface ConversationOptions {
  place: MessageRoom
  own: string
  /** the member sees the end of the conversation at this moment */
  watches: RefObject<boolean>
  /** called with new messages, including the member's own; must keep its identity */
  onSaid: (messages: readonly Message[]) => void
  onGone: () => void
}

export function useConversation({ place, own, watches, onSaid, onGone }: ConversationOptions) {
  const client = useQueryClient()
  const topic = topicOfRoom(place)
  const list = useQuery(messagesQuery(place))
  const first: Messages | undefined = list.data
  const section = useSyncExternalStore<Section | undefined>(
    useCallback((look: () => void) => onSectionChange(topic, look), [topic]),
    () => first && sectionAt(topic, first),
    useFirst(topic, first),
  )
  const flight = useRef<PendingPage>(undefined)
  const [reading, setReading] = useState<PageLoad>()
  /** increases whenever the loaded section is replaced by another one */
  const [turn, setTurn] = useState(0)

  // false while events of the time before the connection are caught up with
  const [isLive, setLive] = useState(false)
  const line = useConnectionState()
  if (isLive && !isReached(line)) setLive(false)

  const isLoaded = first !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the topic identifies the room
  useEffect(() => {
    const known = cachedSection(topic)
    if (!isLoaded || !known) return
    let isOver = false
    let waiting: LiveEvent[] = []
    let soon: ReturnType<typeof setTimeout> | undefined
    // renders events that arrive together in one update
    const take = () => {
      soon = undefined
      const events = waiting
      waiting = []
      const before = cachedSection(topic)
      if (events.length === 0 || !before) return
      flight.current?.arrived.push(...events)
      changeSection(topic, (section) => {
        const now = applyEvents(section, events, own)
        return watches.current ? withoutTop(now, MAX_LOADED) : withoutBottom(now, MAX_LOADED_UNWATCHED, own)
      })
      onSaid(newMessagesIn(before, events))
    }
    const live = () => setTimeout(() => !isOver && !flight.current?.isReload && setLive(true))
    const reload = async (mine: PendingPage): Promise<void> => {
      try {
        const page = await api.chat.listMessages({ ...place, from: 'unread' }, withTimeout())
        if (isOver || flight.current !== mine) return
        flight.current = undefined
        changeSection(topic, ({ read }) => replacedBy(page, read, mine.arrived, own))
        setReading(undefined)
        setTurn((turn) => turn + 1)
        live()
      } catch (error) {
        if (isOver || flight.current !== mine) return
        if (isMissing(error)) onGone()
        else setTimeout(() => !isOver && flight.current === mine && void reload(mine), RELOAD_PAUSE_MS)
      }
    }
    const stop = listenTo(topic, known.seq, {
      onEvent: (event) => {
        waiting.push(event)
        soon ??= setTimeout(take)
      },
      // after the earlier events have been rendered
      onUpToDate: () => live(),
      onReset: () => {
        setLive(false)
        take()
        flight.current = { isReload: true, arrived: [] }
        void reload(flight.current)
      },
      onGone,
    })
    return () => {
      isOver = true
      setLive(false)
      stop()
      clearTimeout(soon)
      take()
      flight.current = undefined
      // a member who returns starts where he stopped reading, not where he had scrolled to
      setTimeout(() => {
        if (isTopicShown(topic) || cachedSection(topic)?.later == null) return
        forgetSection(topic)
        client.removeQueries({ queryKey: messagesQuery(place).queryKey })
      })
    }
  }, [topic, isLoaded])

  /** Loads a page, one at a time. Resolves after success and after failure. */
  const load = async (way: Way): Promise<void> => {
    const from = cachedSection(topic)
    const at = way === 'up' ? { before: from?.next } : way === 'down' ? { after: from?.later } : {}
    if (!from || Object.values(at).includes(null)) return
    // a jump to the end does not wait for a pending page
    if (flight.current && (way !== 'latest' || flight.current.isReload)) return
    const mine: PendingPage = { isReload: false, arrived: [] }
    flight.current = mine
    setReading({ way, failed: false })
    try {
      const { signal } = withTimeout()
      const where = { ...place, ...(at as { before?: string; after?: string }) }
      const page = await retryRead(() => api.chat.listMessages(where, { signal }), signal)
      if (flight.current !== mine) return
      flight.current = undefined
      changeSection(topic, (now) => {
        if (way === 'latest') return replacedBy(page, now.read, mine.arrived, own)
        // that side was trimmed meanwhile, so the page does not fit any more
        if (way === 'up')
          return now.next === from.next ? withoutBottom(withAbove(now, page, mine.arrived, own), MAX_LOADED, own) : now
        return now.later === from.later ? withoutTop(withBelow(now, page, mine.arrived, own), MAX_LOADED) : now
      })
      setReading(undefined)
    } catch (error) {
      if (flight.current !== mine) return
      flight.current = undefined
      if (isMissing(error)) onGone()
      setReading({ way, failed: true })
    }
  }

  return { list, section, reading, load, turn, isLive, line }
}

/** During hydration the section is the one that the server rendered. */
function useFirst(topic: string, first: Messages | undefined) {
  const made = useMemo(() => first && sectionAt(topic, first), [topic, first])
  return () => made
}

/**
 * The member's messages that are not sent yet. `place` must keep its identity. Empty on the server and during hydration.
 */
export function useOutbox(member: string, place: MessageRoom, messages: readonly Message[]) {
  const box = useMemo<Outbox | null>(() => {
    if (typeof window === 'undefined') return null
    return outboxOf(member, place, (message) => {
      addOwnMessage(place, message)
      // only networks confirm a sent message
      if (place.room === 'group') toast.brief('Message sent')
    })
  }, [member, place])
  const listen = useCallback((look: () => void) => box?.onChange(look) ?? (() => {}), [box])
  const pending = useSyncExternalStore(
    listen,
    () => box?.pending ?? NONE,
    () => NONE,
  )
  const isSending = useSyncExternalStore(
    listen,
    () => box?.isSending ?? false,
    () => false,
  )
  useEffect(() => {
    const known = new Set(messages.map(({ id }) => id))
    for (const { id } of pending) if (known.has(id)) box?.arrived(id)
  }, [box, messages, pending])
  return { box, pending, isSending }
}
