/** A short-lived cache of answers that are the same for everyone. Requests at the same moment share one answer. */
import { LRUCache } from 'lru-cache'

interface Options {
  /** how long an answer is used, from the moment it was asked for */
  ms: number
  /** answers that are cached; the least recently used one is dropped first */
  most: number
}

export function makeRecentAnswers<Answer>({ ms, most }: Options) {
  const cached = new LRUCache<string, Promise<Answer>>({ max: most, ttl: ms })
  let generation = 0
  /** An answer that was begun before `forgetAll` is made again. */
  const made = async (make: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const before = generation
      const answer = await make()
      if (before === generation) return answer
    }
  }
  const answerTo = (key: string, make: () => Promise<Answer>): Promise<Answer> => {
    const known = cached.get(key)
    if (known) return known
    const answer = made(make)
    cached.set(key, answer)
    // a failure is not cached
    answer.catch(() => cached.peek(key) === answer && cached.delete(key))
    return answer
  }
  /** No answer that was begun before this moment is given after it. */
  const forgetAll = () => {
    generation++
    cached.clear()
  }
  return Object.assign(answerTo, { forgetAll })
}
