/**
 * Live updates over HTTP, for a tab whose network blocks WebSockets: one request subscribes like a connection, and its
 * answer is what the connection would get until each topic is up to date.
 */
import * as z from 'zod'
import { makeBudgets } from '../budget.ts'
import type { Live } from './hub.ts'
import type { Listener } from './topic.ts'

/** A tab follows some topics at most: those of its page, and the member's own. */
const MAX_TOPICS = 50

/** The topics of a tab, each with the number after which events are wanted; without a number, from now on. */
export const LiveTurn = z.strictObject({
  topics: z
    .array(
      z.strictObject({
        topic: z
          .string()
          .max(60)
          .regex(/^[a-z]+:[0-9a-f-]{36}$/),
        after: z.int().min(0).optional(),
      }),
    )
    .min(1)
    .max(MAX_TOPICS),
})
type TopicPosition = z.infer<typeof LiveTurn>['topics'][number]

type Reader = Pick<Listener, 'member' | 'session'>

/**
 * Topics that one member may read: thirty tabs with two topics each read two a second. Events that are sent cost as well,
 * because a tab without a memory would ask for the same ones each time.
 */
const MEMBER_RATE = { burst: 240, perSecond: 6 }
const EVENTS_PER_TOPIC = 10
/** The maximum of an answer, in characters. What is left out comes with the next request. */
const MAX_ANSWER_LENGTH = 1_000_000
/** An answer is a megabyte at most, and several times as much while it is made. */
const MAX_TURNS_PER_MEMBER = 3
const MAX_TURNS = 30
/** in s; a turn takes some milliseconds if the database responds */
const RETRY_AFTER = 1
/** in ms; a topic that has not been read by then is refused for now, as on a connection */
const MAX_WAIT_MS = 8000
/** The last frame about a topic, whose name needs no escapes. */
const LAST_FRAME = /^\{"t":"(?:on|no|gone|later)","topic":"([^"]*)"/

interface TurnParts {
  live: Pick<Live, 'arrive' | 'subscribe' | 'leave'>
  /** in ms; the clock of the rate limits */
  now?(): number
  maxWaitMs?: number
  /** the maximum number of turns that the process reads at once */
  maxTurns?: number
}

export function makeTurns({
  live,
  now = () => performance.now(),
  maxWaitMs = MAX_WAIT_MS,
  maxTurns = MAX_TURNS,
}: TurnParts) {
  const budgets = makeBudgets(MEMBER_RATE, now)
  const heldBy = new Map<string, number>()
  let reading = 0
  return {
    /** Returns the seconds that the member must wait; 0 if he may read now. */
    waitOf({ member }: Reader): number {
      const isBusy = reading >= maxTurns || (heldBy.get(member) ?? 0) >= MAX_TURNS_PER_MEMBER
      return Math.max(budgets.secondsUntilLeft(member), isBusy ? RETRY_AFTER : 0)
    },
    /** Counts a turn of the member until the returned function is called: when its answer has been sent. */
    hold({ member }: Reader): () => void {
      heldBy.set(member, (heldBy.get(member) ?? 0) + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const left = heldBy.get(member)! - 1
        if (left > 0) heldBy.set(member, left)
        else heldBy.delete(member)
      }
    },
    /** Returns the frames of all topics as JSON, or null if the session has ended. */
    read(reader: Reader, positions: readonly TopicPosition[], signal?: AbortSignal): Promise<string | null> {
      budgets.charge(reader.member, positions.length)
      reading += 1
      return new Promise((resolve) => {
        const waiting = new Set(positions.map(({ topic }) => topic))
        const frames: string[] = []
        let length = 0
        let isOver = false
        const answer = (text: string | null) => {
          if (isOver) return
          isOver = true
          reading -= 1
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          live.leave(listener)
          resolve(text)
        }
        const giveUp = () => {
          for (const topic of waiting) frames.push(JSON.stringify({ t: 'later', topic }))
          answer(`[${frames.join()}]`)
        }
        const timer = setTimeout(giveUp, maxWaitMs)
        signal?.addEventListener('abort', giveUp)
        const listener: Listener = {
          ...reader,
          send(frame) {
            if (isOver) return
            const topic = LAST_FRAME.exec(frame)?.[1]
            length += frame.length
            if (length > MAX_ANSWER_LENGTH && topic === undefined && frames.length > 0) return giveUp()
            frames.push(frame)
            if (topic !== undefined) waiting.delete(topic)
            if (waiting.size === 0) answer(`[${frames.join()}]`)
          },
          caughtUp: (_topic, events) => budgets.charge(reader.member, Math.floor(events / EVENTS_PER_TOPIC)),
          end: () => answer(null),
        }
        if (signal?.aborted) return giveUp()
        live.arrive(listener)
        for (const { topic, after } of positions) if (!isOver) live.subscribe(listener, topic, after ?? null)
      })
    },
  }
}
