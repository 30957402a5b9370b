/** Turns the error of a call into a fault that a member may read. Everything else about it goes to the log only. */
import { ORPCError, ValidationError } from '@orpc/server'
import { faults } from '#contract/kernel.ts'
import { errorFacts, type Log } from './log.ts'
import { isOutage } from './postgres/postgres.ts'

/** An interceptor that turns errors into faults. */
export const asFaults =
  (log: Log) =>
  async <Result>({ next }: { next(): Promise<Result> }): Promise<Result> => {
    try {
      return await next()
    } catch (error) {
      throw faultOf(error, log)
    }
  }

/** The same for a streamed answer. */
export function partsAsFaults<Part>(log: Log, parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  return {
    next: () => asFaults(log)({ next: () => parts.next() }),
    return: (value) => parts.return(value),
    throw: (error) => parts.throw(error),
    [Symbol.asyncIterator]() {
      return this
    },
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  }
}

export function faultOf(error: unknown, log: Log): ORPCError<string, unknown> {
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) return invalid(error.cause)
    if (error.code !== 'INTERNAL_SERVER_ERROR') return error
  }
  if (isOutage(error))
    return new ORPCError('UNAVAILABLE', { status: 503, message: faults.unavailable.message, data: { retry_after: 5 } })
  log.error(errorFacts(error instanceof ORPCError && error.cause ? error.cause : error), 'a call failed')
  return new ORPCError('INTERNAL_SERVER_ERROR', { message: faults.unexpected.message })
}

/** Limits how many unknown fields a fault lists, so that the response is never larger than the request. */
const MAX_LISTED_FIELDS = 20

/** One message per field. The first one is also the message of the fault, for callers that show only one. */
function invalid({ issues }: ValidationError): ORPCError<string, unknown> {
  // a Map, because a field may be called "constructor"
  const fields = new Map<string, string>()
  const say = (field: string, sentence: string) => {
    if (!fields.has(field) && fields.size < MAX_LISTED_FIELDS) fields.set(field.slice(0, 100), sentence)
  }
  for (const issue of issues) {
    const keys = (issue as { keys?: string[] }).keys
    const at = issue.path?.map((part) => (typeof part === 'object' ? part.key : part)).join('.')
    if (keys) for (const key of keys) say(key, 'This field is not known here')
    else say(at || 'body', issue.message)
  }
  const [message = faults.invalid.message] = fields.values()
  return new ORPCError('INVALID', { status: 400, message, data: { fields: Object.fromEntries(fields) } })
}
