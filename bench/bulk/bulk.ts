/**
 * Bulk data for measurements: the rows that the product would have written, with correct counters, but written without its
 * operations.
 *
 * One transaction: readers wait meanwhile, and an interrupted run leaves nothing behind. Each run adds a community of its own:
 * members, their networks, their posts, and comments and votes by these members on these posts.
 */
import { randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import pg from 'pg'
import { eventTables } from './events.ts'
import { type Amounts, LOGINS, makePlan, Refused } from './plan.ts'
import { podTables } from './pods.ts'
import { MAIL, mailOf, tablesOf, usernameOf } from './rows.ts'
import { dropIndexes, fill, restoreIndexes } from './tables.ts'
import { talkTables } from './talk.ts'
import { THREAD_WORDS, WORDS } from './words.ts'

export { type Amounts, Refused } from './plan.ts'
export { THREAD_WORDS } from './words.ts'

export interface Order extends Amounts {
  seed: number
  /** also if there are members that no seed made */
  force?: boolean
  /** called with each line of progress */
  say?(line: string): void
}

export interface Filled {
  /** 1 for the first in this database */
  run: number
  seconds: number
  /** the members who can sign in, all with the same password */
  logins: { email: string; username: string }[]
  password: string
}

const TABLES = [
  ...['"user"', 'account', 'profiles', 'profiles_private', 'local_cells', 'facts', 'groups', 'group_members', 'posts'],
  ...['post_search', 'poll_options', 'poll_votes', 'comments', 'post_votes', 'comment_votes'],
  ...['pods', 'pod_members', 'topics', 'pod_messages', 'group_messages', 'local_events', 'event_attendees'],
  ...['event_attended', 'rounds', 'check_ins', 'round_results'],
  ...['karma_counts', 'karma_changes'],
]
const MAX_ROWS = 20_000_000

/** `url`: of a database with its migrations and base seed applied. */
export async function fillDatabase(url: string, order: Order): Promise<Filled> {
  mustMakeSense(order)
  const from = performance.now()
  const client = new pg.Client({ connectionString: url, application_name: 'fatherkin seed', lock_timeout: 10_000 })
  client.on('error', () => {}) // the next query rejects with the error
  await client.connect()
  try {
    const filled = await inOne(client, () => write(client, order))
    order.say?.('looking at what was written, so that the planner knows it')
    for (const table of [...TABLES, 'known_words']) await client.query(`vacuum (analyze) ${table}`)
    return { ...filled, seconds: (performance.now() - from) / 1000 }
  } finally {
    await client.end().catch(() => {})
  }
}

async function inOne<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {}) // the connection may be closed, and the transaction with it
    throw error
  }
}

async function write(client: pg.Client, { force, say = () => {}, ...order }: Order): Promise<Omit<Filled, 'seconds'>> {
  await lock(client)
  if (!force) await mustBeOurs(client)
  const run = await nextRun(client)
  const { rows: categories } = await client.query<{ id: string }>('select id from categories order by name')
  const plan = makePlan({ seed: order.seed, run }, order, categories.length)
  say(`run ${run} of this database; a running instance answers "try again" until it is done`)
  const password = randomBytes(12).toString('base64url')
  await client.query(`set local maintenance_work_mem = '512MB'; set local synchronous_commit = off`)
  const aside = await dropIndexes(client, TABLES)
  // no reader reacts to these facts: their consequences are written here
  await client.query('alter table facts alter column xid drop default')
  const ids = categories.map(({ id }) => id)
  const known = new Map<string, number>()
  const found = { categories: ids, hash: await hashPassword(password), stems: await stemsOf(client), known }
  for (const table of [...tablesOf(plan, found), ...podTables(plan), ...talkTables(plan), ...eventTables(plan)]) {
    const since = performance.now()
    const count = await fill(client, table)
    if (count > 0) say(`${count.toLocaleString('en')} rows of ${table.name} in ${sinceThen(since)}`)
  }
  await client.query(
    `update categories c set post_count = c.post_count + n.posts from unnest($1::uuid[], $2::int[]) as n (id, posts)
     where c.id = n.id`,
    [ids, [...plan.categories]],
  )
  const since = performance.now()
  await client.query('alter table facts alter column xid set default pg_current_xact_id()')
  await restoreIndexes(client, aside)
  say(`indexes, constraints and triggers are back in ${sinceThen(since)}`)
  await client.query(
    `update totals set amount = (select count(*) from groups where status = 'approved') where name = 'groups'`,
  )
  await client.query('select reserve_all_names()')
  await addWords(client, found.known)
  await client.query('delete from local_cells')
  await client.query(
    'insert into local_cells select cell, count(*) from profiles_private where cell is not null group by cell',
  )
  const counted = performance.now()
  // the index of the assistant is filled in the background by any running instance
  await client.query(`insert into retrieval_sweeps (kind, of_id)
    values ('all posts', '00000000-0000-0000-0000-000000000000')
    on conflict (kind, of_id) do update set created_at = default, last_id = default`)
  await client.query('select recount_karma()')
  say(`karma is counted in ${sinceThen(counted)}`)
  await namesMustDiffer(client)
  const logins = Array.from({ length: Math.min(LOGINS, order.members) }, (_, member) => ({
    email: mailOf(run, member),
    username: usernameOf(plan, member),
  }))
  return { run, logins, password }
}

/** Locks out other processes that count words. */
async function addWords(client: pg.Client, known: Map<string, number>): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('count_words', 35))`)
  await client.query(
    `insert into known_words (word, posts) select * from unnest($1::text[], $2::int[])
     on conflict (word) do update set posts = known_words.posts + excluded.posts`,
    [[...known.keys()], [...known.values()]],
  )
}

/** With the same names as in the search's own function. */
async function stemsOf(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ word: string; stem: string }>(
    `select word, coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word) as stem from unnest($1::text[]) as word`,
    [[...WORDS, ...THREAD_WORDS]],
  )
  return new Map(rows.map(({ word, stem }) => [word, stem]))
}

const sinceThen = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`

async function lock(client: pg.Client): Promise<void> {
  try {
    await client.query(`lock table ${TABLES.join(', ')} in access exclusive mode`)
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new Refused('The database is busy: another process holds its tables. Try again in a moment.')
  }
}

async function mustBeOurs(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from "user" where email not like '%@${MAIL}'`,
  )
  const others = rows[0]!.others
  if (others > 0)
    throw new Refused(
      `This database holds ${others} ${others === 1 ? 'member' : 'members'} that no seed has made. Take another DATA_DIR, or say --force.`,
    )
}

async function nextRun(client: pg.Client): Promise<number> {
  for (let run = 1; ; run++) {
    const { rowCount } = await client.query('select from "user" where email = $1', [mailOf(run, 0)])
    if (rowCount === 0) return run
  }
}

/** The trigger that keeps names distinct was disabled; its other half, the names of pending sign-ups, is checked here. */
async function namesMustDiffer(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    'select from taken_sign_ups t join profiles p on reads_username(p.username) = reads_username(t.username) limit 1',
  )
  if (rowCount) throw new Refused('Somebody is signing up with a name that the seed would take. Try again in a day.')
}

function mustMakeSense({
  members,
  posts,
  comments,
  votes,
  groups,
  pods = 0,
  messages = 0,
  rounds = 0,
  talk = 0,
  events = 0,
}: Amounts): void {
  const needs = (many: number, what: string, missing: number, whom: string) => {
    if (many > 0 && missing === 0) throw new Refused(`${what} need ${whom}: say --${whom} too.`)
  }
  if (members + posts + comments + votes + groups + pods + messages + rounds + talk + events === 0)
    throw new Refused('Nothing was asked for.')
  const most = Math.max(members, posts, comments, votes, groups, pods, messages, rounds, talk, events)
  if (most > MAX_ROWS) throw new Refused(`At most ${MAX_ROWS.toLocaleString('en')} of each in one run.`)
  needs(posts, 'Posts', members, 'members')
  needs(groups, 'Groups', members, 'members')
  needs(comments, 'Comments', posts, 'posts')
  needs(votes, 'Votes', posts, 'posts')
  needs(pods, 'Pods', members, 'members')
  needs(messages, 'Messages', pods, 'pods')
  needs(rounds, 'Rounds', pods, 'pods')
  needs(talk, 'Talk', groups, 'groups')
  needs(events, 'Events', members, 'members')
}
