/**
 * The assistant in a community of a hundred thousand threads: how long it takes to find the passages that may answer a question
 * and to send the first quotation, and whether its index keeps up with members who write.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { noGeocoder } from '#server/kernel/geo/geo.ts'
import { unlimited } from '#server/kernel/http/http.ts'
import { openDatabase } from '#server/kernel/postgres/postgres.ts'
import { bySystem } from '#server/kernel/principal.ts'
import { retrieve } from '#server/retrieval/retrieval.ts'
import { openClient } from './clients.ts'
import { type Community, openCommunity } from './community.ts'
import { fillIndex } from './filled-index.ts'
import { memoryOf, settledMemory } from './memory.ts'
import { quantile, type Row } from './table.ts'

const SIZE = { posts: 100_000, comments: 300_000 }
const QUESTIONS = 300
const QUOTATION_QUESTIONS = 60
const WRITES_PER_SECOND = 200
const WRITING_SECONDS = 30
/** The limits that the question of a member has. */
const MAX_EVIDENCE = { threads: 6, passages: 14 }
const QUIET = { debug() {}, info() {}, warn() {}, error() {} }

export async function questionFigures(temporary: string): Promise<Row[]> {
  const community = await openCommunity(join(temporary, 'asking'), SIZE)
  try {
    await fillIndex(community.pool)
    const questions = await questionsOf(community.pool)
    return [
      ...(await retrievalFigures(community, questions)),
      await quotationFigure(community, questions),
      ...(await sizeFigures(community.pool)),
      ...(await writingFigures(community)),
    ]
  } finally {
    await community.stop()
  }
}

/** Four to nine consecutive words of one thread. */
async function questionsOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ words: string[] }>(`
    select regexp_split_to_array(p.title || ' ' || left(p.content, 300), '[^[:alpha:]]+') as words
    from retrieval_documents d join posts p on p.id = d.post_id order by md5(d.id::text) limit ${QUESTIONS}`)
  return rows.map(({ words }, nth) => {
    const count = 4 + (nth % 6)
    const step = Math.max(1, Math.floor(words.length / count))
    return `How do you ${words
      .filter((_, place) => place % step === 0)
      .slice(0, count)
      .join(' ')}?`
  })
}

async function retrievalFigures({ databaseUrl, members }: Community, questions: string[]): Promise<Row[]> {
  const database = openDatabase(databaseUrl, 2, QUIET)
  const ctx = {
    ...{ db: database.db, viewer: bySystem(members[1]!, 'bench'), limits: unlimited, log: QUIET },
    ...{ live: { notify() {} }, geocoder: noGeocoder, model: null, modelMonthlyTokens: null, adminEmails: [] },
  }
  try {
    for (const question of questions.slice(0, 50)) await retrieve(ctx, question, MAX_EVIDENCE)
    const times: number[] = []
    let found = 0
    for (const question of questions) {
      const since = performance.now()
      const { threads } = await retrieve(ctx, question, MAX_EVIDENCE)
      times.push(performance.now() - since)
      if (threads.length > 0) found++
    }
    if (found < questions.length * 0.95)
      throw new Error(`Only ${found} of ${questions.length} questions found anything`)
    return [
      {
        figure: 'passages for a question found, 100,000 threads, p95',
        value: quantile(times, 0.95),
        limit: 60,
        unit: 'ms',
      },
      {
        figure: 'passages for a question found, 100,000 threads, p50',
        value: quantile(times, 0.5),
        limit: 60,
        unit: 'ms',
      },
    ]
  } finally {
    await database.close()
  }
}

