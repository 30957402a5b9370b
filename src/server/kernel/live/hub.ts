/**
 * Live updates: events that are sent to the tabs that listen to a topic. Each event of a topic has a number, taken in
 * the transaction of the operation (`tell` in SQL), so a tab that asks for "everything after 17" misses nothing,
 * however long it was disconnected. A process reads each topic once for all its listeners. It checks who may receive
 * the topic when they join, and again before it sends more if the topic's `audience` or the sessions have changed. For
 * a kind of topic whose `audience` does not change, it checks each time.
 */

import type { Kysely } from 'kysely'
import PQueue from 'p-queue'
import type { DB } from '#db/types.ts'
import { errorFacts, type Log } from '../log.ts'
import { allowedListeners, watchSessions } from './audience.ts'
import type { Bus } from './bus.ts'
import { type FrameFor, forAll, framesOf, NOTHING_HIDDEN } from './frames.ts'
import { makePulses, type Pulses } from './pulses.ts'
import type { Listener, TopicEvent, TopicKind } from './topic.ts'
import { MAX_EVENTS_PER_READ, readTopic, readTopics, type Snapshot } from './topic-reads.ts'

export interface Live {
  /** Registers a connection: it is told when its session ends, even if it listens to no topic. */
  arrive(listener: Listener): void
  /** Notifies this and the other processes of news on a topic. Call it after the commit. */
  notify(topic: string): void
  /**
   * Calls `act` when this name is notified, by any process, and after a time in which notifications may have been lost.
   */
  onNotify(name: string, act: () => void): void
  subscribe(listener: Listener, topic: string, after: number | null): void
  unsubscribe(listener: Listener, topic: string): void
  /** Removes a closed connection. */
  leave(listener: Listener): void
  /** Checks every topic that has listeners. */
  lookAtAll(): void
  /** the number of topics that have listeners here */
  readonly topics: number
  close(): Promise<void>
}

/** For programs without listeners. */
export const noLive: Pick<Live, 'notify' | 'onNotify' | 'arrive' | 'subscribe' | 'leave'> = {
  ...{ notify() {}, onNotify() {}, arrive() {}, leave() {} },
  subscribe: (listener, topic) => listener.send(JSON.stringify({ t: 'later', topic })),
}

export interface LiveParts {
  db: Kysely<DB>
  kinds: Record<string, TopicKind>
  pulses: Pulses
  /** opens the bus; `heard` is called with the notifications of other processes */
  bus(heard: (topics: string[] | null) => void): Bus
  log: Log
}

const TOPIC = /^([a-z]+):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/
/** A tab that missed more events is told to read again. It must be fewer than the frames that may wait for one tab. */
const MAX_MISSED_EVENTS = 300
/**
 * How many topics without listeners are read at the same time, so that a tab that joins many does not delay the others.
 */
const FIRST_READ_CONCURRENCY = 4
/** Interval of the regular check, in ms: a change whose notification was lost is found this late. */
const CHECK_INTERVAL_MS = 5000

interface Topic {
  name: string
  id: string
  kind: TopicKind
  /** null before the first read */
  seen: number | null
  audience: number
  ends: number
  listeners: Set<Listener>
  /** listeners that wait to be admitted, and the number after which each of them starts */
  joining: Map<Listener, number | null>
  /** true also while it waits for its turn to be read */
  isLooking: boolean
  lookAgain: boolean
}

