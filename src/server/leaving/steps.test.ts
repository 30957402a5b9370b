/** What the steps leave to the foreign keys: only a small number of rows, however active the member was. */
import { randomUUID } from 'node:crypto'
import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { expect, test } from 'vitest'
import { leavingAccount } from '#server/account/account.ts'
import { makeWorld } from '#test/world.ts'
import { beginLeaving, leavingJobs } from './leaving.ts'
import { KEPT_TABLES } from './steps.ts'

const world = await makeWorld()
const { db } = world

/** Emptied by a step before the account's row is deleted; can_delete_account checks that nothing is left. */
const EMPTIED_BY_STEPS = [
  'assistant_questions.member_id',
  'comment_votes.user_id',
  'group_members.user_id',
  'groups.creator_id',
  'pod_members.user_id',
  'post_votes.user_id',
]
const DELETED_AT_START = 'deleted when the member leaves'
const ONE_ROW = 'one row'
const FEW_ROWS = 'as many as there are words to choose from'
const ANSWERS = 'requests that the member answered as the admin of a room, each by hand'
/** Rows that are deleted, or lose the member's id, in one statement together with the account's row. */
const SMALL_TABLES: Record<string, string> = {
  'account.userId': DELETED_AT_START,
  'check_in_asks.taken_by': 'given back when he left the pods',
  'assistant_handed_on.member_id': 'questions that he put to the dads after the assistant',
  'assistant_ledger.member_id': 'as many questions as one man asks',
  'assistant_usage.member_id': 'one for each month',
  'blocks.blocked_id': 'one for each member who has blocked him',
  'blocks.blocker_id': 'a thousand at most',
  'calendar_feeds.user_id': DELETED_AT_START,
  'chat_reads.user_id': DELETED_AT_START,
  'check_ins.user_id': 'one for each round of his pods, some hundreds in ten years',
  'connections.addressee_id': 'one for each connection: ten thousand take half a second',
  'connections.requester_id': 'the same',
  'dangers.opened_by': 'each by hand, kept for half a year',
  'dangers.taken_by': 'each by hand, kept for half a year',
  'dangers.word_by': 'each by hand, kept for half a year',
  'departures.member_id': ONE_ROW,
  'event_attended.user_id': 'as many events as one man goes to',
  'event_attendees.user_id': 'the same',
  'group_creation_requests.reviewed_by': 'requests that the member answered as an administrator, each by hand',
  'group_creation_requests.user_id': 'a few',
  'group_exclusions.user_id': 'one for each network, for thirty days',
  'group_join_requests.requester_id': 'one for each network',
  'group_join_requests.reviewed_by': ANSWERS,
  'images.member_id': DELETED_AT_START,
  'karma_counts.member_id': ONE_ROW,
  'known_devices.user_id': DELETED_AT_START,
  'local_events.user_id': 'as many events as one man makes',
  'member_seen.member_id': ONE_ROW,
  'notice_wishes.member_id': ONE_ROW,
  'pod_exclusions.user_id': 'one for each pod, for thirty days',
  'pod_former_members.user_id': 'one for each pod, for ninety days',
  'pod_invitations.invited_by': 'those of half a year, each made by hand',
  'pod_invitations.user_id': DELETED_AT_START,
  'pod_join_requests.requester_id': 'one for each pod',
  'pod_join_requests.reviewed_by': ANSWERS,
  'pod_openings.opened_by': 'a few for each season of his pods',
  'pods.creator_id': 'of those that are closed; the others are handed on by a step',
  'profiles.id': ONE_ROW,
  'profiles_private.id': ONE_ROW,
  'report_cases.author_id': 'kept for half a year',
  'report_cases.decided_by': 'kept for half a year',
  'reports.reporter_id': 'kept for half a year',
  'pod_messages.noted_by': 'one for each change of the rounds of his pods, each by hand',
  'rhythm_endings.asked_by': 'one for each pod',
  'rhythms.set_by': 'one for each pod',
  'round_results.user_id': 'one for each round of his pods',
  'seekers.user_id': DELETED_AT_START,
  'rounds.host_id': 'one for each round that he hosted',
  'session.userId': DELETED_AT_START,
  'subscription_interest.user_id': 'one for each plan',
  'taken_sign_ups.user_id': DELETED_AT_START,
  'twoFactor.userId': DELETED_AT_START,
  'user_achievements.user_id': FEW_ROWS,
  'user_goals.user_id': FEW_ROWS,
  'user_interests.user_id': FEW_ROWS,
  'write_requests.asked_id': 'one for each pod at most',
  'write_requests.quiet_id': 'the same',
}

