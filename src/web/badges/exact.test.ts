/**
 * Guarantee 20, in a tab: items arrive, are deleted and are seen, here or on another device, with answers and live updates
 * in any order, delayed or repeated. No item is ever counted twice, and in the end the counts equal a recount.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BadgePlace, PLACES, type Pulse } from '#contract/badge-words.ts'
import type { Badges } from '#contract/badges.ts'
import { isFull } from '#test/guarantees/guarantee.ts'
import { type Counts, makeTally } from './tally.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const RUNS = isFull ? 1000 : 60
const COUNTED = ['feed', 'groups', 'local', 'profile'] as const satisfies readonly BadgePlace[]
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Thing {
  id: string
  place: BadgePlace
  at: number
  isGone: boolean
}

/** The state of the server: which items exist, and when the member looked, on any device. */
function aServer() {
  const things: Thing[] = []
  const seen: Counts = { feed: 0, groups: 0, local: 0, profile: 0 }
  const isNew = ({ place, at, isGone }: Thing) => !isGone && at > seen[place]
  return {
    things,
    count: (place: BadgePlace) => things.filter((one) => one.place === place && isNew(one)).length,
    look(place: BadgePlace, at: number) {
      seen[place] = Math.max(seen[place], at)
    },
    answer(): Badges {
      const fresh = things.filter((one) => isNew(one) && one.at > Date.now() - 120_000)
      const at = new Date()
      const count = (place: BadgePlace) => things.filter((one) => one.place === place && isNew(one)).length
      return {
        ...{ feed: count('feed'), groups: count('groups'), local: count('local'), profile: count('profile') },
        recent: fresh.map(({ id }) => id),
        ...{ seen: { feed: at, groups: at, local: at, profile: at, karma: 0 }, now: at },
      }
    },
  }
}

/** A tab with a simulated network, whose delays the test sets. */
function aTab(server: ReturnType<typeof aServer>) {
  const network = { there: 0, back: 0, isAway: false, isCut: false }
  let shown: Counts = { feed: 0, groups: 0, local: 0, profile: 0 }
  let tally: ReturnType<typeof makeTally>
  const over = async (act: () => void = () => {}) => {
    const { there, back } = network
    await pause(there)
    if (network.isAway) throw new Error('offline')
    act()
    const made = server.answer()
    await pause(back)
    return made
  }
  function open() {
    tally?.stop()
    shown = { feed: 0, groups: 0, local: 0, profile: 0 }
    const mine = makeTally({
      ask: () => over(),
      mark: (place, ago) => over(() => server.look(place, Date.now() - ago)),
      show: (counts) => {
        if (tally === mine || !tally) shown = counts
      },
      note() {},
      isWatched: () => true,
      isReading: () => false,
      now: () => performance.now(),
      random: () => 0.5,
    })
    tally = mine
    mine.begin()
  }
  open()
  return {
    network,
    reload: open,
    shown: () => shown,
    hear: (pulse: Pulse) => network.isCut || tally.hear(pulse),
    look: (place: BadgePlace) => tally.open(place, performance.now()),
    back: () => tally.cameBack(),
  }
}

type Step =
  | { do: 'come'; place: BadgePlace; late: number; again: number }
  | { do: 'go'; which: number }
  | { do: 'look' | 'look elsewhere'; place: BadgePlace }
  | { do: 'slow'; there: number; back: number }
  | { do: 'reload' | 'lose the line' | 'have the line' | 'lose the network' | 'have the network' }
  | { do: 'wait'; ms: number }

const place = fc.constantFrom(...COUNTED)
const come = fc.record({
  do: fc.constant('come' as const),
  place,
  late: fc.constantFrom(0, 100, 600, 2500, 9000),
  /** ms until the live update is repeated; 0: not repeated */
  again: fc.constantFrom(0, 0, 400, 5000),
})
const wait = fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 50, 400, 3000, 31_000) })
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: come, weight: 6 },
  { arbitrary: wait, weight: 6 },
  { arbitrary: fc.record({ do: fc.constant('go' as const), which: fc.nat(20) }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constantFrom('look' as const, 'look elsewhere' as const), place }), weight: 2 },
  {
    arbitrary: fc.record({
      do: fc.constant('slow' as const),
      there: fc.constantFrom(0, 200, 4000),
      back: fc.constantFrom(0, 200, 4000),
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      do: fc.constantFrom(
        'reload' as const,
        'lose the line' as const,
        'have the line' as const,
        'lose the network' as const,
        'have the network' as const,
      ),
    }),
    weight: 2,
  },
)

