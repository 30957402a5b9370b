/**
 * The postings of the index: how often each word occurs in each document. Only one process writes them at a time
 * (indexing.ts).
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

export interface Replaced {
  document: number
  /** `NOBODY_ID` for the post itself */
  comment_id: string
  revision: Date
  /** The current texts; empty if the source is no longer in the index. `start` is null for a title. */
  texts: { start: number | null; text: string }[]
}

/** The change of the count of each word of each document, by `document:lexeme`. */
type Changes = Map<string, number>

/** Replaces the index entries of these sources with their current texts. */
export async function replaceSources(db: Kysely<DB>, sources: Replaced[]): Promise<void> {
  if (sources.length === 0) return
  const changes: Changes = new Map()
  for (const { document, lexemes } of await takePassages(db, sources)) note(changes, document, lexemes, -1)
  for (const { document, lexemes } of await addPassages(db, sources)) note(changes, document, lexemes, 1)
  await applyChanges(db, changes)
}

function note(changes: Changes, document: number, lexemes: number[], way: 1 | -1): void {
  for (const lexeme of lexemes) {
    const key = `${document}:${lexeme}`
    changes.set(key, (changes.get(key) ?? 0) + way)
  }
}

interface Words {
  document: number
  lexemes: number[]
}

async function takePassages(db: Kysely<DB>, sources: Replaced[]): Promise<Words[]> {
  const { rows } = await sql<Words>`
    delete from retrieval_passages r using unnest(${sources.map(({ document }) => document)}::int[],
      ${sources.map(({ comment_id }) => comment_id)}::uuid[]) as s (document, comment_id)
    where r.document = s.document and r.comment_id = s.comment_id returning r.document, r.lexemes`.execute(db)
  return rows
}

async function addPassages(db: Kysely<DB>, sources: Replaced[]): Promise<Words[]> {
  const passages = sources.flatMap(({ texts, ...source }) => texts.map((text) => ({ ...source, ...text })))
  if (passages.length === 0) return []
  const words = await wordsOf(
    db,
    passages.map(({ text }) => text),
  )
  const ids = await idsOf(db, [...new Set(words.flat())])
  const lexemes = words.map((some) => some.map((word) => ids.get(word)!))
  await sql`
    insert into retrieval_passages (document, comment_id, revision, start, length, lexemes)
    select document, comment_id, revision, start, case when start is not null then length end, lexemes::int[]
    from unnest(${passages.map(({ document }) => document)}::int[],
      ${passages.map(({ comment_id }) => comment_id)}::uuid[],
      ${passages.map(({ revision }) => revision)}::timestamptz[],
      ${passages.map(({ start }) => start)}::int[],
      ${passages.map(({ text }) => text.length)}::int[],
      ${lexemes.map((some) => `{${some.join()}}`)}::text[])
      as s (document, comment_id, revision, start, length, lexemes)`.execute(db)
  return passages.map(({ document }, nth) => ({ document, lexemes: lexemes[nth]! }))
}

/** Stems of the words, in the form in which a question looks them up. */
async function wordsOf(db: Kysely<DB>, texts: string[]): Promise<string[][]> {
  const { rows } = await sql<{ words: string[] }>`
    select retrieval_words(text) as words from unnest(${texts}::text[]) with ordinality as t (text, place)
    order by place`.execute(db)
  return rows.map(({ words }) => words)
}

async function idsOf(db: Kysely<DB>, words: string[]): Promise<Map<string, number>> {
  const known = await sql<{ id: number; lexeme: string }>`
    select id, lexeme from retrieval_lexemes where lexeme = any(${words}::text[])`.execute(db)
  const ids = new Map(known.rows.map(({ id, lexeme }) => [lexeme, id]))
  const others = words.filter((word) => !ids.has(word))
  if (others.length === 0) return ids
  const added = await sql<{ id: number; lexeme: string }>`
    insert into retrieval_lexemes (lexeme) select unnest(${others}::text[]) returning id, lexeme`.execute(db)
  for (const { id, lexeme } of added.rows) ids.set(lexeme, id)
  return ids
}

interface Change {
  document: number
  lexeme: number
  by: number
}

