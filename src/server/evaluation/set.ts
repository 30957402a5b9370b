/**
 * A set of questions with their answers, as JSON lines. It is read line by line, because a set may be larger than
 * memory.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod'

const id = z.union([z.string().min(1), z.number()]).transform(String)
const Comment = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)])
const Document = z.object({
  kind: z.literal('document'),
  id,
  title: z.string().nullish(),
  text: z.string().nullish(),
  comments: z.array(Comment).nullish(),
})
const Question = z.object({ kind: z.literal('question'), id, text: z.string() })
const Judgement = z.object({
  kind: z.literal('judgement'),
  question: id,
  document: id,
  grade: z.number().int().min(0).max(3),
})
const Line = z.discriminatedUnion('kind', [Document, Question, Judgement])

export interface Thread {
  id: string
  title: string
  text: string
  comments: string[]
}

/** An invalid line stops with one sentence and the number of the line. */
export class BadSet extends Error {}

export interface Questions {
  /** text by id, in the order of the file */
  texts: Map<string, string>
  /** grade by document, by question */
  grades: Map<string, Map<string, number>>
}

/** Passes the threads on as they are read; returns the questions and their grades. */
export async function readSet(file: string, take: (thread: Thread) => Promise<void>): Promise<Questions> {
  const [texts, grades, documents] = [
    new Map<string, string>(),
    new Map<string, Map<string, number>>(),
    new Set<string>(),
  ]
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    if (line.trim() === '') continue
    const found = parse(line, number)
    const used = { document: documents, question: texts, judgement: null }[found.kind]
    if (found.kind !== 'judgement' && used?.has(found.id))
      throw new BadSet(`Line ${number}: there is a ${found.kind} with the id ${found.id} already.`)
    if (found.kind === 'judgement') {
      const of = grades.get(found.question) ?? new Map<string, number>()
      grades.set(found.question, of.set(found.document, found.grade))
    } else if (found.kind === 'question') texts.set(found.id, found.text)
    else {
      documents.add(found.id)
      const { id, title, text, comments } = found
      await take({ id, title: title ?? '', text: text ?? '', comments: comments ?? [] })
    }
  }
  if (documents.size === 0) throw new BadSet('There is no document in this file.')
  if (texts.size === 0) throw new BadSet('There is no question in this file.')
  mustBeKnown(grades, texts, documents)
  return { texts, grades }
}

function parse(line: string, number: number): z.output<typeof Line> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new BadSet(`Line ${number} is not JSON.`)
  }
  const { data, error } = Line.safeParse(value)
  if (data) return data
  const [issue] = error.issues
  const kind = (value as { kind?: unknown } | null)?.kind
  if (issue?.path[0] === 'kind' || issue?.path.length === 0)
    throw new BadSet(
      `Line ${number} is neither a document, a question nor a judgement (kind: ${JSON.stringify(kind)}).`,
    )
  throw new BadSet(`Line ${number}: "${issue?.path.join('.')}" of this ${kind} is missing or is not what it should be.`)
}

function mustBeKnown(grades: Questions['grades'], texts: Questions['texts'], documents: Set<string>): void {
  for (const [question, of] of grades) {
    if (!texts.has(question))
      throw new BadSet(`A judgement is about the question ${question}, which is not in this file.`)
    for (const document of of.keys())
      if (!documents.has(document))
        throw new BadSet(`A judgement is about the document ${document}, which is not in this file.`)
  }
}
