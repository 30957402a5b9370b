/** What the rooms of the rounds and of the seekers need of a pod: its lock, how often it meets, and that it takes men again. */
import { sql } from 'kysely'
import type { MeetingFrequency } from '#contract/words.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { lockPod, noteSign } from './membership.ts'
import { isMemberColumn } from './rules.ts'

/**
 * Locks the pod until the transaction ends, for a member who does something in it, which is a sign of life. Returns false if
 * the member is not in it, or if it is not active.
 */
export async function lockOwnPod(ctx: Ctx, id: string, member: string): Promise<boolean> {
  // a call from outside locks nothing
  const { rows } = await sql`select from pods p where p.id = ${id}::uuid and ${isMemberColumn(member)}`.execute(ctx.db)
  if (rows.length === 0) return false
  const pod = await lockPod(ctx, id, member)
  if (pod?.status !== 'active' || !pod.is_member) return false
  await noteSign(ctx, id, member)
  return true
}

const FREQUENCY: Record<1 | 2 | 4, MeetingFrequency> = { 1: 'weekly', 2: 'bi-weekly', 4: 'monthly' }

/** The pod's card says how often it has a round. */
export async function setMeetingFrequency({ db }: Ctx, id: string, weeks: 1 | 2 | 4): Promise<void> {
  const frequency = FREQUENCY[weeks]
  await sql`update pods p set meeting_frequency = ${frequency}
    where p.id = ${id}::uuid and p.meeting_frequency is distinct from ${frequency}`.execute(db)
}

/** A pod that had decided to go on without new men takes them again. Call it in the transaction that has locked the pod. */
export const takeMen = ({ db }: Ctx, id: string) => sql`select take_men(${id}::uuid, true)`.execute(db)
