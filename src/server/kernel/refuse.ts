import { ORPCError } from '@orpc/server'
import { type Fault, type FaultData, faults } from '#contract/kernel.ts'

/** A declared refusal: the line of a fault table. */
export const refusal = ({ code, status, message }: Fault, data?: FaultData) =>
  new ORPCError(code, { status, message, data })

/** The same, thrown. */
export function refuse(fault: Fault, data?: FaultData): never {
  throw refusal(fault, data)
}

const CONSTRAINT = { gone: '23503', twice: '23505', against: '23514' } as const

/** A field that cannot be kept as it was sent, with the sentence beside it. */
export const refuseField = (field: string, sentence: string): never =>
  refuse({ ...faults.invalid, message: sentence }, { fields: { [field]: sentence } })

/** What the database would not take: a row that points to what has gone meanwhile, is there already or is against a rule. */
export const isBreach = (error: unknown, kind: keyof typeof CONSTRAINT, constraint?: string): boolean => {
  const { code, constraint: broken } = error as { code?: string; constraint?: string }
  return code === CONSTRAINT[kind] && (constraint === undefined || broken === constraint)
}
