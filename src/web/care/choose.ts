/** Which lines of a list stand first: one to call and one to write to. */

import type { HelpLine } from '#contract/care.ts'
import type { Care } from '#contract/care-words.ts'
import { isOpenAt, KINDS_FOR } from '#contract/lines-words.ts'
import { COUNTRIES_OF } from './country-table.ts'

interface Reader {
  care: Care
  /** his country; null if his browser does not show it */
  here: string | null
  now: number
}

export interface ChosenLines {
  /** one to call and one to write to, or one line for both */
  first: HelpLine[]
  poison: HelpLine | undefined
  /** the other lines of his country */
  rest: HelpLine[]
  /** the lines of other countries, and those for every country */
  others: HelpLine[]
  /** his country has lines, but none listens in his language */
  lacksLanguage: boolean
}

const canCall = ({ phone }: HelpLine) => phone !== null
const canWrite = ({ text_to, chat_url }: HelpLine) => text_to !== null || chat_url !== null
const listens = ({ languages }: HelpLine, { language }: Care) => languages.includes(language)

export function chooseLines(lines: HelpLine[], reader: Reader): ChosenLines {
  const near = linesNear(lines, reader)
  const wanted = near.filter(({ kind }) => KINDS_FOR[reader.care.kind].includes(kind))
  const ranked = inOrder(wanted, reader)
  const call = ranked.find(canCall)
  const write = call && canWrite(call) ? call : ranked.find(canWrite)
  const found = [...new Set([call, write])].filter((line) => line !== undefined)
  const first = found.length > 0 ? found : near.slice(0, 2)
  const poison = inOrder(
    near.filter(({ kind }) => kind === 'poison' || kind === 'health'),
    { ...reader, care: { ...reader.care, kind: 'health' } },
  ).sort((a, b) => Number(b.kind === 'poison') - Number(a.kind === 'poison'))[0]
  return {
    ...{ first, poison },
    rest: near.filter((line) => !first.includes(line)),
    others: lines.filter((line) => !near.includes(line)),
    lacksLanguage: hasNone(near, reader),
  }
}

/** The lines of his country; if it is not known, of those that speak his language; otherwise those for every country. */
function linesNear(lines: HelpLine[], { care, here }: Reader): HelpLine[] {
  const near = lines.filter(({ country }) => country !== null && country === here)
  if (near.length > 0) return near
  const speaking = here === null && care.language !== 'en' ? COUNTRIES_OF[care.language] : []
  const spoken = speaking.flatMap((country) => lines.filter((line) => line.country === country && listens(line, care)))
  return spoken.length > 0 ? spoken : lines.filter(({ country }) => country === null)
}

const hasNone = (near: HelpLine[], { care, here }: Reader) =>
  care.language !== 'en' && here !== null && !near.some((line) => line.country === here && listens(line, care))

/** Open before shut, then what it is for, then the language, then the order of the operator. */
function inOrder(lines: HelpLine[], { care, now }: Reader): HelpLine[] {
  const kinds = KINDS_FOR[care.kind]
  const distance = (line: HelpLine) =>
    (isOpenAt(line.hours, now) === false ? 100 : 0) + (listens(line, care) ? 0 : 30) + kinds.indexOf(line.kind)
  return lines
    .map((line) => ({ line, far: distance(line) }))
    .sort((a, b) => a.far - b.far)
    .map(({ line }) => line)
}
