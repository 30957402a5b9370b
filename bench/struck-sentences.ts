/**
 * A source is deleted among a million stored sentences of the assistant: how long it takes until all sentences that quote it
 * are struck, while an author with a hundred thousand sentences forbids quoting. From the first moment on these sentences are
 * not shown.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Ask, openClient } from './clients.ts'
import { type Community, openCommunity } from './community.ts'
import { quantile, type Row } from './table.ts'

const SIZE = { posts: 10_000, comments: 50_000 }
const SENTENCES = 1_000_000
const SENTENCES_OF_ONE = 100_000
const PER_ANSWER = 5
const CHANGES = 200
const PER_SECOND = 10
/** After this time a sentence counts as never struck. */
const TIMEOUT_MS = 60_000

export async function strikingFigures(temporary: string): Promise<Row[]> {
  const community = await openCommunity(join(temporary, 'answers'), SIZE)
  try {
    await keepAnswers(community)
    const { rows } = await community.pool.query<{ n: number }>('select count(*)::int as n from assistant_sentences')
    const kept = rows[0]!.n
    const unwilling = untilUnwilling(community)
    const times = await strikeTimes(community)
    const all = await unwilling
    const among = `among ${kept.toLocaleString('en')} kept sentences`
    return [
      {
        figure: `from the change of a source to its sentences struck, ${among}, p99`,
        value: quantile(times, 0.99),
        limit: 5,
        unit: 's',
      },
      {
        figure: `from the change of a source to its sentences struck, ${among}, p50`,
        value: quantile(times, 0.5),
        limit: 5,
        unit: `s (${times.length} changes)`,
      },
      {
        ...{
          figure: `from the withdrawal of an author’s ${SENTENCES_OF_ONE.toLocaleString('en')} sentences, at the same time, to the last struck`,
          value: all,
        },
        ...{ limit: TIMEOUT_MS / 1000, unit: 's' },
      },
    ]
  } finally {
    await community.stop()
  }
}

