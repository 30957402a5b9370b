/** Marks the searched words in each post of a page: in the title and in a passage of the text, as a list of pieces. */
import { sql } from 'kysely'
import type { Pieces, PostCard } from '#contract/posts.ts'
import type { Block } from '#contract/text.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { plainOf } from '../kernel/text/text.ts'
import { visiblePost } from '../posts/posts.ts'
import { likenessAmong, type Run, runsLike, withoutOverlaps } from './marking.ts'
import type { Marks } from './question.ts'

/** Length of a passage in UTF-16 units, about the same as an excerpt. */
const PASSAGE_LENGTH = 280
/** A phone shows about this much of a passage, so the words must be within it. */
const VISIBLE_LENGTH = 120
/** Maximum text before the first of the words. */
const LENGTH_BEFORE_MATCH = 40
/** Maximum length of text that is searched, in UTF-16 units. Hardly any text is longer. */
const MAX_SEARCHED_LENGTH = 20_000
/** Adds `found` with the marked pieces to each card. One query reads the texts, and one the stems of their words. */
export async function withPassages(ctx: Ctx, marks: Marks, cards: PostCard[]): Promise<PostCard[]> {
  if (cards.length === 0) return cards
  const texts = await textsOf(ctx, cards)
  const look = runsLike(marks)
  const read = cards.map((card) => {
    const [title, text] = [decomposed(card.title), decomposed(texts.get(card.id)?.slice(0, MAX_SEARCHED_LENGTH) ?? '')]
    return { card, title: { text: title, runs: look(title) }, content: { text, runs: look(text) } }
  })
  const runs = read.flatMap(({ title, content }) => [...title.runs, ...content.runs])
  const likeness = await likenessAmong(ctx, marks, runs)
  return read.map(({ card, title, content }) => {
    // if the last word itself occurs, words that only begin with it are not marked
    const isWhole = [...title.runs, ...content.runs].some((run) => likeness(run) === 'last')
    const isMarked = (run: Run) => likeness(run) !== null && !(isWhole && likeness(run) === 'begun')
    const markedIn = (runs: Run[]) => withoutOverlaps(runs.filter(isMarked))
    const [inTitle, inText] = [markedIn(title.runs), markedIn(content.runs)]
    const found = {
      title: inTitle.length > 0 ? piecesOf(title.text, inTitle, 0, title.text.length) : null,
      passage: inText.length > 0 ? passageOf(content.text, inText) : null,
    }
    return found.title || found.passage ? { ...card, found } : card
  })
}

/** Checks again who may see each post: it may have been removed since the search. */
async function textsOf(ctx: Ctx, cards: PostCard[]): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom('posts as p')
    .select(['p.id', sql<Block[]>`p.body`.as('body')])
    .where(
      'p.id',
      'in',
      cards.map(({ id }) => id),
    )
    .where(visiblePost(ctx.viewer))
    .execute()
  return new Map(rows.map(({ id, body }) => [id, plainOf(body)]))
}

/** Decomposed so that a letter and its accent are two characters, as in the index. The pieces are composed again. */
const decomposed = (text: string) => text.normalize('NFD')
const composed = (text: string) => text.normalize('NFC')

/** The passage around the place where most of the different words stand together. */
function passageOf(text: string, runs: Run[]): Pieces {
  const first = densest(runs)
  const from = beginning(text, first.from)
  const to = ending(text, from + PASSAGE_LENGTH)
  const inside = runs.filter((run) => run.from >= from && run.to <= to)
  const [before, after] = [from > 0 ? '…' : '', to < text.length ? '…' : '']
  const pieces = piecesOf(text, inside, from, to)
  const [begins, ends] = [pieces[0]!, pieces.at(-1)!]
  if (begins.marked) pieces.unshift(plain(before))
  else begins.text = before + begins.text
  if (ends.marked) pieces.push(plain(after))
  else ends.text += after
  return pieces.filter(({ text }) => text !== '')
}

function densest(runs: Run[]): Run {
  let best = { run: runs[0]!, words: 0 }
  for (const [place, run] of runs.entries()) {
    const together = new Set<string>()
    for (let next = place; next < runs.length && runs[next]!.to <= run.from + VISIBLE_LENGTH; next++)
      together.add(runs[next]!.word)
    if (together.size > best.words) best = { run, words: together.size }
  }
  return best.run
}

/** Start of a word, a little before the place. */
function beginning(text: string, place: number): number {
  if (place <= VISIBLE_LENGTH / 2) return 0
  const before = text.slice(place - LENGTH_BEFORE_MATCH, place)
  const space = before.indexOf(' ')
  return space < 0 ? place : place - LENGTH_BEFORE_MATCH + space + 1
}

/** End of a word if one is near; never within a character. */
function ending(text: string, place: number): number {
  if (place >= text.length) return text.length
  const space = text.lastIndexOf(' ', place)
  if (space > place - LENGTH_BEFORE_MATCH) return space
  let end = place
  // a long run of accents is cut between two of them
  while (end > place - LENGTH_BEFORE_MATCH && /^(?:\p{M}|\u200d|[\udc00-\udfff])/u.test(text.slice(end))) end--
  return end
}

function piecesOf(text: string, runs: Run[], from: number, to: number): Pieces {
  const pieces: Pieces = []
  let place = from
  for (const run of runs) {
    if (run.from > place) pieces.push(plain(text.slice(place, run.from)))
    pieces.push({ text: composed(text.slice(run.from, run.to)), marked: true })
    place = run.to
  }
  if (place < to) pieces.push(plain(text.slice(place, to)))
  return pieces
}

const plain = (text: string) => ({ text: composed(text), marked: false })
