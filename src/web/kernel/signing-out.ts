/**
 * Whether the member is signing out, or the page is about to be replaced after that. Requests that start now get no
 * answer.
 */
let isUnderWay = false
let until = 0

export const isSigningOut = () => isUnderWay || performance.now() < until

/** True while `work` runs. If it fails, the member stays signed in. */
export async function whileSigningOut<Result>(work: () => Promise<Result>): Promise<Result> {
  isUnderWay = true
  try {
    return await work()
  } finally {
    isUnderWay = false
  }
}

/** The page is about to be replaced. */
export const markSigningOut = () => {
  isUnderWay = true
}

/** in ms */
const SIGN_OUT_MS = 10_000

/** Another tab is signing out. If that fails, this tab is not informed, so it continues after the time is over. */
export const markSigningOutElsewhere = () => {
  until = performance.now() + SIGN_OUT_MS
}

const under = new Set<Promise<unknown>>()

/** Records a request until it is answered. */
export function trackRequest<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const over = () => under.delete(answer)
  under.add(answer)
  answer.then(over, over)
  return answer
}

/** in ms */
const MAX_WAIT_MS = 2000

/**
 * Waits for the requests that the member made before signing out: at most MAX_WAIT_MS ms, or without a limit if `patiently`.
 */
export async function pendingRequests({ patiently = false } = {}): Promise<void> {
  const all = Promise.allSettled(under)
  await (patiently ? all : Promise.race([all, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]))
}
