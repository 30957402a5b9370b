/** Reads the stream of one answer, from the first event to the last. */
import type { AnswerEvent } from '#contract/assistant.ts'
import { SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'

/** in ms; the server times out on a model much earlier, so this catches a dead connection */
const MAX_STREAM_MS = 120_000
/** in ms, and the number of attempts: after a break the server may not know yet that the first stream has no reader */
const RETRY_PAUSE_MS = 2000
const MAX_ATTEMPTS = 5

interface SentQuestion {
  id: string
  question: string
  anyway?: boolean
}
type OnAnswerEvent = (event: AnswerEvent) => void

/** Resolves when the answer is complete. */
export async function readAnswerStream(sent: SentQuestion, closed: AbortSignal, onEvent: OnAnswerEvent): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await listenOnce(sent, closed, onEvent)
    } catch (error) {
      if (!isUnderWay(error) || tries === MAX_ATTEMPTS) throw error
      await pause(RETRY_PAUSE_MS, closed)
      if (closed.aborted) throw error
    }
  }
}

/** Resolves early if the dialog is closed. */
const pause = (ms: number, closed: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    closed.addEventListener('abort', end, { once: true })
  })

const isUnderWay = (error: unknown) => (error as { code?: unknown } | null)?.code === 'QUESTION_UNDER_WAY'

async function listenOnce(sent: SentQuestion, closed: AbortSignal, onEvent: OnAnswerEvent): Promise<void> {
  // not AbortSignal.any, which Safari before 17.4 does not have
  const stopping = new AbortController()
  const { signal } = stopping
  const close = () => stopping.abort(closed.reason)
  const timer = setTimeout(() => stopping.abort(new DOMException('No answer came', 'TimeoutError')), MAX_STREAM_MS)
  closed.addEventListener('abort', close)
  try {
    const events = await asMember(SAY_ASSISTANT.signIn, () => api.assistant.streamAnswer(sent, { signal }))
    signal.addEventListener('abort', () => void events.return?.(undefined).catch(() => {}))
    for await (const event of events) {
      // ignore events that arrive after the dialog was closed
      if (closed.aborted) return
      onEvent(event)
      if (event.type === 'done') return
    }
  } finally {
    clearTimeout(timer)
    closed.removeEventListener('abort', close)
  }
  throw new TypeError('The answer broke off')
}
