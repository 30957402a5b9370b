import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message, Messages } from '#contract/chat.ts'
import type { LiveEvent } from '../kernel/line.ts'
import {
  anew,
  deletedHere,
  hear,
  type Stretch,
  saidHere,
  stretchOf,
  unreadOf,
  withAbove,
  withBelow,
  withoutBottom,
  withoutTop,
} from './stretch.ts'

const OWN = 'me'
const by = (id: string) => ({ id, username: id, display_name: null, avatar_url: null, location: null })
const messageAt = (seq: number): Message => ({
  id: `id-${seq}`,
  seq,
  user: seq % 4 === 0 ? by(OWN) : seq % 4 === 1 ? null : by('dan'),
  content: `${seq}`,
  created_at: new Date(seq * 1000),
})

const told = (one: object): unknown => JSON.parse(JSON.stringify(one))
const said = (seq: number, isThere = true): LiveEvent => ({
  seq,
  kind: 'message.sent',
  subject: `id-${seq}`,
  data: isThere ? told(messageAt(seq)) : null,
})
const deleted = (seq: number, of: number): LiveEvent => ({
  seq,
  kind: 'message.deleted',
  subject: `id-${of}`,
  data: null,
})
const joined = (seq: number): LiveEvent => ({ seq, kind: 'pod.joined', subject: null, data: { name: 'Dan' } })
const page = (seqs: number[], seq: number, more: Partial<Messages> = {}): Messages => ({
  items: seqs.map(messageAt),
  next: null,
  later: null,
  seq,
  read: 0,
  ...more,
})
const shown = ({ items }: Stretch) => items.map(({ seq }) => seq)

/** What truly happened in a room, and what its server answers: small pages, the numbers read before the lines. */
function makeRoom() {
  const events: LiveEvent[] = []
  let there: number[] = []
  const PAGE = 4
  const up = (before: number) => {
    const above = there.filter((seq) => seq < before)
    const items = above.slice(-PAGE)
    return { items, next: above.length > PAGE ? String(items[0]) : null }
  }
  const down = (after: number) => {
    const below = there.filter((seq) => seq > after)
    const items = below.slice(0, PAGE)
    return { items, later: below.length > PAGE ? String(items.at(-1)) : null }
  }
  return {
    events,
    there: () => there,
    say() {
      events.push(said(events.length + 1))
      there = [...there, events.length]
    },
    join: () => events.push(joined(events.length + 1)),
    take(place: number) {
      const victim = there[place % Math.max(1, there.length)]
      if (victim === undefined) return
      events.push(deleted(events.length + 1, victim))
      there = there.filter((seq) => seq !== victim)
    },
    /** `seq`: as it was a moment before */
    above: (before: number, seq: number) => {
      const { items, next } = up(before)
      return page(items, seq, { next, later: String(before - 1) })
    },
    below: (after: number, seq: number) => {
      const { items, later } = down(after)
      return page(items, seq, { next: String(after + 1), later })
    },
    latest: (seq: number) => {
      const { items, next } = up(Number.POSITIVE_INFINITY)
      return page(items, seq, { next })
    },
    unread: (read: number, seq: number) => {
      const [above, below] = [up(read + 1), down(read)]
      return page([...above.items, ...below.items], seq, { next: above.next, later: below.later, read })
    },
  }
}

const DEEDS = [
  'say',
  'say',
  'say',
  'join',
  'take',
  'hear',
  'hear',
  'answer',
  'up',
  'down',
  'latest',
  'land',
  'top',
  'bottom',
]

