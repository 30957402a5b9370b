/**
 * The principal: the member behind a call, and how he was authenticated. Each way has one function here; nothing else makes
 * a principal.
 */
import { faults } from '#contract/kernel.ts'
import type { Scope } from '#contract/scope-words.ts'
import { refuse } from './refuse.ts'

export type Via =
  | { kind: 'session'; id: string }
  | { kind: 'token'; id: string }
  /** a part of the program that acts for the member */
  | { kind: 'system'; name: string }

export interface Principal {
  /** the id of the member */
  id: string
  via: Via
  /** what the call may do */
  scopes: ReadonlySet<Scope> | 'all'
}

/** A request or a live connection with the cookie of a session. */
export const bySession = (member: string, session: string): Principal => ({
  id: member,
  via: { kind: 'session', id: session },
  scopes: 'all',
})

/** A program with an access token of the member. */
export const byToken = (member: string, token: string, scopes: Iterable<Scope>): Principal => ({
  id: member,
  via: { kind: 'token', id: token },
  scopes: new Set(scopes),
})

/** A part of this program that acts in the member's name, such as the demo town or the deletion of an account. */
export const bySystem = (member: string, name: string): Principal => ({
  id: member,
  via: { kind: 'system', name },
  scopes: 'all',
})

/** Returns the id of the session, or refuses a principal that has none. */
export const mustHaveSession = ({ via }: Principal): string =>
  via.kind === 'session' ? via.id : refuse(faults.notAllowed)

/** The scope `session` needs a session; no token has it. */
export const mayUse = ({ via, scopes }: Principal, scope: Scope | 'session'): boolean => {
  if (scope === 'session') return via.kind === 'session'
  return scopes === 'all' || scopes.has(scope)
}
