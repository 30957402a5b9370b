/**
 * Creates the demo town through the functions of the rooms, as its members would have done it, and then moves it back
 * in time.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Auth } from '#server/account/auth.ts'
import { sendMessage } from '#server/chat/chat.ts'
import { createComment } from '#server/comments/comments.ts'
import { editGroup, joinGroup, requestToJoinGroup } from '#server/groups/groups.ts'
import { foldAll } from '#server/karma/karma.ts'
import type { Ctx } from '#server/kernel/ctx.ts'
import { noGeocoder } from '#server/kernel/geo/geo.ts'
import type { Limits } from '#server/kernel/http/http.ts'
import { noLive } from '#server/kernel/live/live.ts'
import type { Log } from '#server/kernel/log.ts'
import type { Database } from '#server/kernel/postgres/postgres.ts'
import { bySystem } from '#server/kernel/principal.ts'
import { castPollVote } from '#server/polls/polls.ts'
import { createPost } from '#server/posts/posts.ts'
import { indexAll, sweep } from '#server/retrieval/retrieval.ts'
import { countWords } from '#server/search/search.ts'
import { seedBase } from '#server/seed.ts'
import { castCommentVote, castPostVote } from '#server/votes/votes.ts'
import { createEvents } from './create-events.ts'
import { createConnections } from './create-kin.ts'
import { createPods } from './create-pods.ts'
import { createQuestions } from './create-questions.ts'
import { networks, type TownNetwork } from './networks.ts'
import { people } from './people.ts'
import { threads } from './threads.ts'
import type { Reply, Thread } from './types.ts'

interface Parts {
  database: Database
  auth: Auth
  limits: Limits
  log: Log
  /** the file that keeps the logins for the next start, readable by the owner only */
  loginsFile: string
}
export interface Login {
  username: string
  password: string
}

/** Members whose logins are printed. */
const DOORS = 3
const CONCURRENCY = 8
/** in ms: how often the progress is logged */
const TOLD_EVERY = 2000

/** Creates the town once; later calls find it there and only return the logins. */
export async function createTown({ database, auth, limits, log, loginsFile }: Parts): Promise<Login[]> {
  if (existsSync(loginsFile)) return JSON.parse(readFileSync(loginsFile, 'utf8')) as Login[]
  await clearGround(database, log)
  const size = { members: people.length, posts: threads.length }
  log.info(size, 'the demo town moves in: ten seconds, a minute on a slow or busy machine')
  let now = 'its members come'
  const beat = setInterval(() => log.info({}, `the demo town is moving in: ${now}`), TOLD_EVERY)
  try {
    const logins = await tellAll({ database, auth, limits, log }, (what) => {
      now = what
    })
    writeFileSync(loginsFile, JSON.stringify(logins), { mode: 0o600 })
    return logins
  } finally {
    clearInterval(beat)
  }
}