test('however reading, hearing, his own answers and letting go fall together, nothing is missing, twice or out of place', () => {
  const deeds = fc.array(fc.tuple(fc.constantFrom(...DEEDS), fc.nat({ max: 30 })), { maxLength: 80 })
  fc.assert(
    fc.property(fc.nat({ max: 30 }), fc.nat({ max: 30 }), deeds, (before, readTo, deeds) => {
      const room = makeRoom()
      for (let n = 0; n < before; n++) room.say()
      let heardTo = room.events.length
      let stretch = stretchOf(room.unread(Math.min(readTo, before), heardTo))
      let flight: { way: string; from: Stretch; page: Messages; heard: LiveEvent[] } | undefined
      const hearSome = (count: number) => {
        const events = room.events.slice(heardTo, heardTo + count)
        heardTo += events.length
        flight?.heard.push(...events)
        stretch = hear(stretch, events, OWN)
      }
      const land = () => {
        if (!flight) return
        const { way, from, page, heard } = flight
        flight = undefined
        if (way === 'latest') stretch = anew(page, stretch.read, heard, OWN)
        else if (way === 'up' && stretch.next === from.next) stretch = withAbove(stretch, page, heard, OWN)
        else if (way === 'down' && stretch.later === from.later) stretch = withBelow(stretch, page, heard, OWN)
      }
      for (const [deed, amount] of deeds) {
        if (deed === 'say') room.say()
        if (deed === 'join') room.join()
        if (deed === 'take') room.take(amount)
        if (deed === 'hear') hearSome(1 + (amount % 6))
        if (deed === 'land') land()
        if (deed === 'top') stretch = withoutTop(stretch, 3 + (amount % 6))
        if (deed === 'bottom') stretch = withoutBottom(stretch, 3 + (amount % 6), OWN)
        if (deed === 'answer') {
          const own = room.there().filter((seq) => seq % 4 === 0)
          const seq = own[amount % Math.max(1, own.length)]
          if (seq !== undefined) stretch = saidHere(stretch, messageAt(seq))
        }
        if (flight || !['up', 'down', 'latest'].includes(deed)) continue
        // the line is never ahead of the database, and the number is read a moment before the lines
        const seq = room.events.length
        if (amount % 3 === 0) room.say()
        if (deed === 'up' && stretch.next !== null)
          flight = { way: 'up', from: stretch, page: room.above(Number(stretch.next), seq), heard: [] }
        if (deed === 'down' && stretch.later !== null)
          flight = { way: 'down', from: stretch, page: room.below(Number(stretch.later), seq), heard: [] }
        if (deed === 'latest') flight = { way: 'latest', from: stretch, page: room.latest(seq), heard: [] }
      }
      land()
      hearSome(room.events.length)
      const { next, later } = stretch
      const isIn = (seq: number) => (next === null || seq >= Number(next)) && (later === null || seq <= Number(later))
      expect(shown(stretch)).toEqual(room.there().filter(isIn))
      expect(stretch.seq).toBe(room.events.length)
      // and read on to both ends it is the whole
      while (stretch.later !== null)
        stretch = withBelow(stretch, room.below(Number(stretch.later), room.events.length), [], OWN)
      while (stretch.next !== null)
        stretch = withAbove(stretch, room.above(Number(stretch.next), room.events.length), [], OWN)
      expect(shown(stretch)).toEqual(room.there())
    }),
    { numRuns: 2000 },
  )
})

test('a message whose words are gone when it is told is not shown', () => {
  const stretch = hear(stretchOf(page([], 0)), [said(1, false), said(2)], OWN)
  expect(shown(stretch)).toEqual([2])
  expect(stretch.seq).toBe(2)
})

test('times come as times, and what he deletes himself is gone at once', () => {
  const stretch = hear(stretchOf(page([], 0)), [said(1), said(2)], OWN)
  expect(stretch.items[0]!.created_at).toEqual(new Date(1000))
  expect(shown(deletedHere(stretch, 'id-1'))).toEqual([2])
})

test('what is said below what is here is counted and not shown; his own counts for nothing', () => {
  const stretch = stretchOf(page([1, 2, 3], 5, { later: '3', read: 5 }))
  const heard = hear(stretch, [said(6), said(7), said(8), joined(9)], OWN)
  expect(shown(heard)).toEqual([1, 2, 3])
  expect(unreadOf(heard, OWN)).toEqual({ count: 2, more: false })
  expect(unreadOf(hear(heard, [deleted(10, 7)], OWN), OWN)).toEqual({ count: 1, more: false })
  // he has not read what lies between: then it is at least so many
  expect(unreadOf({ ...heard, read: 1 }, OWN)).toEqual({ count: 4, more: true })
})

test('of what is let go below, the new is counted; of a flood no more than a hundred', () => {
  const seqs = Array.from({ length: 400 }, (_, n) => n + 1)
  const stretch = { ...stretchOf(page(seqs, 400)), read: 390 }
  const cut = withoutBottom(stretch, 300, OWN)
  expect(cut).toMatchObject({ later: '300', next: null })
  // 391 to 400 without 392, 396 and 400
  expect(unreadOf(cut, OWN)).toEqual({ count: 7, more: false })
  const flood = hear(
    cut,
    Array.from({ length: 5000 }, (_, n) => said(401 + n)),
    OWN,
  )
  expect(flood.below).toHaveLength(100)
  expect(flood.items).toHaveLength(300)
  expect(withoutTop(stretch, 300)).toMatchObject({ next: '101', later: null })
})
