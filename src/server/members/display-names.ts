/**
 * Rules for display names: they must not look like a name for the operators of the instance, or like another member's
 * username (docs/decisions/031).
 */
import { type Kysely, sql } from 'kysely'
import { SAY_NAMES } from '#contract/names.ts'
import type { DB } from '#db/types.ts'
import { isBreach, refuseField } from '../kernel/refuse.ts'

/** Returns the sentence beside the field if the database refused the name, or null for any other error. */
export function sentenceOfName(error: unknown): string | null {
  if (isBreach(error, 'against', 'name_is_reserved')) return SAY_NAMES.reserved
  if (isBreach(error, 'against', 'name_is_another')) return SAY_NAMES.another
  return null
}

/** Refuses, beside this field, if it was the name that the database refused. */
export function refuseName(error: unknown, field: string): void {
  const sentence = sentenceOfName(error)
  if (sentence) refuseField(field, sentence)
}

/** The same check before there is an account. The answer is the same whether the address is taken or not. */
export async function complaintAboutName(db: Kysely<DB>, name: string, username: string): Promise<string | null> {
  const { rows } = await sql<{ fault: 'reserved' | 'another' | null }>`
    select display_name_fault(${name}, ${username}, null) as fault`.execute(db)
  const fault = rows[0]?.fault
  return fault ? SAY_NAMES[fault] : null
}
