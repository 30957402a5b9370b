/**
 * Who may do what at the door of a pod.
 *
 * - `isInPod`: the members of an active pod see its door. Nobody else knows of it.
 * - `mayDecide`: every one of them who is not new may open and close it, invite, and pass over. In a private pod its creator alone
 *   does that (`isCreatorsDoor`), unless he is not in it or is suspended: nothing waits for one man for ever.
 * - `begins_trial` in the database: who comes in by the door, and everyone who joins a public pod after its first round opened, is
 *   on trial for two rounds, also if he was not looking for a pod.
 * - `maySay`: a member says whether a man on trial fits if he was in the pod when the trial began or has come to a round since, and
 *   is not on trial himself. `end_trials` counts the same members.
 * - `candidates`: while the door is open, its members who are not new see the men who look for a pod and fit (`fit_of` in the database decides
 *   that for both sides). They do not see a man who is in the pod, was taken out of it, is on trial anywhere, is suspended, is
 *   blocked with one of the members in either direction, or has a row in `pod_invitations` for this pod.
 * - `isInvited`: the pod reads an invitation for seven days, whatever the man has answered, unless he came. So a refusal, an
 *   answer that never came, and a withdrawn search look the same.
 * - `isOpenInvitation`: the man answers an invitation for seven days, while the door is open and there is a seat for him.
 * - a member alone reads what he has said of a man on trial.
 */
import { sql } from 'kysely'

/** In a query: this member is in the active pod. */
export const isInPod = (pod_id: string, member: string) =>
  sql<boolean>`exists (select from pod_members m join pods p on p.id = m.pod_id
    where m.pod_id = ${pod_id}::uuid and m.user_id = ${member}::uuid and m.is_active and p.status = 'active')`

/** In a query, for a member of the pod: he decides who comes in. */
export const mayDecide = (pod_id: string, member: string) => sql<boolean>`opens_door(${pod_id}::uuid, ${member}::uuid)`

/** In a query, for a member of the pod: another man decides alone who comes in, as the creator of a private pod. */
export const isCreatorsDoor = (pod_id: string, member: string) =>
  sql<boolean>`is_creators_door(${pod_id}::uuid, ${member}::uuid)`

/** In a query where `y` is pod_trials: what this member of the pod says of the man counts. */
export const maySay = (member: string) =>
  sql<boolean>`(y.user_id <> ${member}::uuid and counts_in_pod(y.pod_id, ${member}::uuid, y.created_at))`

/** In a query where `i` is pod_invitations: what the pod sees as on its way. */
export const isInvited = sql<boolean>`(i.state in ('sent', 'declined') and i.expires_at > now())`

/** In a query where `i` is pod_invitations: the invited man may still answer. */
export const isOpenInvitation = sql<boolean>`(i.state = 'sent' and i.expires_at > now())`
