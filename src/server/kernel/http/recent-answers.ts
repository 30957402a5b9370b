/** Answers that are the same for everybody, kept for a moment: a crowd that asks at once waits for one answer. */
interface KeptOptions {
  /** how long an answer is given again, from when it was asked for */
  ms: number
  /** answers that are kept; the oldest goes first */
  most: number
}

export function makeRecentAnswers<Answer>({ ms, most }: KeptOptions) {
  const kept = new Map<string, { until: number; answer: Promise<Answer> }>()
  let shuttings = 0
  /** What was asked for before something was shut is asked again. */
  const made = async (make: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const before = shuttings
      const answer = await make()
      if (before === shuttings) return answer
    }
  }
  const answerTo = (key: string, make: () => Promise<Answer>): Promise<Answer> => {
    const known = kept.get(key)
    if (known && known.until > performance.now()) return known.answer
    const answer = made(make)
    const mine = { until: performance.now() + ms, answer }
    kept.delete(key)
    kept.set(key, mine)
    if (kept.size > most) kept.delete(kept.keys().next().value!)
    // what failed is asked again
    answer.catch(() => kept.get(key) === mine && kept.delete(key))
    return answer
  }
  /** Nothing that was asked for before this moment is given to anybody after it. */
  const forgetAll = () => {
    shuttings++
    kept.clear()
  }
  return Object.assign(answerTo, { forgetAll })
}