async function play(steps: Step[]) {
  const server = aServer()
  const tab = aTab(server)
  const pass = async (ms: number) => {
    for (let left = ms; left >= 0; left -= 500) {
      await vi.advanceTimersByTimeAsync(Math.min(500, left))
      notTwice()
    }
  }
  /** No place may show more than all items that ever existed in it. */
  const notTwice = () => {
    for (const place of PLACES) {
      const came = server.things.filter((one) => one.place === place).length
      expect(tab.shown()[place], `${place}: counted more often than it came`).toBeLessThanOrEqual(came)
    }
  }
  await pass(0)
  for (const one of steps) {
    if (one.do === 'come') {
      const thing = { id: `${server.things.length}`, place: one.place, at: Date.now(), isGone: false }
      server.things.push(thing)
      for (const late of one.again ? [one.late, one.late + one.again] : [one.late])
        setTimeout(() => tab.hear({ [one.place]: [thing.id] }), late)
    } else if (one.do === 'go') {
      const thing = server.things[one.which]
      if (thing) thing.isGone = true
    } else if (one.do === 'look') tab.look(one.place)
    else if (one.do === 'look elsewhere') {
      server.look(one.place, Date.now())
      setTimeout(() => tab.hear({ seen: true }), 100)
    } else if (one.do === 'slow') Object.assign(tab.network, { there: one.there, back: one.back })
    else if (one.do === 'wait') await pass(one.ms)
    else if (one.do === 'reload') tab.reload()
    else if (one.do.endsWith('the network')) tab.network.isAway = one.do.startsWith('lose')
    else {
      tab.network.isCut = one.do.startsWith('lose')
      if (!tab.network.isCut) tab.back()
    }
    // wait 1 ms, so that no item has the same time as a visit
    await pass(1)
  }
  Object.assign(tab.network, { there: 0, back: 0, isAway: false, isCut: false })
  tab.back()
  // enough time for late live updates, and for visits that could not be sent while offline
  await pass(45_000)
  for (const place of PLACES) expect(tab.shown()[place], place).toBe(server.count(place))
}

test('20: with live updates, reads, delays, repeats, visits, losses and reloads in any order no item counts twice, and the end equals a recount', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), play), { numRuns: RUNS })
})

test('20: while connected, a new item shows as soon as its live update arrives, and what another device has seen is removed within seconds', async () => {
  const calm = fc.oneof(
    {
      arbitrary: fc.record({ do: fc.constant('come' as const), place, late: fc.constantFrom(0, 300, 900) }),
      weight: 3,
    },
    { arbitrary: fc.record({ do: fc.constant('look elsewhere' as const), place, late: fc.constant(0) }), weight: 1 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(calm, fc.constantFrom(0, 250, 2000, 12_000)), { maxLength: 25 }),
      fc.constantFrom(0, 300, 2500, 5000),
      fc.constantFrom(0, 300, 2500, 5000),
      async (events, there, back) => {
        const server = aServer()
        const tab = aTab(server)
        Object.assign(tab.network, { there, back })
        await vi.advanceTimersByTimeAsync(0)
        for (const [event, after] of events) {
          if (event.do === 'come') {
            const id = `${server.things.length}`
            server.things.push({ id, place: event.place, at: Date.now(), isGone: false })
            setTimeout(() => tab.hear({ [event.place]: [id] }), event.late)
          } else {
            server.look(event.place, Date.now())
            setTimeout(() => tab.hear({ seen: true }), 100)
          }
          await vi.advanceTimersByTimeAsync(after + 1)
        }
        // time for a pending answer and for the next one, but less than the regular interval
        await vi.advanceTimersByTimeAsync(2 * (there + back) + 4000)
        for (const place of PLACES) expect(tab.shown()[place], place).toBe(server.count(place))
      },
    ),
    { numRuns: RUNS },
  )
})
