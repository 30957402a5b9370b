/** Help lines. Administrators edit them, and their log contains each change. */
import { sql } from 'kysely'
import { careFaults, type HelpLine } from '#contract/care.ts'
import { type Ctx, inTransaction } from '../kernel/ctx.ts'
import { isId } from '../kernel/page.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import { record } from '../kernel/stream/stream.ts'
import { careFacts } from './facts.ts'

export type { CareFact } from './facts.ts'

const LINE_COLUMNS = sql`h.id, h.country, h.name, h.about, h.phone, h.url, h.kind, h.text_to, h.text_word, h.chat_url,
  h.hours, h.languages, h.source, h.checked_on::text as checked_on`

/** By country, those for every country last; within a country in the operator's order. */
export async function listHelpLines(ctx: Ctx): Promise<{ items: HelpLine[] }> {
  const { rows } = await sql<HelpLine>`
    select ${LINE_COLUMNS} from help_lines h order by h.country nulls last, h.place, h.id`.execute(ctx.db)
  return { items: rows }
}

const LATER_COLUMNS = ['kind', 'text_to', 'text_word', 'chat_url', 'hours', 'languages'] as const
type NewHelpLine = Omit<HelpLine, (typeof LATER_COLUMNS)[number]> & {
  [Name in (typeof LATER_COLUMNS)[number]]?: HelpLine[Name] | undefined
}

/**
 * A new line becomes the last of its country; an edited line keeps its place, and the later columns of which the caller
 * says nothing. The word to text belongs to the number: a new number without a word has none.
 */
export async function saveHelpLine(ctx: Ctx, line: NewHelpLine): Promise<HelpLine> {
  const { id, country, name, about, phone, url, source, checked_on } = line
  const { kind = 'listening', text_to = null, text_word = null, chat_url = null, languages = [] } = line
  const hours = line.hours ? JSON.stringify(line.hours) : null
  const given = LATER_COLUMNS.filter((column) => line[column] !== undefined)
  const later = given.map((column) => sql`, ${sql.ref(column)} = excluded.${sql.ref(column)}`)
  if (line.text_to !== undefined && line.text_word === undefined)
    later.push(sql`, text_word = case when h.text_to is not distinct from excluded.text_to then h.text_word end`)
  try {
    return await inTransaction(ctx, async (ctx) => {
      const { rows } = await sql<HelpLine & { is_new: boolean }>`
        insert into help_lines as h (id, country, name, about, phone, url, kind, text_to, text_word, chat_url, hours,
          languages, source, checked_on, place)
        values (${id}::uuid, ${country}, ${name}, ${about}, ${phone}, ${url}, ${kind}, ${text_to}, ${text_word},
          ${chat_url}, ${hours}::jsonb, ${languages}::text[], ${source}, ${checked_on}::date,
          (select coalesce(max(o.place), 0) + 1 from help_lines o where o.country is not distinct from ${country}))
        on conflict (id) do update set country = excluded.country, name = excluded.name, about = excluded.about,
          phone = excluded.phone, url = excluded.url, source = excluded.source,
          checked_on = excluded.checked_on${sql.join(later, sql``)}
        returning ${LINE_COLUMNS}, xmax = 0 as is_new`.execute(ctx.db)
      const { is_new, ...saved } = rows[0]!
      await record(ctx, careFacts.saved(saved, is_new))
      return saved
    })
  } catch (error) {
    if (isBreach(error, 'twice', 'help_lines_once')) refuse(careFaults.twice)
    throw error
  }
}

export async function deleteHelpLine(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  if (!isId(id)) refuse(careFaults.notFound)
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<HelpLine>`
      delete from help_lines h where h.id = ${id}::uuid returning ${LINE_COLUMNS}`.execute(ctx.db)
    const gone = rows[0] ?? refuse(careFaults.notFound)
    await record(ctx, careFacts.deleted(gone))
    return { id: gone.id }
  })
}
