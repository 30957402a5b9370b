/**
 * The four counts of a tab: the last count of the server plus the live updates since then. The server's count is
 * authoritative and is read regularly; live updates between two reads are added once. Opening a place sets its count to 0.
 *
 * Each live update has an id, and an answer lists the ids of recent items. So no item counts twice, whether its update
 * arrives before, during or after the read.
 */
import { BADGE, type BadgePlace, PLACES, type Pulse } from '#contract/badge-words.ts'
import type { Badges } from '#contract/badges.ts'

export type Counts = Record<BadgePlace, number>

interface TallyOptions {
  ask(): Promise<Badges>
  /** reports that the member opened this place `ago` ms ago */
  mark(place: BadgePlace, ago: number): Promise<Badges>
  show(counts: Counts): void
  /** receives each answer of the server, which also has the times of the last visits */
  note(badges: Badges): void
  /** returns true if the tab is visible */
  isWatched(): boolean
  /** returns true if the member is on a network's page, where he may be reading its messages */
  isReading(): boolean
  /** in ms, monotonic, from any origin */
  now(): number
  /** from 0 (inclusive) to 1 */
  random(): number
}

/** in ms; a hidden tab gets live updates and reads only to catch what it missed */
const UNWATCHED_MS = 4 * BADGE.everyMs
/** in ms; delay of a read after a notification, so that several notifications cause one read */
const SOON_MS = 300
const MIN_INTERVAL_MS = 3000
/** in ms; an item that arrives this soon after another device has looked may have been seen there: read again */
const MAX_UPDATE_DELAY_MS = 2000
/** in ms; delay of a read while the member is in a network, so that new messages are marked as read first */
const READ_MS = 2000
/** in ms; tabs that lost the connection together read again at different times within this */
const SPREAD_MS = 3000
/** in ms; a second press on "Feed" within this time is not a second visit */
const DUPLICATE_MS = 5000
/** how many ids are remembered to recognize late and repeated updates: more than arrive in some minutes */
const MAX_KNOWN_IDS = 2000

const add = (updates: Map<BadgePlace, Set<string>>, place: BadgePlace, id: string) =>
  updates.set(place, (updates.get(place) ?? new Set()).add(id))
const none = (): Counts => ({ feed: 0, groups: 0, local: 0, profile: 0 })

export function makeTally(parts: TallyOptions) {
  const { ask, mark, show, note, isWatched, isReading, now, random } = parts
  const counted = none()
  const updates = new Map<BadgePlace, Set<string>>()
  /** the part of `updates` that arrived while a read is pending: its answer may include them or not */
  const meanwhile = new Map<BadgePlace, Set<string>>()
  /** places that were opened, here or in another tab, while a read is pending: its counts for them are outdated */
  const cleared = new Set<BadgePlace>()
  /** ids from live updates or counted by the server */
  const known = new Set<string>()
  /** visits that the server does not know yet, with their times */
  const opened = new Map<BadgePlace, number>()
  const markedAt = new Map<BadgePlace, number>()
  let askedAt = Number.NEGATIVE_INFINITY
  /** when another device last opened a place */
  let seenAt = Number.NEGATIVE_INFINITY
  let isAsking = false
  let isReadRequested = false
  let next: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let isStopped = false

  const of = (place: BadgePlace) => Math.min(BADGE.most + 1, counted[place] + (updates.get(place)?.size ?? 0))
  const publish = () => show(Object.fromEntries(PLACES.map((place) => [place, of(place)])) as Counts)

  function remember(id: string): void {
    known.add(id)
    // drop the oldest id
    if (known.size > MAX_KNOWN_IDS) known.delete(known.values().next().value!)
  }

  /** Schedules a read; the earlier of two times wins. */
  function askIn(ms: number): void {
    const due = now() + ms
    if (isStopped || due >= dueAt) return
    clearTimeout(next)
    dueAt = due
    next = setTimeout(() => void askNow(), ms)
  }
  const askSoon = (ms = SOON_MS) => askIn(Math.max(ms, askedAt + MIN_INTERVAL_MS - now()) + random() * SOON_MS)

  async function askNow(): Promise<void> {
    clearTimeout(next)
    dueAt = Number.POSITIVE_INFINITY
    // the pending answer may be older than the reason for this read
    if (isAsking) isReadRequested = true
    if (isStopped || isAsking) return
    isAsking = true
    isReadRequested = false
    meanwhile.clear()
    cleared.clear()
    askedAt = now()
    try {
      take(await answer())
    } catch {
      // no answer: keep the counts and wait for the next read
    }
    isAsking = false
    if (isReadRequested) askSoon()
    askIn((isWatched() ? BADGE.everyMs : UNWATCHED_MS) * (0.95 + random() / 10))
  }

  /** Reports pending visits first; their answer contains all counts. */
  async function answer(): Promise<Badges> {
    let badges: Badges | undefined
    for (const [place, since] of [...opened]) {
      badges = await mark(place, Math.min(BADGE.longestAgo, Math.max(0, Math.round(now() - since))))
      // unless the member has opened it again meanwhile
      if (opened.get(place) === since) opened.delete(place)
    }
    return badges ?? ask()
  }

  function take(badges: Badges): void {
    if (isStopped) return
    note(badges)
    const recent = new Set(badges.recent)
    for (const place of PLACES) {
      const isOld = cleared.has(place)
      counted[place] = isOld ? 0 : badges[place]
      const since = [...(meanwhile.get(place) ?? [])]
      updates.set(place, new Set(isOld ? since : since.filter((id) => !recent.has(id))))
    }
    for (const id of recent) remember(id)
    meanwhile.clear()
    if (opened.size > 0) isReadRequested = true
    publish()
  }

  /** The profile keeps its count, because requests stay open until they are answered; the server decides what is left. */
  function clear(place: BadgePlace): void {
    if (place === 'profile') return
    if (isAsking) cleared.add(place)
    counted[place] = 0
    updates.delete(place)
    meanwhile.delete(place)
    publish()
  }

  return {
    of,
    begin: () => void askNow(),
    /** The member is at this place since `since`, in the time of `now`. */
    open(place: BadgePlace, since: number): void {
      const isTwice = now() - (markedAt.get(place) ?? Number.NEGATIVE_INFINITY) < DUPLICATE_MS
      if (isTwice && of(place) === 0 && !isAsking) return
      markedAt.set(place, now())
      opened.set(place, since)
      clear(place)
      if (!isAsking) void askNow()
    },
    /** The member opened the place in another tab of this browser. */
    openedElsewhere(place: BadgePlace): void {
      clear(place)
      askSoon()
    },
    hear({ seen, ...pulse }: Pulse): void {
      if (seen) {
        seenAt = now()
        askSoon()
      }
      for (const place of PLACES) {
        for (const id of pulse[place] ?? []) {
          if (known.has(id)) continue
          if (place === 'groups' && isReading()) {
            askSoon(READ_MS)
            continue
          }
          if (now() - seenAt < MAX_UPDATE_DELAY_MS) askSoon()
          remember(id)
          if (isAsking) add(meanwhile, place, id)
          add(updates, place, id)
        }
      }
      publish()
    },
    /** Reads the counts soon, because a request or the karma of the member has changed. */
    askSoon: () => askSoon(),
    /** The tab is visible again. */
    watch(): void {
      if (now() - askedAt > MIN_INTERVAL_MS) void askNow()
    },
    /** The connection is back, so live updates may have been missed. */
    cameBack: () => askIn(random() * SPREAD_MS),
    stop(): void {
      isStopped = true
      clearTimeout(next)
    },
  }
}
