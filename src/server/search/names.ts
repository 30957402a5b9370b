/**
 * Finds members by their names, also misspelt. The database proposes names with similar trigrams; edit distance
 * decides.
 */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'
import { distance, folded, isUnspaced, maxMistakes } from '../kernel/text/text.ts'

/**
 * Maximum number of members with similar names that are compared: the nearest names, and among equal ones the members
 * who have written most.
 */
const MAX_NAMESAKES = 50
/** Longer than any name; a longer question is not compared with names. */
const MAX_NAME_LENGTH = 80

interface Named {
  id: string
  username: string
  display_name: string | null
}

/** Ids of the members whom these words may mean, nearest first. */
export async function findMembersByName(ctx: Ctx, q: string): Promise<string[]> {
  const sought = folded(q).trim()
  if (sought.length < 2 || sought.length > MAX_NAME_LENGTH) return []
  const near = await namesLike(ctx, sought, 0.5)
  return near.length > 0 ? near : namesLike(ctx, sought, 0.3)
}

/** `likeness` is the share of trigrams that a name must have in common (0 to 1); a lower one compares more names. */
async function namesLike(ctx: Ctx, sought: string, likeness: number): Promise<string[]> {
  const { rows } = await sql<Named>`select * from search_names(${sought}, ${likeness}::real)`.execute(ctx.db)
  const near = rows
    .map(({ id, username, display_name }) => ({ id, far: distanceTo(sought, [username, display_name ?? '']) }))
    .filter(({ far }) => far <= maxMistakes(sought))
    .sort((one, other) => one.far - other.far)
    .map(({ id }) => id)
  return [...new Set(near)].slice(0, MAX_NAMESAKES)
}

/**
 * Distance to the whole name, to its words next to each other, or to one of its words; the smallest. A name in a script without
 * spaces is found by a part of it.
 */
function distanceTo(sought: string, names: string[]): number {
  if (isUnspaced(sought) && names.some((name) => folded(name).includes(sought))) return 0
  const forms = names.flatMap((name) => [
    folded(name),
    folded(name).replace(NO_LETTERS, ''),
    ...[name, folded(name)].flatMap((form) => form.split(NO_LETTERS)).map(folded),
  ])
  return Math.min(...forms.filter(Boolean).map((form) => distance(sought, form)))
}

const NO_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu
