/**
 * Stands in for the server on one screen: it gives the answers of the test, and nothing else. The contract's schemas
 * parse inputs and answers, and a fault must be one that the procedure declares, so that it cannot send what the server
 * never sends. A request without an answer fails the test.
 */
import { implement, ORPCError, ValidationError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { type Contract, contract } from '#contract/index.ts'
import { type Fault, type FaultData, faults } from '#contract/kernel.ts'
import type { Calls } from '#web/account/auth.ts'
import { type EndpointAnswer, type EndpointPath, wordsOf } from './auth-endpoints.ts'

type Procedure = { '~orpc': { inputSchema?: unknown; outputSchema?: unknown; errorMap: object } }
type InputOf<P> = P extends { '~orpc': { inputSchema?: infer S } } ? Parsed<S> : never
type OutputOf<P> = P extends { '~orpc': { outputSchema?: infer S } } ? Written<S> : never
type Parsed<S> = NonNullable<S> extends { _output: infer T } ? T : undefined
type Written<S> = NonNullable<S> extends { _input: infer T } ? T : unknown

/** The answer of each procedure to an input: a value, or a function, which may wait and may throw `refused`. */
export type Answer<P> = OutputOf<P> | ((input: InputOf<P>) => OutputOf<P> | Promise<OutputOf<P>>)
export type Answers = { [Room in keyof Contract]?: { [Name in keyof Contract[Room]]?: Answer<Contract[Room][Name]> } }

/** such as "votes.castPostVote" */
export type Named = { [Room in keyof Contract & string]: `${Room}.${keyof Contract[Room] & string}` }[keyof Contract &
  string]

/** How a call fails: with a fault of the contract, with an internal error, or without a response. */
export type Trouble = { fault: Fault; data?: FaultData } | 'bug' | 'unreached'

/** A fault as the server sends it. */
export const refused = ({ code, status, message }: Fault, data?: FaultData) =>
  new ORPCError(code, { status, message, data })

/** The answers of the endpoints under /api/auth, by path: only those in the tables of auth-endpoints.ts. */
export type AuthAnswers = {
  [Path in EndpointPath]?: (body: BodyAt<Path>) => EndpointAnswer<Path> | Promise<EndpointAnswer<Path>>
}
type BodyAt<Path extends EndpointPath> = Path extends keyof Calls ? Calls[Path]['body'] : { password: string }

export interface Standin {
  /** handles a request of the page; returns null if it is not meant for the server */
  fetch(request: Request): Promise<Response | null>
  /** adds answers, or replaces earlier ones */
  answer(answers: Answers): void
  answerAuth(answers: AuthAnswers): void
  /** fails the next call of this procedure; later calls answer as before */
  failNext(name: Named, trouble: Trouble): void
  /** calls of this procedure do not reach the server until the returned function is called */
  cutOff(name: Named): () => void
  /** how many calls of this procedure the screen aborted before the response */
  abortedCalls(name: Named): number
  /** holds the next call of this procedure until the returned function is called; then it fails or answers as usual */
  holdNext(name: Named): () => void
  /** the inputs of all calls of this procedure so far, in order */
  asked(name: Named): unknown[]
  /** what no test may cause: requests without an answer, and answers that break the contract */
  complaints: string[]
}

export function makeStandin(first: Answers): Standin {
  const answers = new Map<string, unknown>()
  const asked = new Map<string, unknown[]>()
  const troubles = new Map<string, Trouble[]>()
  const held = new Map<string, Promise<void>>()
  const cut = new Set<string>()
  const abortedCalls = new Map<string, number>()
  const complaints: string[] = []
  let authAnswers: AuthAnswers = {}

  const answer = (more: Answers) => {
    for (const [room, procedures] of Object.entries(more))
      for (const [name, value] of Object.entries(procedures ?? {})) answers.set(`${room}.${name}`, value)
  }
  answer(first)

  const respond = async (name: string, { '~orpc': { errorMap } }: Procedure, input: unknown) => {
    asked.set(name, [...(asked.get(name) ?? []), input])
    const trouble = troubles.get(name)?.shift()
    await patience(name)
    if (trouble === 'bug') throw new ORPCError('INTERNAL_SERVER_ERROR', { message: faults.unexpected.message })
    if (trouble && trouble !== 'unreached') return refuse(name, errorMap, refused(trouble.fault, trouble.data))
    if (!answers.has(name)) {
      complaints.push(`The screen asked for ${name}(${JSON.stringify(input)}), which this test does not answer.`)
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    const given = answers.get(name)
    try {
      return typeof given === 'function' ? await given(input) : given
    } catch (error) {
      if (error instanceof ORPCError) return refuse(name, errorMap, error)
      complaints.push(`The answer to ${name} failed: ${error}`)
      throw error
    }
  }
  const refuse = (name: string, errorMap: object, error: ORPCError<string, unknown>): never => {
    if (!(error.code in errorMap))
      complaints.push(`${name} never answers with ${error.code}: it is not in its contract.`)
    throw error
  }

  const atDoor = async (path: EndpointPath, body: never): Promise<Response> => {
    const given = authAnswers[path]
    if (!given) {
      complaints.push(`The screen called /api/auth/${path}, which this test does not answer.`)
      return Response.json({}, { status: 500 })
    }
    const answer = await given(body)
    if ('done' in answer) return Response.json(answer.done)
    if (answer.refused === 'unreached') throw new TypeError('Failed to fetch')
    const refusal = wordsOf(path, answer.refused)
    return Response.json(refusal.body, { status: refusal.status })
  }

  const patience = async (name: string) => {
    const wait = held.get(name)
    held.delete(name)
    await wait
  }

  const handler = new RPCHandler(routerOf(respond), {
    interceptors: [
      async ({ next, request }) => {
        try {
          return await next()
        } catch (error) {
          // an answer that the contract's schema does not allow
          if (error instanceof ORPCError && error.cause instanceof ValidationError && error.code === 'BAD_REQUEST')
            throw invalid(error.cause)
          if (!(error instanceof ORPCError)) complaints.push(`${request.url.pathname}: ${error}`)
          else if (error.message === 'Output validation failed')
            complaints.push(`${request.url.pathname}: ${error.message}: ${JSON.stringify(error.cause)}`)
          throw error
        }
      },
    ],
  })

  return {
    complaints,
    answer,
    answerAuth: (more) => {
      authAnswers = { ...authAnswers, ...more }
    },
    failNext: (name, trouble) => void troubles.set(name, [...(troubles.get(name) ?? []), trouble]),
    cutOff(name) {
      cut.add(name)
      return () => void cut.delete(name)
    },
    abortedCalls: (name) => abortedCalls.get(name) ?? 0,
    holdNext(name) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(name, promise)
      return resolve
    },
    asked: (name) => asked.get(name) ?? [],
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/rpc/')) {
        const name = pathname.slice('/rpc/'.length).replace('/', '.')
        if (cut.has(name)) throw new TypeError('Failed to fetch')
        if (troubles.get(name)?.[0] === 'unreached') {
          troubles.get(name)?.shift()
          await patience(name)
          throw new TypeError('Failed to fetch')
        }
        const { signal } = request
        const note = () => abortedCalls.set(name, (abortedCalls.get(name) ?? 0) + 1)
        signal.addEventListener('abort', note)
        const { response } = await handler.handle(request, { prefix: '/rpc', context: {} })
        signal.removeEventListener('abort', note)
        return response ? endingWith(signal, response) : new Response(null, { status: 404 })
      }
      if (pathname.startsWith('/api/auth/')) {
        return atDoor(pathname.slice('/api/auth/'.length) as EndpointPath, (await request.json()) as never)
      }
      return null
    },
  }
}

