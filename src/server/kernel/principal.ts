/**
 * The principal: the member behind a call, and by which way he came in. Each way in has one function here, and principals
 * are made by nothing else.
 */
import { faults } from '#contract/kernel.ts'
import type { Scope } from '#contract/scope-words.ts'
import { refuse } from './refuse.ts'

export type Via =
  | { kind: 'session'; id: string }
  | { kind: 'token'; id: string }
  /** a part of the program that acts for the member, by its name */
  | { kind: 'system'; name: string }

export interface Principal {
  /** of the member */
  id: string
  via: Via
  /** what the call may do */
  scopes: ReadonlySet<Scope> | 'all'
}

/** Signed in, in a browser: a request or a live line with the session's cookie. */
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

/** A part of this program that does something in the member's name: the demo town, the deletion of an account. */
export const bySystem = (member: string, name: string): Principal => ({
  id: member,
  via: { kind: 'system', name },
  scopes: 'all',
})

/** Where only a session will do, its id. */
export const mustHaveSession = ({ via }: Principal): string =>
  via.kind === 'session' ? via.id : refuse(faults.notAllowed)

/** `session`: only signed in, whatever scopes a token has. */
export const mayUse = ({ via, scopes }: Principal, scope: Scope | 'session'): boolean => {
  if (scope === 'session') return via.kind === 'session'
  return scopes === 'all' || scopes.has(scope)
}
