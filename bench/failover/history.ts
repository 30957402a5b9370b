/**
 * The history check: what was acknowledged is stored once, nothing else is stored, counters equal their recount, and the
 * listeners have every message in order. It is called while no write is under way.
 */
import type pg from 'pg'
import { until } from '../../test/client.ts'
import type { ChatListener } from './listeners.ts'
import type { Kind, Known } from './writers.ts'

const CATCH_UP_TIMEOUT_MS = 60_000

const TABLES: [Exclude<Kind, 'vote'>, string][] = [
  ['post', `select id from posts where content like 'Written once, as %'`],
  ['comment', 'select id from comments'],
  ['message', 'select id from pod_messages union all select id from group_messages'],
]

/** Each selects what is wrong; a row is a finding. */
const RECOUNTS: Record<string, string> = {
  'a post has other counts than rows': `select id from posts p where comment_count <> (select count(*) from comments where post_id = p.id)
      or upvotes <> (select count(*) from post_votes where post_id = p.id and is_upvote)
      or downvotes <> (select count(*) from post_votes where post_id = p.id and not is_upvote)`,
  'a profile has other counts than rows': `select id from profiles p where comment_count <> (select count(*) from comments where author_id = p.id)
      or post_count <> (select count(*) from posts where author_id = p.id)`,
  'a network has another count than rows': `select id from groups g where member_count <> (select count(*) from group_members where group_id = g.id)`,
  'a comment has not exactly one fact': `select c.n, f.n from (select count(*) as n from comments) c, (select count(*) as n from facts where kind = 'comment.created') f where c.n <> f.n`,
  'a message has not exactly one fact': `select from (select (select count(*) from pod_messages) + (select count(*) from group_messages) as n) m,
      (select count(*) as n from facts where kind = 'message.sent') f where m.n <> f.n`,
  'a text is stored under two ids': `select content from (select content from comments union all select content from pod_messages
      union all select content from group_messages union all select content from posts where content like 'Written once, as %') t
      group by content having count(*) > 1`,
}

export interface Findings {
  acknowledged: number
  lost: string[]
  doubled: string[]
  /** a vote that is not the one that was acknowledged last, or a counter that is not its recount */
  wrong: string[]
  gaps: string[]
}

export async function checkHistory(database: pg.Client, known: Known, listeners: ChatListener[]): Promise<Findings> {
  const ask = async (text: string) => (await database.query(text)).rows as Record<string, string>[]
  const findings: Findings = { acknowledged: known.acknowledged.size, lost: [], doubled: [], wrong: [], gaps: [] }
  for (const [kind, query] of TABLES) {
    const stored = (await ask(query)).map(({ id }) => id!)
    const ids = new Set(stored)
    if (ids.size < stored.length) findings.doubled.push(`${kind}: ${stored.length - ids.size} ids are stored twice`)
    for (const [id, of] of known.acknowledged) if (of === kind && !ids.has(id)) findings.lost.push(`${kind} ${id}`)
    for (const id of ids) if (!known.attempted.has(id)) findings.doubled.push(`${kind} ${id} was written by nobody`)
  }
  const votes = await ask(
    `select username || ' ' || post_id as key, is_upvote::text as up from post_votes v join profiles p on p.id = v.user_id`,
  )
  const cast = new Map(votes.map(({ key, up }) => [key!, up === 'true' ? 'up' : 'down']))
  for (const [key, direction] of known.votes)
    if ((cast.get(key) ?? 'none') !== direction)
      findings.wrong.push(`vote of ${key}: ${cast.get(key)}, not ${direction}`)
  for (const [what, query] of Object.entries(RECOUNTS)) if ((await ask(query)).length) findings.wrong.push(what)
  for (const listener of listeners) findings.gaps.push(...(await gapsOf(listener, ask)))
  return findings
}

async function gapsOf(
  listener: ChatListener,
  ask: (text: string) => Promise<Record<string, string>[]>,
): Promise<string[]> {
  const { room, heard, from, name, faults } = listener
  const rows = await ask(
    `select id, seq from ${room.room}_messages where ${room.room}_id = '${room.id}' and seq > ${from} order by seq`,
  )
  const stored = rows.map(({ id }) => id!)
  const isAll = () => heard.length >= stored.length
  await until(`${name} has caught up`, isAll, CATCH_UP_TIMEOUT_MS).catch(() => {}) // what is missing is found below
  const at = stored.findIndex((id, place) => heard[place]?.id !== id)
  const more = heard.length > stored.length ? [`${name} has heard ${heard.length} messages of ${stored.length}`] : []
  return [
    ...faults,
    ...more,
    ...(at < 0 ? [] : [`${name} has not message ${at + 1} of ${stored.length} in ${room.room}`]),
  ]
}