/** Written by SQL, without the operations: each sentence quotes the first words of a comment or a post literally. */
async function keepAnswers({ pool, members }: Community): Promise<void> {
  const started = performance.now()
  const quoteOf = (column: string) => `substring(${column} from '^[[:alpha:]][[:alpha:], ]{10,80}[[:alpha:]]')`
  const client = await pool.connect()
  try {
    await client.query(`
      create temp table sources as
      select row_number() over () as n, x.* from (
        select k.post_id, k.id as comment_id, k.author_id, p.author_id as post_author_id, p.group_id,
          k.updated_at as revision, ${quoteOf('k.content')} as quote from comments k join posts p on p.id = k.post_id
          where p.removed_at is null and k.removed_at is null
        union all select p.id, null, p.author_id, p.author_id, p.group_id, p.updated_at, ${quoteOf('p.content')}
          from posts p where p.removed_at is null) x
      where x.quote is not null and x.author_id is not null
        and (x.group_id is null or exists (select from groups g where g.id = x.group_id and g.is_public))`)
    await client.query('create unique index on sources (n)')
    await client.query(
      `create temp table his as
       select row_number() over () as n, s.post_id, s.comment_id, s.author_id, s.post_author_id, s.group_id, s.revision, s.quote
       from sources s where s.author_id = $1`,
      [members[0]],
    )
    await client.query(`create temp table askers as select row_number() over () as n, id from profiles`)
    await client.query('create unique index on askers (n)')
    await client.query('create unique index on his (n)')
    await client.query('analyze sources, his, askers')
    await client.query('alter table assistant_sentences disable trigger user')
    await client.query(`
      with numbers as (select count(*) as members from askers),
        made as (insert into assistant_questions (id, member_id, question, state, answered_at)
          select gen_random_uuid(), a.id, 'How did you do it?', 'answered', now()
          from generate_series(1, ${SENTENCES / PER_ANSWER}) q, numbers join askers a on true
          where a.n = 1 + q % numbers.members returning id, member_id),
        numbered as (select row_number() over () as q, * from made),
        chosen as (select m.id, m.member_id, m.q * ${PER_ANSWER} + nth as place, nth
          from numbered m, generate_series(1, ${PER_ANSWER}) nth)
      insert into assistant_sentences (question_id, nth, kind, text, quote, asker_id, post_id, comment_id, author_id,
        post_author_id, group_id, revision, span_from, span_to)
      select c.id, c.nth, 'quotation', s.quote, s.quote, c.member_id, s.post_id, s.comment_id, s.author_id,
        s.post_author_id, s.group_id, s.revision, 0, length(s.quote)
      from chosen c cross join (select (select count(*) from sources) as sources, (select count(*) from his) as his) t
        cross join lateral (
          select s.* from sources s where c.place > ${SENTENCES_OF_ONE} and s.n = 1 + c.place % t.sources
          union all select h.* from his h
            where c.place <= ${SENTENCES_OF_ONE} and h.n = 1 + c.place % t.his) s`)
    await client.query('alter table assistant_sentences enable trigger user')
    await client.query('analyze assistant_sentences')
    await client.query('analyze assistant_questions')
  } finally {
    client.release(true)
  }
  console.log(`  answers kept in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

/** Forbids quoting the author, and returns the seconds until none of the author's sentences is left. */
function untilUnwilling(community: Community): Promise<number> {
  const { cookies, members } = community
  const request = { path: '/api/v1/me/quotable', method: 'PATCH', body: { is_quotable: false } }
  return untilStruck(community, { ...request, cookie: cookies[0]! }, 'author_id', members[0]!)
}

/** The sources of the members who can sign in, one after the other. Half of the comments are edited and half are deleted; posts are edited. */
async function strikeTimes(community: Community): Promise<number[]> {
  const { pool, members, cookies } = community
  const { rows } = await pool.query<{ id: string; is_comment: boolean; author: string }>(
    `select distinct coalesce(s.comment_id, s.post_id) as id, s.comment_id is not null as is_comment, s.author_id as author
     from assistant_sentences s where s.author_id = any($1::uuid[]) and s.struck is null limit $2`,
    [members.slice(1), CHANGES],
  )
  const from = performance.now()
  return Promise.all(
    rows.map(async ({ id, is_comment, author }, n) => {
      await pause(Math.max(0, from + (n * 1000) / PER_SECOND - performance.now()))
      const path = `/api/v1/${is_comment ? 'comments' : 'posts'}/${id}`
      // deleting a post would delete the comments of other members below it
      const isEdit = !is_comment || n % 2 === 0
      const change = isEdit ? { method: 'PATCH', body: { content: `Changed. ${randomUUID()}` } } : { method: 'DELETE' }
      const cookie = cookies[members.indexOf(author)]!
      return untilStruck(community, { path, ...change, cookie }, is_comment ? 'comment_id' : 'post_id', id)
    }),
  )
}

/** Measures from the response of the operation; infinite if nothing was struck. */
async function untilStruck({ pool, url }: Community, ask: Ask, column: string, id: string): Promise<number> {
  const client = await openClient(url)
  const { status } = await client.ask(ask)
  client.close()
  if (status >= 300) throw new Error(`${ask.method} ${ask.path} was refused: ${status}`)
  const from = performance.now()
  // editing a post strikes the sentences that quote the post, not those that quote the comments below it
  const own = column === 'post_id' ? 'and comment_id is null' : ''
  while (performance.now() < from + TIMEOUT_MS) {
    const { rows } = await pool.query(
      `select from assistant_sentences where ${column} = $1 and struck is null ${own} limit 1`,
      [id],
    )
    if (rows.length === 0) return (performance.now() - from) / 1000
    await pause(50)
  }
  return Number.POSITIVE_INFINITY
}
