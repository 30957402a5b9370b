/** "What did Marcus say about sleep?" asks for the words of that man only. */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'

export interface AskedFor {
  /** what the question is about, without asking who said it */
  about: string
  /** a member's name in lower case, as the question has it; null: anybody's words */
  by: string | null
}

const NAME = String.raw`@?([\p{L}\p{N}][\p{L}\p{N}_.'’-]*(?: [\p{L}\p{N}][\p{L}\p{N}_.'’-]*){0,2}?)`
const ASKS_FOR = [
  new RegExp(
    String.raw`\bwhat (?:did|does|has|do|would) ${NAME} (?:say|said|write|written|think|recommend|suggest|advise|tell us|mean)\b(?: (?:about|on|of|regarding|for|to))?`,
    'iu',
  ),
  new RegExp(String.raw`\baccording to ${NAME}(?=[\s,]*(?:,|$|\?))`, 'iu'),
]

/** Splits a question that asks for somebody's words into the name and the subject. */
export async function askedFor({ db }: Ctx, question: string): Promise<AskedFor> {
  for (const pattern of ASKS_FOR) {
    const found = pattern.exec(question)
    if (!found) continue
    const name = found[1]!.toLowerCase()
    const about = question.replace(found[0], ' ').trim() || question
    if (EVERYBODY.test(name)) return { about, by: null }
    if (await isMember(db, name)) return { about, by: name }
  }
  return { about: question, by: null }
}

/** "What did other dads say" names nobody. */
const EVERYBODY =
  /^(?:(?:all|most|some|other|any|the|you) )*(?:dads?|fathers?|men|people|others?|members?|you|they|everybody|everyone|anybody|anyone|somebody|someone)$/

/** By the indexes of names: a first name is the beginning of a name that is displayed. */
async function isMember(db: Ctx['db'], name: string): Promise<boolean> {
  const beginning = `${name.replace(/[\\%_]/g, '\\$&')} %`
  const { rows } =
    await sql`select true from profiles a where lower(a.username) = ${name} or lower(a.display_name) = ${name}
    or lower(a.display_name) like ${beginning} limit 1`.execute(db)
  return rows.length > 0
}

interface Names {
  username: string | null
  display_name: string | null
}

export function isBy({ username, display_name }: Names, name: string): boolean {
  const display = display_name?.toLowerCase()
  return [username?.toLowerCase(), display, display?.split(' ')[0]].includes(name)
}