interface Key {
  table: string
  column: string
  /** an index begins with the column, and holds every row that names a member */
  is_found: boolean
}
const { rows: keys } = await sql<Key>`
  select t.relname as table, a.attname as column, exists (select from pg_index i
    where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and (i.indpred is null
      or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname))) as is_found
  from pg_constraint c join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid in ('"user"'::regclass, 'profiles'::regclass)`.execute(db)
const nameOf = ({ table, column }: Pick<Key, 'table' | 'column'>) => `${table}.${column}`

test('each column that names a member is emptied by a step or holds few rows, and an index begins with it', () => {
  const stays = KEPT_TABLES.map(([table, column]) => nameOf({ table, column }))
  expect(keys.map(nameOf).sort()).toEqual([...stays, ...EMPTIED_BY_STEPS, ...Object.keys(SMALL_TABLES)].sort())
  expect(keys.filter(({ is_found }) => !is_found).map(nameOf)).toEqual([])
})

test("the account's row is deleted only after the member's content and the replies to it have lost his name", async () => {
  const [leo, ana] = await world.members(2)
  const [own, other] = [await world.post({ by: leo! }), await world.post({ by: ana! })]
  const poll = await world.poll({ by: ana! })
  await world.as(leo!).polls.castPollVote({ post_id: poll.id, option_id: poll.poll!.options[0]!.id })
  const pod = await world.pod({ members: [ana!, leo!] })
  await world.as(leo!).chat.sendMessage({ room: 'pod', room_id: pod.id, id: randomUUID(), content: 'Evening.' })
  for (const [post, by, many] of [
    [own, ana!, 2300],
    [other, leo!, 1100],
  ] as const)
    await sql`insert into comments (post_id, author_id, content, body)
      select ${post.id}, ${by.id}, 'Word.', '[]' from generate_series(1, ${many}::int)`.execute(db)
  await beginLeaving(world.ctx(leo!), {
    ...{ member: leo!.id, removes_posts: false, account: leavingAccount },
    farewell: (to) => ({ kind: 'account-deleted', to, subject: '', paragraphs: [], reason: '' }),
  })
  await sql`insert into assistant_questions (id, member_id, question, state)
    select gen_random_uuid(), ${leo!.id}, 'Why?', 'answered' from generate_series(1, 1100)`.execute(db)
  const finish = (on: typeof db) =>
    leavingJobs({ db: on, live: { notify() {} }, log: world.log, account: leavingAccount }).tasks.finish_departures!({})
  await expect(finish(db.withPlugin(beforeTheEnd))).rejects.toThrow('his row would go now')
  const named = []
  for (const { table, column } of keys) {
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${leo!.id} limit 1`.execute(
      db,
    )
    if (rows.length > 0) named.push(nameOf({ table, column }))
  }
  expect(named.filter((name) => !(name in SMALL_TABLES))).toEqual([])
  expect(named).toContain('profiles.id')
  await finish(db)
  const { rows } = await sql`select from comments where post_id = ${own.id}`.execute(db)
  expect(rows).toHaveLength(2300)
})

const beforeTheEnd: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind === 'RawNode' && node.sqlFragments[0]?.startsWith('delete from "user"'))
      throw new Error('his row would go now')
    return node satisfies RootOperationNode
  },
  transformResult: async ({ result }) => result,
}
