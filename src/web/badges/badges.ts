/**
 * Live badges of a tab: reads and shows the counts of new items, and resets a count when the member opens its place.
 * Loaded after the page.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { type BadgePlace, PLACES, type Pulse } from '#contract/badge-words.ts'
import type { Badges } from '#contract/badges.ts'
import { topicOf } from '#contract/live-words.ts'
import { api } from '../kernel/api.ts'
import { listenTo } from '../kernel/live.ts'
import { isSigningOut } from '../kernel/signing-out.ts'
import { ownZone } from '../kernel/zone.ts'
import { placeOfKey, storeAllSeen, storeSeen, unreportedVisits } from './last-seen.ts'
import { isFirstSteps, isNetwork, placeAt } from './places.ts'
import { type Counts, makeTally } from './tally.ts'
import { countsInTitle } from './title.ts'

/** Events about the member by others that change his counts: requests and karma. */
const CONCERNS_COUNTS = /^(?:connection|karma)\.|^group\.taken_out$/

/** Calls `show` with the counts whenever they change. Returns a function that stops it. */
export function followCounts(member: string, router: AnyRouter, show: (counts: Counts) => void): () => void {
  const client = (router.options.context as { queryClient: QueryClient }).queryClient
  const zone = ownZone()
  const title = countsInTitle()
  const here = () => router.state.resolvedLocation ?? router.state.location
  const isWatched = () => document.visibilityState === 'visible'
  const clock = serverClock()
  let isFirst = true
  let latest: Counts | undefined

  /** On his own profile the count of that place is not shown; during the first steps the title has no count. */
  function draw(): void {
    if (!latest) return
    const counts = isWatched() && placeAt(here()) === 'profile' ? { ...latest, profile: 0 } : latest
    show(counts)
    title.show(isFirstSteps(here().pathname) ? 0 : PLACES.reduce((sum, place) => sum + counts[place], 0))
  }

  const tally = makeTally({
    ask() {
      return isSigningOut() ? refuse() : api.badges.getBadges({ zone })
    },
    mark(place, ago) {
      return isSigningOut() ? refuse() : api.badges.markSeen({ place, ago, zone })
    },
    show(counts) {
      latest = counts
      draw()
    },
    note(badges) {
      clock.set(badges)
      const missed = isFirst ? unreportedVisits(member, badges) : []
      isFirst = false
      storeAllSeen(member, badges)
      for (const [place, ago] of missed) tally.open(place, performance.now() - ago)
    },
    isWatched,
    isReading: () => isWatched() && isNetwork(here().pathname),
    now: () => performance.now(),
    random: Math.random,
  })

  /** A place that was opened in a hidden tab does not count as seen. */
  let unseen: BadgePlace | undefined
  const open = (place: BadgePlace | undefined, since: number) => {
    unseen = undefined
    if (!place) return
    if (!isWatched()) {
      unseen = place
      return
    }
    storeSeen(member, place, clock.now())
    tally.open(place, since)
  }

  // the page shows the state at the start of its load; what arrives later is new
  let since = 0
  const stops = [
    router.subscribe('onBeforeLoad', ({ toLocation }) => {
      since = performance.now()
      const place = placeAt(toLocation)
      if (place && tally.of(place) > 0) markStale(client, place)
    }),
    router.subscribe('onResolved', ({ toLocation }) => {
      open(placeAt(toLocation), since)
      draw()
    }),
    on(document, 'visibilitychange', () => {
      draw()
      if (!isWatched()) return
      if (unseen) open(unseen, performance.now())
      tally.watch()
    }),
    on(window, 'storage', (event) => {
      const place = placeOfKey(member, (event as StorageEvent).key)
      if (place) tally.openedElsewhere(place)
    }),
    listen(member, tally),
    tally.stop,
    title.stop,
  ]
  open(placeAt(here()), 0)
  if (!placeAt(here()) || unseen) tally.begin()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Used while signing out; handled like a failed request, so the next one follows if the member stays. */
const refuse = () => Promise.reject(new Error('the member is signing out'))

function listen(member: string, tally: ReturnType<typeof makeTally>): () => void {
  let isKnown = false
  return listenTo(topicOf('member', member), null, {
    onPulse: (data) => tally.hear(data as Pulse),
    onEvent: ({ kind }) => {
      if (CONCERNS_COUNTS.test(kind)) tally.askSoon()
    },
    onUpToDate() {
      if (isKnown) tally.cameBack()
      isKnown = true
    },
    onReset: () => tally.cameBack(),
    onGone() {},
  })
}

/** Marks a cached list as stale, so that a member who opens the place because of its count finds the counted items. */
function markStale(client: QueryClient, place: BadgePlace): void {
  if (place === 'local') void client.invalidateQueries({ queryKey: [['events']], refetchType: 'none' })
  if (place !== 'feed') return
  for (const query of client.getQueryCache().findAll({ queryKey: [['feed', 'listFeed']] }))
    query.setState({ ...query.state, dataUpdatedAt: 0 })
}

/** The server's time, estimated from its last answer; before that, the browser's own time. */
function serverClock() {
  let ahead = 0
  return {
    set: ({ now }: Badges) => {
      ahead = now.getTime() - Date.now()
    },
    now: () => Date.now() + ahead,
  }
}

function on(target: EventTarget, name: string, act: (event: Event) => void): () => void {
  target.addEventListener(name, act)
  return () => target.removeEventListener(name, act)
}
