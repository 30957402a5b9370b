/**
 * The Model port: a language model that the operator names and that answers chat completions as OpenAI's do, over
 * server-sent events. Every wait and every size is bounded. After some failures in a row it is not asked for a while.
 */
import { createParser } from 'eventsource-parser'
import type { Config } from '#config'

interface Message {
  role: 'system' | 'user'
  content: string
}

export interface Asked {
  messages: Message[]
  /** tokens that it may say */
  most: number
  /** ms for all of it */
  within: number
  /** ends the call; that is no failure */
  signal: AbortSignal
}

/** What it says, as it comes; and, where it tells, how many tokens question and answer took. */
export type Piece = { text: string } | { tokens: number }

export interface Model {
  /** whom it asks, for the line that the start prints */
  description: string
  /** Throws a ModelFailure, or the reason of the signal. */
  ask(asked: Asked): AsyncGenerator<Piece, void, void>
}

type Why =
  | 'refused'
  | 'unreachable'
  | 'silent'
  | 'too long'
  | 'too large'
  | 'not understood'
  | 'broken off'
  /** it failed some times just before, and is not asked now */
  | 'resting'

/** Says why, and nothing that the call carried: neither the question nor the key. */
export class ModelFailure extends Error {
  readonly why: Why
  readonly status: number | undefined
  constructor(why: Why, status?: number) {
    super(`The model failed: ${why}`)
    this.why = why
    this.status = status
  }
}

export interface ModelOptions {
  /** ms: until its answer begins, and between two parts of it */
  first?: number
  silence?: number
  /** bytes of an answer */
  size?: number
  /** failures in a row after which it rests, and for how many ms */
  failures?: number
  rest?: number
  now?: () => number
}

export function makeModel(config: Config['model'], options: ModelOptions = {}): Model | null {
  if (config === null) return null
  const circuit = makeCircuit(options)
  const to = addressOf(config.url)
  return {
    description: `by ${config.name} at ${to.host}`,
    async *ask(asked) {
      const call = circuit.enter()
      try {
        yield* spoken(to, config, asked, options)
        call.worked()
      } catch (error) {
        if (asked.signal.aborted) throw asked.signal.reason
        call.failed()
        throw error instanceof ModelFailure ? error : new ModelFailure('unreachable')
      } finally {
        // who asked has heard enough
        call.left()
      }
    },
  }
}

/** `https://host/v1`, or the whole address of its chat completions. */
function addressOf(given: string): URL {
  const url = new URL(given)
  const path = url.pathname.replace(/\/+$/, '')
  url.pathname = path.endsWith('/chat/completions') ? path : `${path}/chat/completions`
  return url
}

type Named = NonNullable<Config['model']>

async function* spoken(
  to: URL,
  { name, apiKey }: Named,
  asked: Asked,
  { first = 15_000, silence = 15_000, size = 1_000_000 }: ModelOptions,
): AsyncGenerator<Piece, void, void> {
  const watch = makeWatch(asked)
  try {
    const body = await watch.within(first, (signal) =>
      fetch(to, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'text/event-stream',
          ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({
          ...{ model: name, messages: asked.messages, temperature: 0, max_tokens: asked.most },
          ...{ stream: true, stream_options: { include_usage: true } },
        }),
        // to another host the question and the key do not go
        redirect: 'error',
        signal,
      }).then(bodyOf),
    )
    yield* piecesOf(body, size, (work) => watch.within(silence, work))
  } finally {
    watch.end()
  }
}

async function bodyOf(response: Response): Promise<ReadableStream<Uint8Array>> {
  const { ok, status, body, headers } = response
  if (ok && body && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) return body
  await body?.cancel()
  throw ok ? new ModelFailure('not understood') : new ModelFailure('refused', status)
}

type Wait = <Result>(work: () => Promise<Result>) => Promise<Result>

