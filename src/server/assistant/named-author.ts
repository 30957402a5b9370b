/** "What did Marcus say about sleep?" asks for the words of that man only. */
import { sql } from 'kysely'
import type { Ctx } from '../kernel/ctx.ts'

export interface NamedAuthor {
  /** as the question has it, in lower case */
  name: string
  /** what the question is about, without asking who said it */
  about: string
}

const NAME = String.raw`@?([\p{L}\p{N}][\p{L}\p{N}_.'’-]*(?: [\p{L}\p{N}][\p{L}\p{N}_.'’-]*){0,2}?)`
const ASKS_FOR = [
  new RegExp(
    String.raw`\bwhat (?:did|does|has|do|would) ${NAME} (?:say|said|write|written|think|recommend|suggest|advise|tell us|mean)\b(?: (?:about|on|of|regarding|for|to))?`,
    'iu',
  ),
  new RegExp(String.raw`\baccording to ${NAME}(?=[\s,]*(?:,|$|\?))`, 'iu'),
]

/** Returns null if the question does not ask for the words of a member. */
export async function namedAuthorOf({ db }: Ctx, question: string): Promise<NamedAuthor | null> {
  for (const pattern of ASKS_FOR) {
    const found = pattern.exec(question)
    if (!found) continue
    const name = found[1]!.toLowerCase()
    // "what did dads say" names nobody
    if (NOBODY.test(name) || !(await isMember(db, name))) continue
    return { name, about: question.replace(found[0], ' ').trim() }
  }
  return null
}

const NOBODY =
  /^(?:(?:the|all|most|some|other|any|your|my|our|these|those|you|we|they|he|she|it|i)\b.*|dads?|fathers?|men|people|others|everybody|everyone|anybody|anyone|somebody|someone|members?|doctors?)$/

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

export function isBy({ username, display_name }: Names, { name }: NamedAuthor): boolean {
  const display = display_name?.toLowerCase()
  return [username?.toLowerCase(), display, display?.split(' ')[0]].includes(name)
}
