/**
 * Statements that move the rounds of the pod `$1` in time, as if their day had come: tests do not wait for days. The program
 * then opens or closes the round by itself.
 */

/** The next round of the pod is due since a minute, and its members have been in it for longer. */
export const MAKE_DUE = [
  `update rhythms set weekday = extract(isodow from d.day), local_time = d.at::time, time_zone = 'UTC', next_on = d.day,
      next_at = moment_of(d.day, d.at::time(0), 'UTC')
    from (select (now() at time zone 'UTC' - interval '1 minute')::date as day, now() at time zone 'UTC' - interval '1 minute' as at) d
    where pod_id = $1`,
  `update pod_members set joined_at = joined_at - interval '1 hour' where pod_id = $1`,
]

/** The open round is over. Everything of the pod moves back by a week, so that the next round has a day of its own. */
export const MAKE_OVER = [
  `update rounds set opens_at = opens_at - interval '7 days', closes_at = closes_at - interval '7 days',
      closed_at = closed_at - interval '7 days'
    where pod_id = $1`,
  `update pod_members set joined_at = joined_at - interval '7 days' where pod_id = $1`,
  `update check_ins c set created_at = c.created_at - interval '7 days', updated_at = c.updated_at - interval '7 days'
    from rounds r where r.id = c.round_id and r.pod_id = $1`,
  `update round_places set paused_at = paused_at - interval '7 days', paused_until = paused_until - interval '7 days'
    where pod_id = $1`,
  `update pod_messages set created_at = created_at - interval '7 days' where pod_id = $1`,
]
