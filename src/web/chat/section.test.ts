import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message, Messages } from '#contract/chat.ts'
import type { LiveEvent } from '../kernel/live-subscriptions.ts'
import {
  applyEvents,
  replacedBy,
  type Section,
  sectionOf,
  unreadOf,
  withAbove,
  withBelow,
  withOwnMessage,
  withoutBottom,
  withoutDeleted,
  withoutTop,
} from './section.ts'

const OWN = 'me'
const by = (id: string) => ({ id, username: id, display_name: null, avatar_url: null, location: null })
const messageAt = (seq: number): Message => ({
  id: `id-${seq}`,
  seq,
  user: seq % 4 === 0 ? by(OWN) : seq % 4 === 1 ? null : by('dan'),
  content: `${seq}`,
  round_id: null,
  note: null,
  created_at: new Date(seq * 1000),
})

const asJson = (one: object): unknown => JSON.parse(JSON.stringify(one))
const said = (seq: number, isThere = true): LiveEvent => ({
  seq,
  kind: 'message.sent',
  subject: `id-${seq}`,
  data: isThere ? asJson(messageAt(seq)) : null,
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
const shown = ({ items }: Section) => items.map(({ seq }) => seq)

/** The true history of a room, and the answers of its server: small pages, with the number read before the lines. */
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
    /** `seq`: the number of the last event a moment earlier */
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

const STEPS = [
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

test('with loading, live events, the member’s own answers and trimming in any order, no message is missing, repeated or out of order', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat({ max: 30 })), { maxLength: 80 })
  fc.assert(
    fc.property(fc.nat({ max: 30 }), fc.nat({ max: 30 }), steps, (before, readTo, steps) => {
      const room = makeRoom()
      for (let n = 0; n < before; n++) room.say()
      let heardTo = room.events.length
      let section = sectionOf(room.unread(Math.min(readTo, before), heardTo))
      let flight: { way: string; from: Section; page: Messages; arrived: LiveEvent[] } | undefined
      const hearSome = (count: number) => {
        const events = room.events.slice(heardTo, heardTo + count)
        heardTo += events.length
        flight?.arrived.push(...events)
        section = applyEvents(section, events, OWN)
      }
      const land = () => {
        if (!flight) return
        const { way, from, page, arrived } = flight
        flight = undefined
        if (way === 'latest') section = replacedBy(page, section.read, arrived, OWN)
        else if (way === 'up' && section.next === from.next) section = withAbove(section, page, arrived, OWN)
        else if (way === 'down' && section.later === from.later) section = withBelow(section, page, arrived, OWN)
      }
      for (const [step, amount] of steps) {
        if (step === 'say') room.say()
        if (step === 'join') room.join()
        if (step === 'take') room.take(amount)
        if (step === 'hear') hearSome(1 + (amount % 6))
        if (step === 'land') land()
        if (step === 'top') section = withoutTop(section, 3 + (amount % 6))
        if (step === 'bottom') section = withoutBottom(section, 3 + (amount % 6), OWN)
        if (step === 'answer') {
          const own = room.there().filter((seq) => seq % 4 === 0)
          const seq = own[amount % Math.max(1, own.length)]
          if (seq !== undefined) section = withOwnMessage(section, messageAt(seq))
        }
        if (flight || !['up', 'down', 'latest'].includes(step)) continue
        // the client never knows more than the database, and the server reads the number a moment before the lines
        const seq = room.events.length
        if (amount % 3 === 0) room.say()
        if (step === 'up' && section.next !== null)
          flight = { way: 'up', from: section, page: room.above(Number(section.next), seq), arrived: [] }
        if (step === 'down' && section.later !== null)
          flight = { way: 'down', from: section, page: room.below(Number(section.later), seq), arrived: [] }
        if (step === 'latest') flight = { way: 'latest', from: section, page: room.latest(seq), arrived: [] }
      }
      land()
      hearSome(room.events.length)
      const { next, later } = section
      const isIn = (seq: number) => (next === null || seq >= Number(next)) && (later === null || seq <= Number(later))
      expect(shown(section)).toEqual(room.there().filter(isIn))
      expect(section.seq).toBe(room.events.length)
      // after loading to both ends everything is there
      while (section.later !== null)
        section = withBelow(section, room.below(Number(section.later), room.events.length), [], OWN)
      while (section.next !== null)
        section = withAbove(section, room.above(Number(section.next), room.events.length), [], OWN)
      expect(shown(section)).toEqual(room.there())
    }),
    { numRuns: 2000 },
  )
})

test('a message that is deleted before its live event arrives is not shown', () => {
  const section = applyEvents(sectionOf(page([], 0)), [said(1, false), said(2)], OWN)
  expect(shown(section)).toEqual([2])
  expect(section.seq).toBe(2)
})

test('dates are parsed, and a message that the member deletes disappears at once', () => {
  const section = applyEvents(sectionOf(page([], 0)), [said(1), said(2)], OWN)
  expect(section.items[0]!.created_at).toEqual(new Date(1000))
  expect(shown(withoutDeleted(section, 'id-1'))).toEqual([2])
})

test('a new message below a section that does not reach the end is counted, not shown; the member’s own is not counted', () => {
  const section = sectionOf(page([1, 2, 3], 5, { later: '3', read: 5 }))
  const arrived = applyEvents(section, [said(6), said(7), said(8), joined(9)], OWN)
  expect(shown(arrived)).toEqual([1, 2, 3])
  expect(unreadOf(arrived, OWN)).toEqual({ count: 2, more: false })
  expect(unreadOf(applyEvents(arrived, [deleted(10, 7)], OWN), OWN)).toEqual({ count: 1, more: false })
  // the messages between are not loaded, so this is a minimum
  expect(unreadOf({ ...arrived, read: 1 }, OWN)).toEqual({ count: 4, more: true })
})

test('unread messages are counted when they are trimmed at the bottom; of many at most a hundred', () => {
  const seqs = Array.from({ length: 400 }, (_, n) => n + 1)
  const section = { ...sectionOf(page(seqs, 400)), read: 390 }
  const cut = withoutBottom(section, 300, OWN)
  expect(cut).toMatchObject({ later: '300', next: null })
  // 391 to 400 without 392, 396 and 400
  expect(unreadOf(cut, OWN)).toEqual({ count: 7, more: false })
  const flood = applyEvents(
    cut,
    Array.from({ length: 5000 }, (_, n) => said(401 + n)),
    OWN,
  )
  expect(flood.below).toHaveLength(100)
  expect(flood.items).toHaveLength(300)
  expect(withoutTop(section, 300)).toMatchObject({ next: '101', later: null })
})

test('a line about the rounds is unread like a message of the man who is named in it', () => {
  const note = (seq: number, man: string | null): Message => ({
    ...messageAt(seq),
    user: null,
    note: { kind: 'rhythm-changed', by: man === null ? null : by(man) },
  })
  const section = sectionOf({ ...page([], 4), items: [note(1, 'dan'), note(2, OWN), note(3, null)] })
  expect(unreadOf(section, OWN)).toEqual({ count: 2, more: false })
})
