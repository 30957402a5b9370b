/**
 * Reading by HTTP while the WebSocket connection fails: one request each half minute, a "turn", answers the frames that the
 * connection would have delivered.
 */
import type { Frame, Subscription, Subscriptions, TopicPosition } from './live-subscriptions.ts'

/** The answer of the server to a turn, or its refusal. */
export type TurnAnswer = { frames: object[] } | { status: number; retryAfter: number | undefined }

/**
 * In ms: the time between turns, before the first one, after a topic was added, and after a turn without an answer. A random part
 * is added to each, because a thousand tabs may lose the connection at the same moment.
 */
const TURN_MS = 30_000
const FIRST_TURN_MS = 500
export const ADDED_TURN_MS = 1000
export const FAILED_TURN_MS = 10_000
/** HTTP statuses of a turn */
const SIGNED_OUT = 401
const TOO_MANY_REQUESTS = 429

interface TurnParts {
  topics: Subscriptions
  deliver(frame: Frame, asked: ReadonlySet<Subscription>): void
  readTurn(topics: TopicPosition[]): Promise<TurnAnswer>
  isNeeded(): boolean
  isOnline(): boolean
  isVisible(): boolean
  random(): number
  /** what the last turn said has changed */
  onChange(): void
  onSignedOut(): void
  /** The server answers again after turns have failed. */
  onBack(): void
}

export function makeTurns(parts: TurnParts) {
  const { topics, deliver, readTurn, isNeeded, isOnline, isVisible, random, onChange, onSignedOut, onBack } = parts
  /** the connection fails, so the tab takes turns */
  let isFailing = false
  /** what the last turn said: null before there was one */
  let turnState: 'by-turns' | 'offline' | null = null
  let turn: { at: number; timer: ReturnType<typeof setTimeout> } | undefined
  /** the server asked not to be read before this time */
  let notBefore = 0
  let isReading = false
  let readAgain = false

  /** The connection fails: from now on the tab takes turns. */
  function begin() {
    if (isFailing || !isNeeded()) return
    isFailing = true
    plan(FIRST_TURN_MS)
  }

  function clear() {
    clearTimeout(turn?.timer)
    turn = undefined
  }

  /**
   * Plans a turn after about this time in ms, and after the pause that the server asked for. The earlier of two plans wins.
   */
  function plan(ms: number) {
    const at = Math.max(Date.now(), notBefore) + ms * (0.75 + random() / 2)
    if (!isFailing || (turn && turn.at <= at)) return
    clear()
    turn = { at, timer: setTimeout(() => void take(), at - Date.now()) }
  }

  async function take(): Promise<void> {
    if (Date.now() < notBefore) return plan(FIRST_TURN_MS)
    clear()
    readAgain = isReading
    if (isReading || !isFailing || !isNeeded() || !isOnline() || !isVisible()) return
    isReading = true
    const asked = topics.all()
    const answer = await readTurn(topics.names().map(topics.positionOf)).catch(() => null)
    isReading = false
    if (!isNeeded()) return
    if (answer && 'frames' in answer) for (const frame of answer.frames) deliver(frame as Frame, asked)
    if (!isFailing) return // it is connected meanwhile
    if (answer && 'frames' in answer) return planAfterAnswer()
    if (answer?.status === SIGNED_OUT) return onSignedOut()
    // refused because of too many requests: the server is there
    if (answer?.status === TOO_MANY_REQUESTS) turnState ??= 'by-turns'
    else turnState = 'offline'
    notBefore = Date.now() + (answer?.retryAfter ?? 0) * 1000
    onChange()
    plan(FAILED_TURN_MS)
  }

  /** If turns failed before, the server is back: then connecting is tried first, so that no words come and go. */
  function planAfterAnswer() {
    const isBack = turnState === 'offline'
    turnState = isBack ? null : 'by-turns'
    onChange()
    plan(readAgain || isBack ? ADDED_TURN_MS : TURN_MS)
    if (isBack) onBack()
  }

  return {
    get state() {
      return turnState
    },
    get isReading() {
      return isReading
    },
    begin,
    /** The connection works again, or nobody needs it. */
    end() {
      isFailing = false
      turnState = null
      clear()
    },
    clear,
    plan,
    take,
  }
}