/** `say` is called with the next step, for the progress log. */
async function tellAll(
  { database, auth, limits, log }: Omit<Parts, 'loginsFile'>,
  say: (what: string) => void,
): Promise<Login[]> {
  const { db } = database
  const { ids, logins } = await moveIn(auth, database)
  const as = (username: string): Ctx => ({
    db,
    limits,
    log,
    viewer: bySystem(ids.get(username)!, 'town'),
    live: noLive,
    geocoder: noGeocoder,
    ...{ adminEmails: [], model: null, modelMonthlyTokens: null },
  })
  const categories = new Map(
    (await db.selectFrom('categories').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
  )
  // several at a time, to use both cores
  const left = [...threads]
  const tell = async () => {
    for (let thread = left.shift(); thread; thread = left.shift()) {
      say(`${threads.length - left.length} of ${threads.length} posts are told`)
      await tellThread(thread, { db, as, category_id: categories.get(thread.category)! })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, tell))
  say('its networks open')
  for (const network of networks) await tellNetwork(network, { db, as, ids, categories })
  say('its pods and events are made')
  // some threads belong to a network
  await createPods({ db, as })
  await createConnections({ as })
  await createEvents({ db, as })
  await db
    .updateTable('facts')
    .set({ created_at: sql`now() - interval '70 days'` })
    .where('kind', '=', 'member.joined')
    .execute()
  await honour(db)
  await countWords(db)
  // moved back in time directly in the database
  await sweep(db)
  await indexAll(db)
  await createQuestions({ db, as })
  await keepAll(db)
  return logins
}

/**
 * Adds up the members' karma and achievements. The achievements count as announced some time ago, so that a member is
 * not shown a dozen of them at once.
 */
async function honour(db: Database['db']): Promise<void> {
  await foldAll(db)
  // evaluate the weeks again: the first time, the last actions had not been moved back in time yet
  await sql`update karma_counts set weighed_on = null`.execute(db)
  await sql`select award_achievements(array(select member_id from karma_counts))`.execute(db)
  await sql`update user_achievements u set told_at = now(), earned_at = now() - interval '1 day' * (a.points % 30 + 1)
    from achievements a where a.id = u.achievement_id`.execute(db)
}

/**
 * The demo's database does not wait for the disk (kernel/postgres/home.ts). This transaction does, so that everything
 * before it is on disk before the town counts as complete.
 */
const keepAll = (db: Database['db']) =>
  db.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit = on`.execute(transaction)
    // a transaction that writes nothing does not wait for the disk
    await sql`select pg_current_xact_id()`.execute(transaction)
  })

/** Deletes a town whose first start was interrupted, so that it can be created again. */
async function clearGround({ db }: Database, log: Log): Promise<void> {
  const { rows } = await sql<{ own: boolean }>`
    select email like '%@demo.invalid' as own from "user" group by own`.execute(db)
  if (rows.length === 0) return
  if (rows.some(({ own }) => !own))
    throw new Error(
      'The demo town was not told to its end, and members live in it. Start with: npm run demo -- --fresh',
    )
  log.info({}, 'the demo town is incomplete; it is created again')
  await db.transaction().execute(async (transaction) => {
    for (const table of ['comments', 'posts', 'pods', 'topics', '"user"', 'facts'])
      await sql.raw(`delete from ${table}`).execute(transaction)
    // networks of the base data have no creator, and members join them again
    const own = networks.map(({ name }) => name)
    await transaction.deleteFrom('groups').where('name', 'in', own).execute()
    await seedBase(transaction)
    await transaction.updateTable('categories').set({ post_count: 0 }).execute()
  })
}

async function moveIn(auth: Auth, { db }: Database): Promise<{ ids: Map<string, string>; logins: Login[] }> {
  const { internalAdapter, password: hasher } = await auth.$context
  const ids = new Map<string, string>()
  const logins: Login[] = []
  for (const [index, { username, displayName, location, bio }] of people.entries()) {
    const email = `${username}@demo.invalid`
    const data = { email, name: displayName, username, displayUsername: username, emailVerified: true }
    const { id } = await internalAdapter.createUser(data, { method: 'email-password' })
    ids.set(username, id)
    await db
      .updateTable('profiles')
      .set({ location, bio, created_at: sql`now() - make_interval(days => ${60 + ((index * 37) % 400)})` })
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('profiles_private')
      .set({ onboarding_completed: true, onboarding_step: 5 })
      .where('id', '=', id)
      .execute()
    if (index >= DOORS) continue
    const password = randomBytes(9).toString('base64url')
    await internalAdapter.linkAccount({
      userId: id,
      providerId: 'credential',
      accountId: id,
      password: await hasher.hash(password),
    })
    logins.push({ username, password })
  }
  return { ids, logins }
}

interface Town {
  db: Database['db']
  as(username: string): Ctx
  ids: Map<string, string>
  categories: Map<string, string>
}

/** The first member creates the network, or becomes admin of the one in the base data. */
async function tellNetwork(network: TownNetwork, { db, as, ids, categories }: Town): Promise<void> {
  const { name, description, location = null, is_public, members, asking = [], lines = [], posts } = network
  const [first, ...others] = members
  const creator_id = ids.get(first!)!
  const { id } = await db
    .insertInto('groups')
    .values({ name, description, location, creator_id })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ description, location, creator_id }))
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const member of others) await joinGroup(as(member), { id })
  if (!is_public) await editGroup(as(first!), { id, is_public })
  for (const { by, message } of asking) await requestToJoinGroup(as(by), { id, message })
  for (const { by, said, minutesAgo } of lines) {
    const message = await sendMessage(as(by), { room: 'group', room_id: id, id: randomUUID(), content: said })
    await sql`update group_messages set created_at = now() - make_interval(mins => ${minutesAgo})
      where id = ${message.id}`.execute(db)
  }
  for (const { by, category, type, title, content, hoursAgo, up, replies = [] } of posts) {
    const written = { type, title, content, category_id: categories.get(category)!, group_id: id }
    const post = await createPost(as(by), written)
    for (const voter of members.filter((one) => one !== by).slice(0, up))
      await castPostVote(as(voter), { post_id: post.id, direction: 'up' })
    await moveBack(db, 'posts', post.id, hoursAgo * 60)
    for (const reply of replies) await tellReply(reply, { db, as, post_id: post.id, minutes: hoursAgo * 60 }, members)
  }
  await db
    .updateTable('group_members')
    .set({ joined_at: sql`joined_at - interval '40 days'` })
    .where('group_id', '=', id)
    .execute()
}

interface Stage {
  db: Database['db']
  as(username: string): Ctx
  category_id: string
}

async function tellThread(thread: Thread, { db, as, category_id }: Stage): Promise<void> {
  const { by, type, title, content, hoursAgo, up, down = 0, poll, replies } = thread
  const poll_options = poll?.map(({ option }) => option)
  const made = await createPost(as(by), {
    type,
    title,
    content,
    category_id,
    ...(poll_options ? { poll_options } : {}),
  })
  const { id } = made
  const crowd = others(by, title)
  for (const voter of crowd.slice(0, up)) await castPostVote(as(voter), { post_id: id, direction: 'up' })
  for (const voter of crowd.slice(up, up + down)) await castPostVote(as(voter), { post_id: id, direction: 'down' })
  const voters = others(by, content)
  for (const [place, { id: option_id }] of (made.poll?.options ?? []).entries())
    for (const voter of voters.splice(0, poll?.[place]?.votes))
      await castPollVote(as(voter), { post_id: id, option_id })
  const minutes = Math.round(hoursAgo * 60)
  await moveBack(db, 'posts', id, minutes)
  for (const reply of replies) await tellReply(reply, { db, as, post_id: id, minutes })
}

async function tellReply(
  reply: Reply,
  { db, as, post_id, minutes }: Omit<Stage, 'category_id'> & { post_id: string; minutes: number },
  crowd = people.map(({ username }) => username),
) {
  const { id } = await createComment(as(reply.by), { post_id, content: reply.content })
  for (const voter of others(reply.by, reply.content, crowd).slice(0, reply.up ?? 0)) {
    await castCommentVote(as(voter), { comment_id: id, direction: 'up' })
  }
  await moveBack(db, 'comments', id, Math.max(1, minutes - reply.minutesLater))
}

async function moveBack(db: Database['db'], table: 'posts' | 'comments', id: string, minutes: number): Promise<void> {
  const then = sql<Date>`now() - make_interval(mins => ${minutes})`
  await db.updateTable(table).set({ created_at: then, updated_at: then }).where('id', '=', id).execute()
}

/**
 * Everyone but the author, in an order that depends on the text: the same for each start, but different for each post.
 */
function others(author: string, text: string, crowd = people.map(({ username }) => username)): string[] {
  const turn = [...text].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 9973, 7) % crowd.length
  return [...crowd.slice(turn), ...crowd.slice(0, turn)].filter((name) => name !== author)
}
