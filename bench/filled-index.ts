/**
 * Fills the assistant's index of bulk data with a few large statements: the indexer of the program would take hours for a
 * million texts.
 */
import type pg from 'pg'

const EVERYONE = '00000000-0000-0000-0000-000000000000'

/**
 * Adds one passage of at most 600 characters for each text; all words of the text count. Meanwhile the program's own indexer
 * waits.
 */
export async function fillIndex(pool: pg.Pool): Promise<void> {
  const started = performance.now()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local work_mem = '256MB'`)
    await client.query(`set local max_parallel_workers_per_gather = 2`)
    await client.query(`select pg_advisory_xact_lock(hashtextextended('retrieval', 37))`)
    await client.query('delete from retrieval_sweeps')
    await client.query('delete from retrieval_stale')
    for (const table of ['passages', 'postings', 'lexemes', 'documents'])
      await client.query(`delete from retrieval_${table}`)
    await client.query(`
      insert into retrieval_documents (post_id)
      select p.id from posts p left join groups g on g.id = p.group_id
      where p.open_to = '${EVERYONE}' and p.removed_at is null and p.author_id is not null and coalesce(g.is_quotable, true)
      order by p.created_at`)
    await client.query(`
      create temp table texts on commit drop as
      select d.id as document, '${EVERYONE}'::uuid as comment_id, p.updated_at as revision, null::int as start, p.title as text
        from retrieval_documents d join posts p on p.id = d.post_id
      union all select d.id, '${EVERYONE}', p.updated_at, 0, p.content from retrieval_documents d join posts p on p.id = d.post_id
      union all select d.id, k.id, k.updated_at, 0, k.content from retrieval_documents d join comments k on k.post_id = d.post_id
        where k.removed_at is null and k.author_id is not null`)
    await client.query('analyze texts')
    await client.query(`
      create temp table read on commit drop as
      select t.document, t.comment_id, t.revision, t.start, least(length(t.text), 600) as length, retrieval_words(t.text) as words
      from texts t`)
    await client.query(`insert into retrieval_lexemes (lexeme) select distinct unnest(words) from read`)
    await client.query('analyze retrieval_lexemes')
    await client.query(`
      create temp table tokens on commit drop as
      select r.document, l.id as lexeme, count(*)::int as tf from (select document, unnest(words) as word from read) r
        join retrieval_lexemes l on l.lexeme = r.word group by 1, 2`)
    await client.query(
      `insert into retrieval_postings (lexeme, document, tf) select lexeme, document, tf from tokens order by 1, 2`,
    )
    await client.query(`
      update retrieval_lexemes l set documents = c.documents
      from (select lexeme, count(*) as documents from tokens group by 1) c where c.lexeme = l.id`)
    await client.query(`
      update retrieval_documents d set length = c.length
      from (select document, sum(tf) as length from tokens group by 1) c where c.document = d.id`)
    await client.query(`
      insert into retrieval_passages (document, comment_id, revision, start, length, lexemes)
      select r.document, r.comment_id, r.revision, r.start, case when r.start is not null then r.length end,
        array(select l.id from unnest(r.words) w (word) join retrieval_lexemes l on l.lexeme = w.word)
      from read r where r.length > 0 order by r.document`)
    await client.query(`
      update retrieval_totals set documents = (select count(*) from retrieval_documents),
        length = (select sum(length) from retrieval_documents)`)
    await client.query('commit')
    for (const table of ['passages', 'postings', 'lexemes', 'documents'])
      await client.query(`vacuum (analyze) retrieval_${table}`)
  } finally {
    client.release(true)
  }
  console.log(`  index filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}