async function applyChanges(db: Kysely<DB>, changes: Changes): Promise<void> {
  const all = [...changes].flatMap(([key, by]): Change[] => {
    const [document, lexeme] = key.split(':').map(Number) as [number, number]
    return by === 0 ? [] : [{ document, lexeme, by }]
  })
  if (all.length === 0) return
  const come = await addTo(db, all)
  const gone = await takeFrom(
    db,
    all.filter(({ by }) => by < 0),
  )
  await countDocuments(db, come, gone)
  await countWords(db, all)
}

/** Inserts a row for a word that the document did not have. Returns the lexemes of these rows. */
async function addTo(db: Kysely<DB>, changes: Change[]): Promise<number[]> {
  const { rows } = await sql<{ lexeme: number }>`
    with change as materialized (select * from ${rowsOf(changes)} order by lexeme, document),
    added as (
      insert into retrieval_postings (lexeme, document, tf) select lexeme, document, by from change where by > 0
      on conflict do nothing returning lexeme),
    changed as (
      update retrieval_postings p set tf = p.tf + c.by from change c
      where p.lexeme = c.lexeme and p.document = c.document)
    select lexeme from added`.execute(db)
  return rows.map(({ lexeme }) => lexeme)
}

async function takeFrom(db: Kysely<DB>, changes: Change[]): Promise<number[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<{ lexeme: number }>`
    delete from retrieval_postings p using ${rowsOf(changes)}
    where p.lexeme = c.lexeme and p.document = c.document and p.tf = 0 returning p.lexeme`.execute(db)
  return rows.map(({ lexeme }) => lexeme)
}

const rowsOf = (changes: Change[]) => sql`unnest(${changes.map(({ document }) => document)}::int[],
  ${changes.map(({ lexeme }) => lexeme)}::int[], ${changes.map(({ by }) => by)}::int[]) as c (document, lexeme, by)`

/** Deletes a word that occurs in no document any more. */
async function countDocuments(db: Kysely<DB>, come: number[], gone: number[]): Promise<void> {
  const by = new Map<number, number>()
  for (const lexeme of come) by.set(lexeme, (by.get(lexeme) ?? 0) + 1)
  for (const lexeme of gone) by.set(lexeme, (by.get(lexeme) ?? 0) - 1)
  if (by.size === 0) return
  await sql`update retrieval_lexemes l set documents = l.documents + c.by
    from unnest(${[...by.keys()]}::int[], ${[...by.values()]}::int[]) as c (lexeme, by) where l.id = c.lexeme`.execute(
    db,
  )
  await sql`delete from retrieval_lexemes where id = any(${gone}::int[]) and documents = 0`.execute(db)
}

async function countWords(db: Kysely<DB>, changes: Change[]): Promise<void> {
  const lengths = new Map<number, number>()
  for (const { document, by } of changes) lengths.set(document, (lengths.get(document) ?? 0) + by)
  await sql`
    with counted as (
      update retrieval_documents d set length = d.length + c.by
      from unnest(${[...lengths.keys()]}::int[], ${[...lengths.values()]}::int[]) as c (document, by)
      where d.id = c.document)
    update retrieval_totals set length = length + ${[...lengths.values()].reduce((sum, by) => sum + by, 0)}::bigint`.execute(
    db,
  )
}

/** Deletes the documents with all their entries. */
export async function dropDocuments(db: Kysely<DB>, documents: number[]): Promise<void> {
  if (documents.length === 0) return
  const { rows } = await sql<{ lexeme: number }>`
    with gone as (
      delete from retrieval_passages where document = any(${documents}::int[]) returning document, lexemes),
    words as materialized (select distinct document, unnest(lexemes) as lexeme from gone),
    dropped as (
      delete from retrieval_documents where id = any(${documents}::int[]) returning length),
    counted as (
      update retrieval_totals t set documents = t.documents - d.documents, length = t.length - d.length
      from (select count(*)::int as documents, coalesce(sum(length), 0) as length from dropped) d)
    delete from retrieval_postings p using words w where p.lexeme = w.lexeme and p.document = w.document
    returning p.lexeme`.execute(db)
  await countDocuments(
    db,
    [],
    rows.map(({ lexeme }) => lexeme),
  )
}
