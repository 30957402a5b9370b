/** Why a question failed, and the message for it. */
import { SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { readFault } from '../kernel/fault.ts'

export interface Trouble {
  code: string
  sentence: string
  signIn: boolean
  /** as the refusal at the limit reports it */
  queriesUsed: number | undefined
}

const LIMIT = 'MONTHLY_LIMIT'
export const isLimit = ({ code }: Trouble) => code === LIMIT

/** The server was unavailable, or a proxy in front of it answered. */
const AWAY: readonly unknown[] = ['BAD_GATEWAY', 'GATEWAY_TIMEOUT', 'MALFORMED_ORPC_ERROR_RESPONSE']

export function troubleOf(error: unknown): Trouble {
  const { code, name, data } = (error ?? {}) as { code?: unknown; name?: unknown; data?: { queriesUsed?: unknown } }
  const isAway = error instanceof TypeError || name === 'TimeoutError' || AWAY.includes(code)
  const otherwise = code === LIMIT ? SAY_ASSISTANT.limit : isAway ? SAY_ASSISTANT.failed : SAY_ASSISTANT.unexpected
  const fault = readFault(error, otherwise)
  return {
    code: fault.code,
    sentence: fault.fields.question ?? fault.sentence,
    signIn: fault.signIn,
    queriesUsed: typeof data?.queriesUsed === 'number' ? data.queriesUsed : undefined,
  }
}