async function* piecesOf(
  body: ReadableStream<Uint8Array>,
  size: number,
  wait: Wait,
): AsyncGenerator<Piece, void, void> {
  const heard: string[] = []
  const parser = createParser({ onEvent: ({ data }) => void heard.push(data) })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  let isWhole = false
  try {
    for (;;) {
      const { done, value } = await wait(() => reader.read())
      if (done) break
      bytes += value.length
      if (bytes > size) throw new ModelFailure('too large')
      parser.feed(decoder.decode(value, { stream: true }))
      for (const data of heard.splice(0)) {
        if (data.trim() === '[DONE]') return
        const said = readEvent(data)
        isWhole ||= said.isLast
        yield* said.pieces
      }
    }
  } finally {
    // also where the call was ended meanwhile, and there is nothing left to cancel
    await reader.cancel().catch(() => {})
  }
  if (!isWhole) throw new ModelFailure('broken off')
}

function readEvent(data: string): { pieces: Piece[]; isLast: boolean } {
  const { choices, usage, error } = recordOf(parsed(data))
  if (error !== undefined && error !== null) throw new ModelFailure('refused')
  const [choice] = Array.isArray(choices) ? choices : []
  const { delta, finish_reason } = recordOf(choice)
  const { content } = recordOf(delta)
  const { total_tokens } = recordOf(usage)
  const pieces: Piece[] = []
  if (typeof content === 'string' && content !== '') pieces.push({ text: content })
  if (typeof total_tokens === 'number' && isCredible(total_tokens)) pieces.push({ tokens: total_tokens })
  return { pieces, isLast: typeof finish_reason === 'string' }
}

/** No call of ours takes more: a larger number would use up the month of the instance. It is ignored, and our own count is taken. */
const MOST_TOKENS = 1_000_000

const isCredible = (tokens: number) => Number.isSafeInteger(tokens) && tokens >= 0 && tokens <= MOST_TOKENS

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    throw new ModelFailure('not understood')
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/**
 * Ends the call when one wait, or all of it, takes too long. `silence` is counted only while an answer of the model is awaited,
 * not while the caller works on a part.
 */
function makeWatch({ within, signal }: Pick<Asked, 'within' | 'signal'>) {
  const stopped = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  // it may be that nobody waits any more
  late.catch(() => {})
  const stop = (reason: unknown) => {
    reject(reason)
    stopped.abort(reason)
  }
  const leave = () => stop(signal.reason)
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  const whole = setTimeout(() => stop(new ModelFailure('too long')), within)
  return {
    async within<Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
      const timer = setTimeout(() => stop(new ModelFailure('silent')), ms)
      try {
        return await Promise.race([work(stopped.signal), late])
      } finally {
        clearTimeout(timer)
      }
    },
    end() {
      clearTimeout(whole)
      signal.removeEventListener('abort', leave)
      stopped.abort()
    },
  }
}

/**
 * A circuit breaker. After some failures in a row no call is made for a while. Then one call is tried: if it works, all calls
 * are made again, and if it fails, the rest begins anew.
 */
function makeCircuit({ failures: most = 5, rest = 30_000, now = Date.now }: ModelOptions) {
  let failures = 0
  let restsUntil = 0
  let isTried = false
  return {
    enter() {
      const isOpen = failures >= most
      if (isOpen && (now() < restsUntil || isTried)) throw new ModelFailure('resting')
      if (isOpen) isTried = true
      let isOver = false
      const once = (end: () => void) => () => {
        if (isOver) return
        isOver = true
        if (isOpen) isTried = false
        end()
      }
      return {
        worked: once(() => {
          failures = 0
        }),
        failed: once(() => {
          failures++
          if (failures >= most) restsUntil = now() + rest
        }),
        /** says nothing about how it is */
        left: once(() => {}),
      }
    },
  }
}

export { makeEmbeddings } from './embeddings.ts'
export { bytesOf, cosineOf, type Embeddings, signatureOf } from './meaning.ts'
