/** The time in ms after which a request fails if there is no answer. */
const TIMEOUT_MS = 30_000

/** Options for every mutation. */
export const withTimeout = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) })
