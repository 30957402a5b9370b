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

export interface ModelCall {
  messages: Message[]
  /** the maximum number of tokens of the answer */
  most: number
  /** timeout of the whole call, in ms */
  within: number
  /** aborts the call; that is not a failure */
  signal: AbortSignal
}

/**
 * A part of the answer as it arrives, or the number of tokens that question and answer took, if the model reports it.
 */
export type Piece = { text: string } | { tokens: number }

export interface Model {
  /** the model's name and host, for the line that the start prints */
  description: string
  /** Throws a ModelFailure, or the reason of the aborted signal. */
  ask(asked: ModelCall): AsyncGenerator<Piece, void, void>
}

type Why =
  | 'refused'
  | 'unreachable'
  | 'silent'
  | 'too long'
  | 'too large'
  | 'not understood'
  | 'broken off'
  /** it has just failed several times, and is not called for now */
  | 'resting'

/** Holds the reason only: neither the question nor the key. */
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
  /** timeouts in ms: until the answer begins, and between two parts of it */
  first?: number
  silence?: number
  /** maximum size of an answer, in bytes */
  size?: number
  /** failures in a row after which the model is not called, and for how many ms */
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
        if (asked.signal.aborted) {
          // the caller has waited too long for something usable
          if (asked.signal.reason instanceof ModelFailure) call.failed()
          throw asked.signal.reason
        }
        call.failed()
        throw error instanceof ModelFailure ? error : new ModelFailure('unreachable')
      } finally {
        // the caller has stopped reading
        call.left()
      }
    },
  }
}

/** `given` is `https://host/v1`, or the whole URL of the chat completions. */
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
  asked: ModelCall,
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
        // the question and the key must not go to another host
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
  const events: string[] = []
  const parser = createParser({ onEvent: ({ data }) => void events.push(data) })
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
      for (const data of events.splice(0)) {
        if (data.trim() === '[DONE]') return
        const said = readEvent(data)
        isWhole ||= said.isLast
        yield* said.pieces
      }
    }
  } finally {
    // also if the call was aborted and there is nothing left to cancel
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

/**
 * The maximum of a plausible token count. A larger one would use up the instance's month; it is ignored, and our own
 * count is used.
 */
const MAX_TOKENS = 1_000_000

const isCredible = (tokens: number) => Number.isSafeInteger(tokens) && tokens >= 0 && tokens <= MAX_TOKENS

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
 * Aborts the call when one wait, or the whole call, takes too long. `silence` counts only while the caller awaits the
 * model, not while the caller works on a part.
 */
function makeWatch({ within, signal }: Pick<ModelCall, 'within' | 'signal'>) {
  const stopped = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  // possibly nothing awaits it any more
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
 * A circuit breaker. After some failures in a row no call is made for a while. Then one call is made: if it succeeds,
 * all calls are allowed again; if it fails, the pause begins again.
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
        /** the caller left: the circuit does not change */
        left: once(() => {}),
      }
    },
  }
}

export { makeEmbeddings } from './embeddings.ts'
export { bytesOf, cosineOf, type Embeddings, signatureOf } from './meaning.ts'