/** Measures from sending the question to the first quotation, by HTTP and without a model. */
async function quotationFigure({ url, cookies, members, pool }: Community, questions: string[]): Promise<Row> {
  await pool.query(`update profiles_private set plan = 'Superdad' where id = $1`, [members[1]])
  const times: number[] = []
  for (const question of questions.slice(0, QUOTATION_QUESTIONS)) {
    const since = performance.now()
    const response = await fetch(`${url}/api/v1/assistant/questions/stream`, {
      method: 'POST',
      headers: { origin: url, cookie: cookies[1]!, 'content-type': 'application/json' },
      body: JSON.stringify({ question }),
    })
    let received = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      received += piece
      if (!received.includes('"sentence"')) continue
      times.push(performance.now() - since)
      break
    }
  }
  if (times.length < QUOTATION_QUESTIONS / 3)
    throw new Error(`Only ${times.length} of ${QUOTATION_QUESTIONS} questions were answered`)
  return {
    figure: `the first quotation without a model, 100,000 threads, p95 of ${times.length}`,
    ...{ value: quantile(times, 0.95), limit: 300, unit: 'ms' },
  }
}

async function sizeFigures(pool: pg.Pool): Promise<Row[]> {
  const { rows } = await pool.query<{ index: number; text: number }>(`
    select (select sum(pg_total_relation_size(c.oid)) from pg_class c
        where c.relkind = 'r' and c.relname like 'retrieval%')::float8 as index,
      ((select sum(octet_length(title) + octet_length(content)) from posts) + (select sum(octet_length(content)) from comments))::float8 as text`)
  const { index, text } = rows[0]!
  return [
    {
      figure: `size of the index (${Math.round(index / 1e6)} MB), ratio to its text (${Math.round(text / 1e6)} MB)`,
      value: index / text,
      limit: 12,
      unit: '×',
    },
  ]
}

/** Members write comments at the given rate; then measures how far the index is behind, and how much memory that took. */
async function writingFigures({ url, cookies, pool, pid }: Community): Promise<Row[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select p.id from retrieval_documents d join posts p on p.id = d.post_id where p.group_id is null order by md5(d.id::text) limit 2000`,
  )
  const before = await settledMemory(pid)
  const clients = await Promise.all(Array.from({ length: 8 }, () => openClient(url)))
  const from = performance.now()
  const total = WRITES_PER_SECOND * WRITING_SECONDS
  let [sent, maxMemory] = [0, 0]
  const write = async (client: (typeof clients)[0]) => {
    while (sent < total) {
      const nth = sent++
      await pause(Math.max(0, from + (nth * 1000) / WRITES_PER_SECOND - performance.now()))
      await client.ask({
        ...{
          method: 'POST',
          path: `/api/v1/posts/${rows[nth % rows.length]!.id}/comments`,
          cookie: cookies[nth % cookies.length],
        },
        body: {
          content: `We tried it for ${nth} nights with number${nth % 5000}, and it worked in the end, mostly because nobody gave up before the week was over.`,
        },
      })
      if (nth % 100 === 0) maxMemory = Math.max(maxMemory, memoryOf(pid))
    }
  }
  await Promise.all(clients.map(write))
  const seconds = (performance.now() - from) / 1000
  for (const client of clients) client.close()
  const since = performance.now()
  while ((await pendingCount(pool)) > 0) await pause(100)
  const behind = (performance.now() - since) / 1000
  return [
    {
      figure: `comments stored while the index is updated, of ${WRITES_PER_SECOND} per second`,
      value: total / seconds,
      limit: 0.95 * WRITES_PER_SECOND,
      unit: '/s',
      least: true,
    },
    { figure: `delay of the index after ${WRITING_SECONDS} s of these comments`, value: behind, limit: 5, unit: 's' },
    { figure: 'growth of the process during these comments', value: maxMemory - before, limit: 60, unit: 'MB' },
  ]
}

async function pendingCount(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`
    select (select count(*) from retrieval_stale where tries < 5)::int + (select count(*)::int from (
      select from facts f, readers r where r.name = 'retrieval' and (f.xid, f.id) > (r.xid, r.fact_id) limit 100) x) as n`)
  return rows[0]!.n
}
