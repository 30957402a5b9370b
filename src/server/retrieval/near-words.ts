/**
 * Words that are used like a word ("photography": "camera"), for questions that use other words than the threads. Made by
 * `npm run evaluate -- --learn-words` from the vectors of GloVe (Pennington, Socher and Manning, 2014: Wikipedia and
 * Gigaword, 100 dimensions), which are in the public domain (PDDL).
 *
 * The file is the words, the most frequent first, separated by spaces and ended by a line feed; then for each word a byte
 * with the number of its near words, and for each of these its place (two bytes, the lower first) and its cosine
 * (a byte; 255 is 1).
 */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'

export interface NearWord {
  /** the word that it is near to */
  of: string
  /** a cosine, below 1 */
  nearness: number
  /** its stem, as the index has it */
  lexeme: string
  id: number
  /** number of documents that contain it */
  documents: number
}

const FILE = new URL('./near-words.bin', import.meta.url)
const ENTRY_BYTES = 3

interface Table {
  /** the stem of each word */
  lexemes: string[]
  places: Map<string, number>
  bytes: Buffer
  /** where the near words of each word begin */
  begins: Uint32Array
}

let table: Promise<Table> | undefined

/** Among so many of the most frequent words there are few names that look like a misspelled word; "Frist" comes after them. */
const COMMON = 14_000

export interface English {
  /** the table has it, perhaps as a name */
  has(word: string): boolean
  /** everybody knows it, so it is not misspelled */
  isCommon(word: string): boolean
}

export async function englishWords(ctx: Pick<Ctx, 'db'>): Promise<English> {
  const { places } = await loaded(ctx)
  return { has: (word) => places.has(word), isCommon: (word) => (places.get(word) ?? COMMON) < COMMON }
}

/** The near words of each of these words that some document contains, the nearest first. */
export async function nearWords(ctx: Pick<Ctx, 'db'>, words: string[], minNearness = 0): Promise<NearWord[]> {
  const table = await loaded(ctx)
  const near = words.flatMap((of) => listed(table, of)).filter(({ nearness }) => nearness >= minNearness)
  if (near.length === 0) return []
  const { rows } = await sql<Pick<NearWord, 'id' | 'lexeme' | 'documents'>>`
    select id, lexeme, documents from retrieval_lexemes
    where lexeme = any(${[...new Set(near.map(({ lexeme }) => lexeme))]}::text[]) and documents > 0`.execute(ctx.db)
  const known = new Map(rows.map((row) => [row.lexeme, row]))
  return near.flatMap((word) => {
    const row = known.get(word.lexeme)
    return row ? [{ ...word, ...row }] : []
  })
}

function listed({ lexemes, places, bytes, begins }: Table, of: string) {
  const place = places.get(of)
  if (place === undefined) return []
  const begin = begins[place]!
  return Array.from({ length: bytes[begin]! }, (_, nth) => {
    const at = begin + 1 + nth * ENTRY_BYTES
    return { of, lexeme: lexemes[bytes.readUInt16LE(at)]!, nearness: Math.min(bytes[at + 2]!, 254) / 255 }
  })
}

function loaded({ db }: Pick<Ctx, 'db'>): Promise<Table> {
  table ??= load(db).catch((error: unknown) => {
    table = undefined
    throw error
  })
  return table
}

/** Some megabytes and a tenth of a second, so only a process that answers questions reads it, once. */
async function load(db: Ctx['db']): Promise<Table> {
  const bytes = readFileSync(FILE)
  const end = bytes.indexOf('\n')
  const words = bytes.toString('latin1', 0, end).split(' ')
  const { rows } = await sql<{ lexemes: string[] }>`
    select array_agg(coalesce((ts_lexize('pg_catalog.english_stem', w.word))[1], '') order by w.place) as lexemes
    from unnest(${words}::text[]) with ordinality as w (word, place)`.execute(db)
  const begins = new Uint32Array(words.length)
  let at = end + 1
  for (let place = 0; place < words.length; place++) {
    begins[place] = at
    at += 1 + bytes[at]! * ENTRY_BYTES
  }
  return { lexemes: rows[0]!.lexemes, places: new Map(words.map((word, place) => [word, place])), bytes, begins }
}

/** `near`: for each word the places of its near words and their cosines. */
export function packedWords(words: string[], near: [place: number, cosine: number][][]): Buffer {
  const entries = near.flatMap((some) => [
    some.length,
    ...some.flatMap(([place, cosine]) => [place & 255, place >> 8, Math.round(Math.min(1, cosine) * 255)]),
  ])
  return Buffer.concat([Buffer.from(`${words.join(' ')}\n`, 'latin1'), Buffer.from(entries)])
}
