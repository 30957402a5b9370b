/** A conversation as it is at this moment: read, heard, and on its way. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Message, Messages } from '#contract/chat.ts'
import { again } from '../kernel/again.ts'
import { api } from '../kernel/api.ts'
import { isMissing } from '../kernel/fault.ts'
import { inTime } from '../kernel/in-time.ts'
import type { LiveEvent } from '../kernel/line.ts'
import { listenTo, useLineState } from '../kernel/live.ts'
import { toast } from '../ui/toast.tsx'
import { messagesQuery, type Place, topicOfRoom } from './chat.ts'
import { changeStretch, forgetStretch, isLookedAt, keptAt, onStretch, sayHere, stretchAt } from './kept.ts'
import { type Outbox, outboxOf, type Pending } from './outbox.ts'
import { anew, hear, type Stretch, saidBy, withAbove, withBelow, withoutBottom, withoutTop } from './stretch.ts'

/** in ms, until it is tried again to read anew */
const ANEW = 3000
/** So many messages are here at most; more while nobody looks, so that a short absence leaves nothing to be read again. */
const MOST = 300
const MOST_UNSEEN = 500
const NONE: readonly Pending[] = []

/** `up`: what was said before; `down`: after; `latest`: the end, and nothing between */
export type Way = 'up' | 'down' | 'latest'
/** What is being read at this moment, or did not load. */
export interface Reading {
  way: Way
  failed: boolean
}

/** A page on its way, and what is heard until it is there. */
interface Flight {
  /** everything is read anew, until that has worked */
  anew: boolean
  heard: LiveEvent[]
}

interface Listening {
  place: Place
  own: string
  /** he has the end before his eyes, as it is being said */
  watches: RefObject<boolean>
  /** heard just now, his own too; a constant function */
  onSaid: (messages: readonly Message[]) => void
  onGone: () => void
}

export function useConversation({ place, own, watches, onSaid, onGone }: Listening) {
  const client = useQueryClient()
  const topic = topicOfRoom(place)
  const list = useQuery(messagesQuery(place))
  const first: Messages | undefined = list.data
  const stretch = useSyncExternalStore<Stretch | undefined>(
    useCallback((look: () => void) => onStretch(topic, look), [topic]),
    () => first && stretchAt(topic, first),
    useFirst(topic, first),
  )
  const flight = useRef<Flight>(undefined)
  const [reading, setReading] = useState<Reading>()
  /** one more whenever another stretch has taken the place of the one that was here */
  const [turn, setTurn] = useState(0)

  // whether what comes is being said at this moment; what is caught up with was said while he was away
  const [isLive, setLive] = useState(false)
  const line = useLineState()
  if (isLive && line !== 'open') setLive(false)

  const isLoaded = first !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the topic says the place
  useEffect(() => {
    const known = keptAt(topic)
    if (!isLoaded || !known) return
    let isOver = false
    let waiting: LiveEvent[] = []
    let soon: ReturnType<typeof setTimeout> | undefined
    // what arrives in one go is shown in one go
    const take = () => {
      soon = undefined
      const events = waiting
      waiting = []
      const before = keptAt(topic)
      if (events.length === 0 || !before) return
      flight.current?.heard.push(...events)
      changeStretch(topic, (stretch) => {
        const now = hear(stretch, events, own)
        return watches.current ? withoutTop(now, MOST) : withoutBottom(now, MOST_UNSEEN, own)
      })
      onSaid(saidBy(before, events))
    }
    const live = () => setTimeout(() => !isOver && !flight.current?.anew && setLive(true))
    const readAnew = async (mine: Flight): Promise<void> => {
      try {
        const page = await api.chat.listMessages({ ...place, from: 'unread' }, inTime())
        if (isOver || flight.current !== mine) return
        flight.current = undefined
        changeStretch(topic, ({ read }) => anew(page, read, mine.heard, own))
        setReading(undefined)
        setTurn((turn) => turn + 1)
        live()
      } catch (error) {
        if (isOver || flight.current !== mine) return
        if (isMissing(error)) onGone()
        else setTimeout(() => !isOver && flight.current === mine && void readAnew(mine), ANEW)
      }
    }
    const stop = listenTo(topic, known.seq, {
      onEvent: (event) => {
        waiting.push(event)
        soon ??= setTimeout(take)
      },
      // after what was told before it has been drawn
      onUpToDate: () => live(),
      onReset: () => {
        setLive(false)
        take()
        flight.current = { anew: true, heard: [] }
        void readAnew(flight.current)
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
      // whoever comes back begins where he stopped reading, not where he had scrolled to
      setTimeout(() => {
        if (isLookedAt(topic) || keptAt(topic)?.later == null) return
        forgetStretch(topic)
        client.removeQueries({ queryKey: messagesQuery(place).queryKey })
      })
    }
  }, [topic, isLoaded])

  /** Reads on; one page at a time. Answers when it is there, or is not. */
  const load = async (way: Way): Promise<void> => {
    const from = keptAt(topic)
    const at = way === 'up' ? { before: from?.next } : way === 'down' ? { after: from?.later } : {}
    if (!from || Object.values(at).includes(null)) return
    // who wants to be at the end waits for no page further up
    if (flight.current && (way !== 'latest' || flight.current.anew)) return
    const mine: Flight = { anew: false, heard: [] }
    flight.current = mine
    setReading({ way, failed: false })
    try {
      const { signal } = inTime()
      const where = { ...place, ...(at as { before?: string; after?: string }) }
      const page = await again(() => api.chat.listMessages(where, { signal }), signal)
      if (flight.current !== mine) return
      flight.current = undefined
      changeStretch(topic, (now) => {
        if (way === 'latest') return anew(page, now.read, mine.heard, own)
        // it was cut there meanwhile: then this page belongs nowhere
        if (way === 'up')
          return now.next === from.next ? withoutBottom(withAbove(now, page, mine.heard, own), MOST, own) : now
        return now.later === from.later ? withoutTop(withBelow(now, page, mine.heard, own), MOST) : now
      })
      setReading(undefined)
    } catch (error) {
      if (flight.current !== mine) return
      flight.current = undefined
      if (isMissing(error)) onGone()
      setReading({ way, failed: true })
    }
  }

  return { list, stretch, reading, load, turn, isLive, line }
}

/** In the first moment of the page it is as the server has drawn it. */
function useFirst(topic: string, first: Messages | undefined) {
  const made = useMemo(() => first && stretchAt(topic, first), [topic, first])
  return () => made
}

/** What he has said here and is not there yet; `place` stays the same object. Nothing on the server, and in the first moment of the page. */
export function useOutbox(member: string, place: Place, messages: readonly Message[]) {
  const box = useMemo<Outbox | null>(() => {
    if (typeof window === 'undefined') return null
    return outboxOf(member, place, (message) => {
      sayHere(place, message)
      //
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
