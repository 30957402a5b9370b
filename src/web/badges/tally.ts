/**
 * The four counts of a tab: what the server has counted, and what has been told since. The server's count is the truth and
 * is asked for again and again; what is told in between is added once. A place that he opens is at nothing at once.
 *
 * What is told has an id, and an answer names what is new in it: so nothing counts twice, whether it is told before the
 * answer, while that is on its way, or after it.
 */
import { BADGE, type BadgePlace, PLACES, type Pulse } from '#contract/badge-words.ts'
import type { Badges } from '#contract/badges.ts'

export type Counts = Record<BadgePlace, number>

interface Parts {
  ask(): Promise<Badges>
  /** he has looked at this place, so many ms ago */
  mark(place: BadgePlace, ago: number): Promise<Badges>
  show(counts: Counts): void
  /** what the server has answered: also up to when he has seen each place */
  note(badges: Badges): void
  /** somebody sees this tab */
  isWatched(): boolean
  /** he is in a network, whose messages he may be reading as they come */
  isReading(): boolean
  /** in ms, from any beginning; goes on evenly whatever is done to the clock */
  now(): number
  /** from 0 to 1 */
  random(): number
}

/** in ms; a tab in the background is told what comes, and only looks for what it was not told */
const UNWATCHED_MS = 4 * BADGE.everyMs
/** what is asked for because something was told, so that what is told together is asked for once */
const SOON_MS = 300
const APART_MS = 3000
/** what is told so soon after another device has looked may have been seen there: it is asked for */
const LATE_MS = 2000
/** what is said in a network that he looks at is read a moment later */
const READ_MS = 2000
/** tabs that lost their line together come back one after the other */
const SPREAD_MS = 3000
/** whoever presses "Feed" twice has looked once */
const TWICE_MS = 5000
/** ids that are remembered, so that what is told late or twice is known: more than come in some minutes */
const KNOWN = 2000

const add = (told: Map<BadgePlace, Set<string>>, place: BadgePlace, id: string) =>
  told.set(place, (told.get(place) ?? new Set()).add(id))
const none = (): Counts => ({ feed: 0, groups: 0, local: 0, profile: 0 })

export function makeTally(parts: Parts) {
  const { ask, mark, show, note, isWatched, isReading, now, random } = parts
  const counted = none()
  const told = new Map<BadgePlace, Set<string>>()
  /** of that, what was told while an answer is on its way: it may be in it or not */
  const meanwhile = new Map<BadgePlace, Set<string>>()
  /** opened while an answer is on its way, here or in another tab: what it counts there is old */
  const cleared = new Set<BadgePlace>()
  /** told, or counted by the server */
  const known = new Set<string>()
  /** opened, and not yet told to the server: since when */
  const opened = new Map<BadgePlace, number>()
  const markedAt = new Map<BadgePlace, number>()
  let askedAt = Number.NEGATIVE_INFINITY
  /** when another device last looked at a place */
  let seenAt = Number.NEGATIVE_INFINITY
  let isAsking = false
  let isWished = false
  let next: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let isStopped = false

  const of = (place: BadgePlace) => Math.min(BADGE.most + 1, counted[place] + (told.get(place)?.size ?? 0))
  const tell = () => show(Object.fromEntries(PLACES.map((place) => [place, of(place)])) as Counts)

  function remember(id: string): void {
    known.add(id)
    // the one that has been there longest
    if (known.size > KNOWN) known.delete(known.values().next().value!)
  }

  /** The earlier of two wishes wins. */
  function askIn(ms: number): void {
    const due = now() + ms
    if (isStopped || due >= dueAt) return
    clearTimeout(next)
    dueAt = due
    next = setTimeout(() => void askNow(), ms)
  }
  const askSoon = (ms = SOON_MS) => askIn(Math.max(ms, askedAt + APART_MS - now()) + random() * SOON_MS)

  async function askNow(): Promise<void> {
    clearTimeout(next)
    dueAt = Number.POSITIVE_INFINITY
    // the answer that is on its way may have been made before what it is asked for
    if (isAsking) isWished = true
    if (isStopped || isAsking) return
    isAsking = true
    isWished = false
    meanwhile.clear()
    cleared.clear()
    askedAt = now()
    try {
      take(await answer())
    } catch {
      // nobody answers: what is shown stays, and the next time comes
    }
    isAsking = false
    if (isWished) askSoon()
    askIn((isWatched() ? BADGE.everyMs : UNWATCHED_MS) * (0.95 + random() / 10))
  }

  /** What he has opened is said first; the answer to it counts everything. */
  async function answer(): Promise<Badges> {
    let badges: Badges | undefined
    for (const [place, since] of [...opened]) {
      badges = await mark(place, Math.min(BADGE.longestAgo, Math.max(0, Math.round(now() - since))))
      // unless he has opened it once more meanwhile
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
      told.set(place, new Set(isOld ? since : since.filter((id) => !recent.has(id))))
    }
    for (const id of recent) remember(id)
    meanwhile.clear()
    if (opened.size > 0) isWished = true
    tell()
  }

  /** Of his profile the requests go on waiting: what is left of its count is the server's to say. */
  function clear(place: BadgePlace): void {
    if (place === 'profile') return
    if (isAsking) cleared.add(place)
    counted[place] = 0
    told.delete(place)
    meanwhile.delete(place)
    tell()
  }

  return {
    of,
    begin: () => void askNow(),
    /** He is at this place since then, in the time of `now`. */
    open(place: BadgePlace, since: number): void {
      const isTwice = now() - (markedAt.get(place) ?? Number.NEGATIVE_INFINITY) < TWICE_MS
      if (isTwice && of(place) === 0 && !isAsking) return
      markedAt.set(place, now())
      opened.set(place, since)
      clear(place)
      if (!isAsking) void askNow()
    },
    /** Another tab of this browser has opened it. */
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
          if (now() - seenAt < LATE_MS) askSoon()
          remember(id)
          if (isAsking) add(meanwhile, place, id)
          add(told, place, id)
        }
      }
      tell()
    },
    /** Something of his own has changed: a request, his karma. */
    askSoon: () => askSoon(),
    /** He looks at this tab again. */
    watch(): void {
      if (now() - askedAt > APART_MS) void askNow()
    },
    /** The line is there again: something may have been missed. */
    cameBack: () => askIn(random() * SPREAD_MS),
    stop(): void {
      isStopped = true
      clearTimeout(next)
    },
  }
}