/** Ends the stream when the caller aborts, as on a real connection. */
function endingWith(signal: AbortSignal, response: Response): Response {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response
  const { body, status, headers } = response
  return new Response(body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }), { status, headers })
}

/** The server's response to an input that breaks the contract: a message per field, the first one for the whole. */
function invalid({ issues }: ValidationError) {
  const fields: Record<string, string> = {}
  for (const { path = [], message } of issues) {
    const field = path.map((part) => (typeof part === 'object' ? part.key : part)).join('.')
    fields[field] ??= message
  }
  const [message = faults.invalid.message] = Object.values(fields)
  return refused({ ...faults.invalid, message }, { fields })
}

type Respond = (name: string, procedure: Procedure, input: unknown) => Promise<unknown>

/** The whole contract. Each procedure gets its answer from the test. */
function routerOf(respond: Respond) {
  const os = implement(contract)
  return Object.fromEntries(
    Object.entries(contract).map(([room, procedures]) => [
      room,
      Object.fromEntries(
        Object.entries(procedures).map(([name, procedure]) => {
          const builder = (os as unknown as Record<string, Record<string, Implementer>>)[room]![name]!
          return [name, builder.handler(({ input }) => respond(`${room}.${name}`, procedure as Procedure, input))]
        }),
      ),
    ]),
  ) as never
}
interface Implementer {
  handler(work: (call: { input: unknown }) => Promise<unknown>): never
}
