import { ORPCError } from '@orpc/server'
import type { Fault } from '#contract/kernel.ts'

/** A declared refusal: the line of a fault table, thrown. */
export function refuse(fault: Fault, data?: { fields?: Record<string, string>; retry_after?: number }): never {
  throw new ORPCError(fault.code, { status: fault.status, message: fault.message, data })
}
