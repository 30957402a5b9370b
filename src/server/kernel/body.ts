/** What a member wrote, as the tree that is kept and drawn. */
import type { Block } from '#contract/text.ts'
import type { Answer, Question } from './body-thread.ts'
import { parseBody } from './markdown.ts'
import { makeThread } from './thread.ts'

/** Characters. The worst of this length takes some 15 ms, an honest one less than one; the worst of 40,000 half a second. */
const SHORT = 1000

const parseAside = makeThread<Question, Answer>(new URL('./body-thread.ts', import.meta.url), {
  queue: 200,
  idle: 60_000,
})

export const bodyOf = async (content: string): Promise<Block[]> =>
  content.length <= SHORT ? parseBody(content) : parseAside(content)
