/** Members by their names, also misspelt: the database proposes whose trigrams are alike, letters decide. */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { distance, mistakesIn } from '../kernel/text/text.ts'

/** So many namesakes are looked at: the nearest names, of those whoever has written most. */
const NAMESAKES = 50
/** Longer than any name; a question of this length is none. */
const NAME_MAX = 80

interface Named {
  id: string
  username: string
  display_name: string | null
}

/** Ids of the members whom these words may mean, nearest first. */
export async function membersCalled(ctx: Ctx, q: string): Promise<string[]> {
  const sought = folded(q)
  if (sought.length < 2 || sought.length > NAME_MAX) return []
  const near = await namesLike(ctx, sought, 0.5)
  return near.length > 0 ? near : namesLike(ctx, sought, 0.3)
}

/** `likeness`: the share of its trigrams that a name must have; the lower, the more names are to be compared. */
async function namesLike(ctx: Ctx, sought: string, likeness: number): Promise<string[]> {
  const { rows } = await sql<Named>`select * from search_names(${sought}, ${likeness}::real)`.execute(ctx.db)
  const near = rows
    .map(({ id, username, display_name }) => ({ id, far: distanceTo(sought, [username, display_name ?? '']) }))
    .filter(({ far }) => far <= mistakesIn(sought))
    .sort((one, other) => one.far - other.far)
    .map(({ id }) => id)
  return [...new Set(near)].slice(0, NAMESAKES)
}

const folded = (words: string) =>
  words
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .trim()

/** The whole name, its words next to each other, or one of its words. */
function distanceTo(sought: string, names: string[]): number {
  const forms = names.map(folded).flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
  return Math.min(...forms.filter(Boolean).map((form) => distance(sought, form)))
}
