/** Whether he is signing out, or the page is going since he has: what is asked for from now on is answered to nobody. */
let isUnderWay = false
let until = 0

export const isLeaving = () => isUnderWay || performance.now() < until

/** For as long as `work` takes; should it fail, he is still here. */
export async function whileLeaving<Result>(work: () => Promise<Result>): Promise<Result> {
  isUnderWay = true
  try {
    return await work()
  } finally {
    isUnderWay = false
  }
}

/** The page is going and does not come back. */
export const leaveForGood = () => {
  isUnderWay = true
}

/** in ms */
const AWHILE = 10_000

/** Another tab is signing out. Should it fail, nobody says so, and this one goes on. */
export const leaveForNow = () => {
  until = performance.now() + AWHILE
}

const under = new Set<Promise<unknown>>()

/** Remembers what has been asked for until it is answered. */
export function underWay<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const over = () => under.delete(answer)
  under.add(answer)
  answer.then(over, over)
  return answer
}

/** in ms */
const PATIENCE = 2000

/** What he did just before he signs out is his: until it is answered, though not for long unless `patiently`. */
export async function answered({ patiently = false } = {}): Promise<void> {
  const all = Promise.allSettled(under)
  await (patiently ? all : Promise.race([all, new Promise((resolve) => setTimeout(resolve, PATIENCE))]))
}
