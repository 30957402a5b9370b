/** The time in ms after which a request fails if there is no answer. */
const GIVE_UP_AFTER = 30_000

/** Options for every mutation. */
export const inTime = () => ({ signal: AbortSignal.timeout(GIVE_UP_AFTER) })
