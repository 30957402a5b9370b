/**
 * Statements that move the rounds of the pod `$1` in time, as if their day had come: tests do not wait for days. The program
 * then opens or closes the round by itself.
 */

/** The next round of the pod is due since a minute, and its members have been in it for longer. Who came after an earlier round still came after it. */
export const MAKE_DUE = [
  `update rhythms set weekday = extract(isodow from d.day), local_time = d.at::time, time_zone = 'UTC', next_on = d.day,
      next_at = moment_of(d.day, d.at::time(0), 'UTC')
    from (select (now() at time zone 'UTC' - interval '1 minute')::date as day, now() at time zone 'UTC' - interval '1 minute' as at) d
    where pod_id = $1`,
  `update pod_members set joined_at = now() - interval '1 hour' where pod_id = $1 and joined_at > now() - interval '1 hour'`,
  `update pod_trials set created_at = created_at - interval '1 hour' where pod_id = $1`,
  // the members had days for their answers
  `update seasons set asked_at = now() - interval '3 days'
    where pod_id = $1 and decided_at is null and asked_at > now() - interval '3 days'`,
]

const TIMES = {
  rounds: ['opens_at', 'half_at', 'remind_at', 'closes_at', 'closed_at'],
  pod_members: ['joined_at'],
  round_places: ['paused_at', 'paused_until', 'signed_at', 'left_until', 'rested_until', 'kept_until'],
  pod_messages: ['created_at'],
  pod_trials: ['created_at'],
  seasons: ['asked_at', 'remind_at', 'decided_at'],
  rhythm_endings: ['asked_at', 'ends_at', 'objected_at'],
}
const back = (columns: readonly string[], days: number) =>
  columns.map((column) => `${column} = ${column} - interval '${days} days'`).join(', ')

/** Everything in the pod happened this number of days earlier. */
export const earlier = (days: number): string[] => [
  // far away first: no round comes to lie on the moment of another one that has not moved yet
  ...[days + 1000, -1000].map((by) => `update rounds set ${back(TIMES.rounds, by)} where pod_id = $1`),
  ...(['pod_members', 'round_places', 'pod_messages', 'pod_trials', 'seasons', 'rhythm_endings'] as const).map(
    (table) => `update ${table} set ${back(TIMES[table], days)} where pod_id = $1`,
  ),
  `update check_ins c set created_at = c.created_at - interval '${days} days',
      updated_at = c.updated_at - interval '${days} days'
    from rounds r where r.id = c.round_id and r.pod_id = $1`,
]

/** The open round is over. Everything of the pod moves back by a week, so that the next round has a day of its own. */
export const MAKE_OVER = earlier(7)

/** The open round is at its half. */
export const MAKE_HALF = [
  `update rounds set half_at = now() - interval '1 second' where pod_id = $1 and half_at is not null`,
]
