/** What is known of a call by its method and address, before its body is read. */
import type { AnyContractProcedure } from '@orpc/contract'
import type { ZodType } from 'zod'
import { contract } from '#contract/index.ts'
import type { Meta } from '#contract/kernel.ts'
import { LIVE_TURN_PATH } from '#contract/live-words.ts'
import { CALLS, isCall } from './account/http.ts'
import { type BodyLimits, bodyLimitsOf } from './kernel/http/http.ts'
import { LiveTurn } from './kernel/live/live.ts'

export interface KnownCall {
  /** who may make it */
  callers: 'everyone' | 'members' | 'administrators'
  limits(): BodyLimits
}

interface Route {
  /** null stands for a part of the path that the caller chooses */
  parts: (string | null)[]
  call: KnownCall
}

const procedures = Object.entries(contract).flatMap(([room, calls]) =>
  Object.entries<AnyContractProcedure>(calls).map(([name, { '~orpc': definition }]) => ({
    ...{ room, name, route: definition.route },
    call: knownCall(
      definition.meta as Meta,
      definition.inputSchema as ZodType | undefined,
      definition.route.method === 'GET',
    ),
  })),
)

function knownCall({ administrators, signIn }: Meta, schema: ZodType | undefined, isRead = false): KnownCall {
  const callers = administrators ? 'administrators' : signIn ? 'members' : 'everyone'
  // derived when it is first needed: all calls together take a tenth of a second
  let limits: BodyLimits | undefined
  return { callers, limits: () => (limits ??= bodyLimitsOf(schema, isRead)) }
}

const chosenParts = ({ parts }: Route) => parts.filter((part) => part === null).length

const byRpcPath = new Map(procedures.map(({ room, name, call }) => [`/rpc/${room}/${name}`, call]))
/** by method and number of parts of the path */
const routes = Map.groupBy(
  procedures
    .map(({ route, call }) => {
      const parts = `/api/v1${route.path}`.split('/').map((part) => (part.startsWith('{') ? null : part))
      return { key: `${route.method} ${parts.length}`, route: { parts, call } satisfies Route }
    })
    // a fixed part comes before one that the caller chooses
    .sort((one, other) => chosenParts(one.route) - chosenParts(other.route)),
  ({ key }) => key,
)
const accountCalls = new Map(
  Object.entries(CALLS).map(([path, schema]) => [path, knownCall({ scope: 'session' }, schema)]),
)

/** Beside the contract: only a tab of the site makes it. */
const liveTurn = knownCall({ scope: 'session', signIn: 'Please sign in' }, LiveTurn)

/** Returns null if there is no such call. An address with a slash at the end is that of the same call. */
export function callAt(method: string, path: string): KnownCall | null {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path
  if (plain.startsWith('/rpc/')) return byRpcPath.get(plain) ?? null
  if (plain.startsWith('/api/auth/')) return accountCallAt(method, plain.slice('/api/auth'.length))
  if (plain === LIVE_TURN_PATH) return method === 'POST' ? liveTurn : null
  const parts = plain.split('/')
  const candidates = routes.get(`${method} ${parts.length}`) ?? []
  const found = candidates.find(({ route }) => route.parts.every((part, at) => part === null || part === parts[at]))
  return found?.route.call ?? null
}

const accountCallAt = (method: string, path: string): KnownCall | null =>
  method === 'POST' && isCall(path) ? accountCalls.get(path)! : null
