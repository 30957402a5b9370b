/** Invitations to a pod. Every operation locks the man for entering pods, then the pod, then the invitation. */
import { sql } from 'kysely'
import { DOOR, SAY_SEEKERS } from '#contract/seeker-words.ts'
import { type Door, seekerFaults } from '#contract/seekers.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { letInvitedIn, lockForEntry, lockInvitedPod } from '../pods/pods.ts'
import { candidatesOf } from './candidates.ts'
import { getDoor, lockToDecide } from './door.ts'
import { seekerFacts } from './facts.ts'
import { isInvited, isOpenInvitation } from './rules.ts'

interface Man {
  pod_id: string
  member_id: string
}

/** Inviting the same man again changes nothing and answers the same, also after he has declined. */
export async function inviteSeeker(ctx: Ctx, { pod_id, member_id }: Man): Promise<Door> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEEKERS.signIn)
  await inTransaction(ctx, async (ctx) => {
    await lockForEntry(ctx, member_id)
    await lockToDecide(ctx, pod_id, viewer)
    const { rows: open } = await sql`
      select from pod_openings o where o.pod_id = ${pod_id}::uuid and o.closed_at is null`.execute(ctx.db)
    if (open.length === 0) refuse(seekerFaults.closed)
    const { rows: running } = await sql<{ user_id: string }>`
      select i.user_id from pod_invitations i where i.pod_id = ${pod_id}::uuid and ${isInvited}`.execute(ctx.db)
    if (running.some((one) => one.user_id === member_id)) return
    const [candidate] = await candidatesOf(ctx, pod_id, member_id)
    if (!candidate) refuse(seekerFaults.candidateGone)
    if (running.length >= DOOR.invitations) refuse(seekerFaults.enoughInvitations)
    const { rows } = await sql<{ id: string }>`
      insert into pod_invitations (pod_id, user_id, invited_by, state, expires_at)
        values (${pod_id}::uuid, ${member_id}::uuid, ${viewer}::uuid, 'sent', now() + make_interval(days => ${sql.lit(DOOR.invitationDays)}))
      returning id`.execute(ctx.db)
    await record(ctx, seekerFacts.invited({ pod_id, user_id: member_id, invitation_id: rows[0]!.id }))
  })
  return getDoor(ctx, { pod_id })
}

/** He is not listed for this pod any more, and learns nothing. Passing him over again changes nothing. */
export async function passOver(ctx: Ctx, { pod_id, member_id }: Man): Promise<Door> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEEKERS.signIn)
  // each shows the next man, so the list cannot be read to its end in a day; before the transaction, as in `openDoor`
  await ctx.limits.draw('pass', viewer)
  await inTransaction(ctx, async (ctx) => {
    await lockForEntry(ctx, member_id)
    await lockToDecide(ctx, pod_id, viewer)
    const { rows } = await sql`select from pod_invitations i
      where i.pod_id = ${pod_id}::uuid and i.user_id = ${member_id}::uuid and i.state = 'passed'`.execute(ctx.db)
    if (rows.length > 0) return
    const [candidate] = await candidatesOf(ctx, pod_id, member_id)
    if (!candidate) refuse(seekerFaults.candidateGone)
    await sql`insert into pod_invitations (pod_id, user_id, state) values (${pod_id}::uuid, ${member_id}::uuid, 'passed')`.execute(
      ctx.db,
    )
  })
  return getDoor(ctx, { pod_id })
}

interface Answer {
  id: string
  answer: 'accept' | 'decline'
}

/** The same answer again changes nothing. A member who has left the pod does not come back by it. */
export async function answerInvitation(ctx: Ctx, { id, answer }: Answer): Promise<{ id: string; slug: string }> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEEKERS.signIn)
  return inTransaction(ctx, async (ctx) => {
    await lockForEntry(ctx, viewer)
    const { rows } = await sql<{ pod_id: string; slug: string; state: string; is_open: boolean; is_in: boolean }>`
      select i.pod_id, p.slug, i.state, ${isOpenInvitation} as is_open,
        exists (select from pod_members m
          where m.pod_id = i.pod_id and m.user_id = i.user_id and m.is_active) as is_in from pod_invitations i join pods p on p.id = i.pod_id
      where i.id = ${id}::uuid and i.user_id = ${viewer}::uuid and i.state <> 'passed' and p.status = 'active'`.execute(
      ctx.db,
    )
    const invitation = rows[0] ?? refuse(seekerFaults.noInvitation)
    const { pod_id, slug } = invitation
    if (invitation.state === 'declined' && answer === 'decline') return { id, slug }
    if (invitation.state === 'accepted' && answer === 'accept' && invitation.is_in) return { id, slug }
    if (!invitation.is_open) refuse(seekerFaults.noInvitation)
    if (answer === 'accept') await accept(ctx, { id, pod_id, viewer })
    else await sql`update pod_invitations i set state = 'declined' where i.id = ${id}::uuid`.execute(ctx.db)
    return { id, slug }
  })
}

/** His other invitations lapse: to these pods that looks like any other answer. */
async function accept(ctx: Ctx, { id, pod_id, viewer }: { id: string; pod_id: string; viewer: string }): Promise<void> {
  const entry = await lockInvitedPod(ctx, pod_id, viewer)
  const { rows } = await sql`
    select from pod_openings o where o.pod_id = ${pod_id}::uuid and o.closed_at is null`.execute(ctx.db)
  if (entry === 'taken' || (entry === 'free' && rows.length === 0)) refuse(seekerFaults.taken)
  await sql`update pod_invitations i set state = case when i.id = ${id}::uuid then 'accepted' else 'declined' end
    where i.user_id = ${viewer}::uuid and i.state = 'sent'`.execute(ctx.db)
  if (entry === 'free') await letInvitedIn(ctx, pod_id, viewer)
}
