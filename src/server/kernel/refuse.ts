import { ORPCError } from '@orpc/server'
import { type Fault, type FaultData, faults } from '#contract/kernel.ts'

/** Returns the error of a declared fault. */
export const refusal = ({ code, status, message }: Fault, data?: FaultData) =>
  new ORPCError(code, { status, message, data })

/** Throws the error of a declared fault. */
export function refuse(fault: Fault, data?: FaultData): never {
  throw refusal(fault, data)
}

const CONSTRAINT = { gone: '23503', twice: '23505', against: '23514' } as const

/** Refuses one field of the input, with a message for that field. */
export const refuseField = (field: string, sentence: string): never =>
  refuse({ ...faults.invalid, message: sentence }, { fields: { [field]: sentence } })

/** True if the database refused a row: its reference was deleted, its key exists already, or it violates a check. */
export const isBreach = (error: unknown, kind: keyof typeof CONSTRAINT, constraint?: string): boolean => {
  const { code, constraint: broken } = error as { code?: string; constraint?: string }
  return code === CONSTRAINT[kind] && (constraint === undefined || broken === constraint)
}