export function makeLive({ db, kinds, pulses: made, bus: makeBus, log }: LiveParts): Live {
  const topics = new Map<string, Topic>()
  const heardBy = new Map<Listener, Set<string>>()
  const firstLooks = new PQueue({ concurrency: FIRST_READ_CONCURRENCY })
  const listeners: { name: string; act: () => void }[] = []
  let isClosed = false
  let [isFinding, findAgain] = [false, false]
  const pulses = makePulses({ db, pulses: made, listeners: () => listenersOf(made.to), log })
  const bus = makeBus((names) => {
    for (const name of names ?? []) pulses.hear(name)
    for (const { name, act } of listeners) if (names === null || names.includes(name)) act()
    if (names === null) lookAtAll()
    else for (const name of names) look(topics.get(name))
  })

  const lookAtAll = () =>
    void findChanged().catch((error: unknown) => {
      if (!isClosed) log.warn(errorFacts(error), 'the topics could not be looked at')
    })

  /** One statement for all topics that have listeners; only those with news are read. */
  async function findChanged(): Promise<void> {
    findAgain = isFinding
    if (isFinding || isClosed || topics.size === 0) return
    isFinding = true
    try {
      for (const now of await readTopics(db, [...topics.keys()])) {
        const topic = topics.get(now.topic)
        if (topic?.seen !== now.seq || topic.audience !== now.audience) look(topic)
      }
    } finally {
      isFinding = false
      if (findAgain) lookAtAll()
    }
  }

  function look(topic: Topic | undefined): void {
    if (!topic || isClosed) return
    if (topic.isLooking) {
      topic.lookAgain = true
      return
    }
    topic.isLooking = true
    // events for admitted listeners do not wait for the listeners that are still to be admitted
    if (topic.listeners.size > 0) void lookNow(topic)
    else
      firstLooks
        .add(() => lookNow(topic))
        .catch((error) => log.error(errorFacts(error), 'the first look at a topic failed'))
  }

  async function lookNow(topic: Topic): Promise<void> {
    // this read covers all notifications that arrived while it waited
    topic.lookAgain = false
    try {
      if (isWanted(topic) && !isClosed) await lookOnce(topic)
    } catch (error) {
      // nothing was sent, so the next read starts at the same number
      if (!isClosed) log.warn(errorFacts(error), 'a topic could not be read')
      refuseJoining(topic)
    } finally {
      topic.isLooking = false
      if (!isWanted(topic)) topics.delete(topic.name)
      else if (topic.lookAgain || topic.joining.size > 0) look(topic)
    }
  }

  /** These tabs subscribe again by themselves. They get no answer that would say whether the topic exists. */
  function refuseJoining(topic: Topic) {
    for (const listener of topic.joining.keys()) listener.send(JSON.stringify({ t: 'later', topic: topic.name }))
    topic.joining.clear()
  }

  async function lookOnce(topic: Topic): Promise<void> {
    const asking = [...topic.joining]
    topic.joining.clear()
    try {
      const now = await readTopic(db, topic.name, topic.seen)
      const joining = asking.filter(([listener]) => isHere(listener, topic))
      if (topic.listeners.size + joining.length === 0) return // all of them have left in the meantime
      const isNews = topic.kind.isAskedAgain === true && now.seq !== topic.seen
      const isStale = topic.seen === null || now.audience !== topic.audience || now.ends !== topic.ends || isNews
      const asked = [...(isStale ? topic.listeners : []), ...joining.map(([listener]) => listener)]
      // after the read: a member who was excluded before an event was written is not allowed here
      const allowed = await allowedListeners(db, topic, asked)
      const shown = await topic.kind.show(db, topic.id, now.events)
      const letIn: [Listener, number | null][] = []
      for (const [listener, after] of joining) {
        if (!isHere(listener, topic)) continue // the listener has left in the meantime
        if (allowed.may.has(listener)) letIn.push([listener, after])
        else turnAway(topic, listener, allowed.alive.has(listener.session) ? 'no' : 'over')
      }
      if (isStale)
        for (const listener of [...topic.listeners])
          if (!allowed.may.has(listener))
            turnAway(topic, listener, allowed.alive.has(listener.session) ? 'gone' : 'over')
      const hidden = await hiddenIn(topic, now.events, topic.listeners)
      deliver(topic, now, (event) => framesOf(topic.name, event, shown, hidden))
      for (const [after, listeners] of Map.groupBy(letIn, ([, after]) => after))
        await welcome(
          topic,
          listeners.map(([listener]) => listener),
          after,
        )
      if (now.events.length === MAX_EVENTS_PER_READ) topic.lookAgain = true
    } catch (error) {
      for (const [listener, after] of asking) if (isHere(listener, topic)) topic.joining.set(listener, after)
      throw error
    }
  }

  /** Sends the news to the listeners that were admitted before. New listeners get theirs in `welcome`. */
  function deliver(topic: Topic, now: Snapshot, framesOf: (event: TopicEvent) => FrameFor): void {
    const before = topic.seen
    const to = now.events.at(-1)?.seq ?? now.seq
    topic.seen = now.events.length === MAX_EVENTS_PER_READ ? to : now.seq
    topic.audience = now.audience
    topic.ends = now.ends
    if (before === null || now.seq === before) return
    const isWhole = now.events[0]?.seq === before + 1
    const frames = isWhole ? now.events.map(framesOf) : [forAll({ t: 'reset', topic: topic.name, seq: now.seq })]
    for (const frame of frames) for (const listener of topic.listeners) listener.send(frame(listener))
  }

  /**
   * Sends the events after `after`, read once for all of these listeners. From then on they get what everybody gets.
   */
  async function welcome(topic: Topic, listeners: Listener[], after: number | null): Promise<void> {
    const seen = topic.seen ?? 0
    const from = after ?? seen
    const frames = [
      ...(await missedSince(topic, listeners, from, seen)),
      forAll({ t: 'on', topic: topic.name, seq: seen }),
    ]
    for (const listener of listeners) {
      if (!isHere(listener, topic)) continue // the listener has left in the meantime
      topic.listeners.add(listener)
      for (const frame of frames) listener.send(frame(listener))
      listener.caughtUp(topic.name, frames.length - 1)
    }
  }

  async function missedSince(topic: Topic, listeners: Listener[], from: number, seen: number): Promise<FrameFor[]> {
    const missing = seen - from
    const missed = missing > 0 && missing <= MAX_MISSED_EVENTS ? (await readTopic(db, topic.name, from)).events : []
    // a number from the future, deleted events, or too many: it is faster to read the current state
    if (missing !== 0 && missed[0]?.seq !== from + 1) return [forAll({ t: 'reset', topic: topic.name, seq: seen })]
    const till = missed.filter(({ seq }) => seq <= seen)
    const shown = till.length ? await topic.kind.show(db, topic.id, till) : new Map()
    const hidden = await hiddenIn(topic, till, listeners)
    return till.map((event) => framesOf(topic.name, event, shown, hidden))
  }

  async function hiddenIn({ kind, id }: Topic, events: TopicEvent[], listeners: Iterable<Listener>) {
    const members = new Set([...listeners].map(({ member }) => member))
    return kind.hides && events.length && members.size ? kind.hides(db, id, events, [...members]) : NOTHING_HIDDEN
  }

  function turnAway(topic: Topic, listener: Listener, t: 'no' | 'gone' | 'over'): void {
    topic.listeners.delete(listener)
    // the session has ended: no topic at all
    if (t === 'over') {
      listener.end()
      return
    }
    heardBy.get(listener)?.delete(topic.name)
    listener.send(JSON.stringify({ t, topic: topic.name }))
  }

  function listenersOf(kind: string): Map<string, Set<Listener>> {
    const found = new Map<string, Set<Listener>>()
    for (const { name, id, listeners } of topics.values())
      if (listeners.size > 0 && name === `${kind}:${id}`) found.set(id, listeners)
    return found
  }

  const isHere = (listener: Listener, { name }: Topic) => heardBy.get(listener)?.has(name) ?? false

  const looking = setInterval(lookAtAll, CHECK_INTERVAL_MS)
  const sessions = watchSessions({ db, listeners: () => [...heardBy.keys()], log })

  return {
    get topics() {
      return topics.size
    },
    notify(name) {
      for (const one of listeners) if (one.name === name) one.act()
      pulses.hear(name)
      look(topics.get(name))
      bus.notify(name)
    },
    arrive(listener) {
      heardBy.set(listener, new Set())
    },
    onNotify(name, act) {
      listeners.push({ name, act })
    },
    subscribe(listener, name, after) {
      const [, kindName = '', id = ''] = TOPIC.exec(name) ?? []
      const kind = Object.hasOwn(kinds, kindName) ? kinds[kindName] : undefined
      if (!kind) return listener.send(JSON.stringify({ t: 'no', topic: name.slice(0, 100) }))
      const names = heardBy.get(listener) ?? new Set()
      heardBy.set(listener, names.add(name))
      let topic = topics.get(name)
      if (!topic) {
        topic = {
          ...{ name, id, kind, seen: null, audience: 0, ends: 0 },
          ...{ listeners: new Set(), joining: new Map(), isLooking: false, lookAgain: false },
        }
        topics.set(name, topic)
      }
      topic.listeners.delete(listener)
      topic.joining.set(listener, after)
      look(topic)
    },
    unsubscribe(listener, name) {
      heardBy.get(listener)?.delete(name)
      forget(listener, name)
    },
    leave(listener) {
      const names = heardBy.get(listener) ?? []
      heardBy.delete(listener)
      for (const name of names) forget(listener, name)
    },
    lookAtAll,
    async close() {
      isClosed = true
      clearInterval(looking)
      sessions.stop()
      pulses.close()
      await bus.close()
    },
  }

  function forget(listener: Listener, name: string): void {
    const topic = topics.get(name)
    topic?.listeners.delete(listener)
    topic?.joining.delete(listener)
    if (topic && !topic.isLooking && !isWanted(topic)) topics.delete(name)
  }
}

const isWanted = ({ listeners, joining }: Topic) => listeners.size + joining.size > 0
