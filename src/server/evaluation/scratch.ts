/** A community in a temporary database. It contains the threads of a set, indexed like those of any community. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { noGeocoder } from '../kernel/geo/geo.ts'
import { unlimited } from '../kernel/http/http.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { Embeddings } from '../kernel/model/model.ts'
import { type Database, migrate, openDatabase, startEmbedded } from '../kernel/postgres/postgres.ts'
import { excerptOf, parseBody } from '../kernel/text/text.ts'
import { embedAll, indexAll, mark, NOBODY_ID, sweep } from '../retrieval/retrieval.ts'
import { seedBase } from '../seed.ts'
import type { Thread } from './set.ts'

/** Maximum number of threads in one statement, and of their characters. */
const BATCH_LIMITS = { threads: 500, characters: 4_000_000 }
/** Number of authors. The comments of one thread are written by different members. */
const MEMBERS = 40

export interface Scratch {
  db: Database['db']
  /** an operation context without a signed-in viewer */
  ctx: Ctx
  /** Queues a thread. `index` stores and indexes all queued threads. */
  add(thread: Thread): Promise<void>
  index(): Promise<void>
  /** Removes these threads from the community and from the index. */
  remove(threads: Set<string>): Promise<void>
  /** the thread of each post */
  threadOf(post: string): string
  stop(): Promise<void>
}

/** Durability is off, because the database is deleted after the evaluation. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' }

export async function makeScratch(log: Log, embeddings: Embeddings | null): Promise<Scratch> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fk-evaluate-'))
  const stops = [() => rm(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of stops.toReversed())
      await end().catch((error) => log.warn(errorFacts(error), 'it did not end well'))
  }
  try {
    const embedded = await startEmbedded({ dataDir, settings: SETTINGS })
    stops.push(() => embedded.stop())
    await migrate(embedded.url, log)
    const database = openDatabase(embedded.url, 4, log, { query_timeout: 600_000, statement_timeout: 600_000 })
    stops.push(() => database.close())
    await seedBase(database.db)
    return { ...(await makeCommunity(database.db, log, embeddings)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeCommunity(
  db: Database['db'],
  log: Log,
  embeddings: Embeddings | null,
): Promise<Omit<Scratch, 'stop'>> {
  const { members, category } = await prepare(db)
  const threads = new Map<string, string>()
  let waiting: Thread[] = []
  let characters = 0
  const write = async () => {
    await insert(db, { members, category, threads }, waiting)
    waiting = []
    characters = 0
  }
  return {
    db,
    ctx: {
      ...{ db, log, embeddings, viewer: null, limits: unlimited, live: { notify() {} }, geocoder: noGeocoder },
      ...{ adminEmails: [], model: null, modelMonthlyTokens: null },
    },
    async add(thread) {
      waiting.push(thread)
      characters += thread.text.length + thread.comments.reduce((sum, { length }) => sum + length, 0)
      if (waiting.length >= BATCH_LIMITS.threads || characters >= BATCH_LIMITS.characters) await write()
    },
    async index() {
      await write()
      await sweep(db)
      await indexAll(db)
      if (embeddings) await embedAll(db, embeddings)
      for (const table of ['posts', 'comments', 'documents', 'lexemes', 'postings', 'passages'])
        await sql`vacuum (analyze) ${sql.table(/^[pc]o(?:sts|mments)$/.test(table) ? table : `retrieval_${table}`)}`.execute(
          db,
        )
    },
    async remove(some) {
      const posts = [...threads].filter(([, thread]) => some.has(thread)).map(([post]) => post)
      await sql`delete from comments where post_id = any(${posts}::uuid[])`.execute(db)
      await sql`delete from posts where id = any(${posts}::uuid[])`.execute(db)
      await mark(
        db,
        posts.map((post_id) => ({ post_id, comment_id: NOBODY_ID })),
      )
      await indexAll(db)
    },
    threadOf: (post) => threads.get(post)!,
  }
}

/** Drops the length limits of texts, because a set may exceed them, and disables triggers, which serve other rooms. */
async function prepare(db: Database['db']): Promise<{ members: string[]; category: string }> {
  for (const table of ['posts', 'comments']) {
    const { rows } = await sql<{ conname: string }>`select conname from pg_constraint
      where conrelid = ${table}::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%char_length%'`.execute(
      db,
    )
    for (const { conname } of rows)
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(conname)}`.execute(db)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  }
  const { rows } = await sql<{ id: string }>`
    insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt", username, "displayUsername")
    select gen_random_uuid(), 'Dad', 'dad.' || n || '@example.invalid', true, now(), now(), 'dad.' || n, 'dad.' || n
    from generate_series(1, ${MEMBERS}::int) as n returning id`.execute(db)
  const category = await db.selectFrom('categories').select('id').limit(1).executeTakeFirstOrThrow()
  return { members: rows.map(({ id }) => id), category: category.id }
}

interface SetRows {
  members: string[]
  category: string
  threads: Map<string, string>
}

async function insert(db: Database['db'], { members, category, threads }: SetRows, some: Thread[]): Promise<void> {
  if (some.length === 0) return
  const posts = some.map(({ id, title, text, comments }) => {
    const post = { id: randomUUID(), title: storable(title), ...written(text), comments: comments.length }
    threads.set(post.id, id)
    return post
  })
  const comments = some.flatMap(({ comments }, nth) =>
    comments.map((text, place) => ({
      post: posts[nth]!.id,
      by: members[1 + (place % (MEMBERS - 1))]!,
      ...written(text),
    })),
  )
  await sql`
    insert into posts (id, title, content, body, excerpt, type, author_id, category_id, comment_count)
    select id, title, content, body, excerpt, case when comments > 0 then 'question' else 'text' end,
      ${members[0]}::uuid, ${category}::uuid, comments
    from unnest(${posts.map(({ id }) => id)}::uuid[], ${posts.map(({ title }) => title)}::text[],
      ${posts.map(({ content }) => content)}::text[], ${posts.map(({ body }) => body)}::jsonb[],
      ${posts.map(({ excerpt }) => excerpt)}::text[], ${posts.map((post) => post.comments)}::int[])
      as p (id, title, content, body, excerpt, comments)`.execute(db)
  await sql`
    insert into comments (post_id, author_id, content, body)
    select * from unnest(${comments.map(({ post }) => post)}::uuid[], ${comments.map(({ by }) => by)}::uuid[],
      ${comments.map(({ content }) => content)}::text[], ${comments.map(({ body }) => body)}::jsonb[])`.execute(db)
}

/** PostgreSQL stores neither zero bytes nor unpaired surrogates. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', ' ')

function written(text: string) {
  const content = storable(text)
  const body = parseBody(content)
  return { content, body: JSON.stringify(body), excerpt: excerptOf(body) }
}
