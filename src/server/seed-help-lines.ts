/**
 * The help lines that come with the program. Each is written once, into new and existing instances; the operator edits
 * them in /admin, and what he has changed or deleted stays so. docs/help-lines.md says how each was looked up.
 */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { BaseHelpLine, LinesByCountry } from './base-help-line.ts'
import { AMERICAN_HELP_LINES } from './seed-help-lines-america.ts'
import { EUROPEAN_HELP_LINES } from './seed-help-lines-europe.ts'
import { GERMAN_HELP_LINES } from './seed-help-lines-german.ts'
import { ISLAND_HELP_LINES } from './seed-help-lines-islands.ts'

/** The day on which all of them were looked up. */
export const CHECKED_ON = '2026-11-27'

const EVERYWHERE: BaseHelpLine[] = [
  {
    kind: 'crisis',
    name: 'Find A Helpline',
    about: 'Finds a helpline in your country by phone, text or chat, for suicide, abuse, anxiety and more.',
    url: 'https://findahelpline.com',
  },
  {
    kind: 'listening',
    name: 'Befrienders Worldwide',
    about: 'Finds a centre near you with someone who listens, in more than thirty countries.',
    url: 'https://befrienders.org',
  },
  {
    kind: 'child',
    name: 'Child Helpline International',
    about: 'Finds the helpline for children in your country, also if you are worried about a child.',
    url: 'https://childhelplineinternational.org',
  },
]

export const HELP_LINES: LinesByCountry = {
  ...ISLAND_HELP_LINES,
  ...AMERICAN_HELP_LINES,
  ...GERMAN_HELP_LINES,
  ...EUROPEAN_HELP_LINES,
  '': EVERYWHERE,
}

const rows = () =>
  Object.entries(HELP_LINES).flatMap(([country, ofCountry]) =>
    ofCountry.map((line, at) => ({
      ...{ country, name: line.name, about: line.about, phone: line.phone, url: line.url, kind: line.kind },
      ...{ text_to: line.text?.[0], text_word: line.text?.[1], chat_url: line.chat, hours: line.hours },
      ...{ languages: line.languages ?? [], source: line.source ?? line.url, checked_on: CHECKED_ON, at: at + 1 },
    })),
  )

/**
 * Adds each line that this instance has not had yet, after those of its country. A line of an earlier version gets the
 * fields that did not exist then; its words and numbers may be the operator's own.
 */
export async function seedHelpLines(db: Kysely<DB>): Promise<void> {
  await sql`
    with brought as (
      select * from jsonb_to_recordset(${JSON.stringify(rows())}::jsonb) as l (country text, name text, about text,
        phone text, url text, kind text, text_to text, text_word text, chat_url text, hours jsonb, languages jsonb,
        source text, checked_on text, at integer)
      where not exists (select from help_line_seeds s where s.country = l.country and s.name = l.name)
    ), noted as (
      insert into help_line_seeds (country, name) select country, name from brought on conflict do nothing
    )
    insert into help_lines as h (country, name, about, phone, url, kind, text_to, text_word, chat_url, hours, languages,
      source, checked_on, place)
    select nullif(country, ''), name, about, phone, url, kind, text_to, text_word, chat_url, hours,
      array(select jsonb_array_elements_text(languages)), source, checked_on::date,
      at + (select coalesce(max(o.place), 0) from help_lines o where coalesce(o.country, '') = brought.country)
    from brought
    on conflict (coalesce(country, ''), name) do update set kind = excluded.kind, text_to = excluded.text_to,
      text_word = excluded.text_word, chat_url = excluded.chat_url, hours = excluded.hours,
      languages = excluded.languages`.execute(db)
}
