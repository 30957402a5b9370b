import { ORPCError } from '@orpc/server'
import type { Fault, FaultData } from '#contract/kernel.ts'

/** A declared refusal: the line of a fault table. */
export const refusal = ({ code, status, message }: Fault, data?: FaultData) =>
  new ORPCError(code, { status, message, data })

/** The same, thrown. */
export function refuse(fault: Fault, data?: FaultData): never {
  throw refusal(fault, data)
}

const CONSTRAINT = { gone: '23503', twice: '23505' } as const

/** What the database would not take: a row that points to what has gone meanwhile, or one that is there already. */
export const isBreach = (error: unknown, kind: keyof typeof CONSTRAINT, constraint?: string): boolean => {
  const { code, constraint: broken } = error as { code?: string; constraint?: string }
  return code === CONSTRAINT[kind] && (constraint === undefined || broken === constraint)
}
