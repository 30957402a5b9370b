/** How long somebody waits for an answer to what he did, before he is told that there was none. In ms. */
const GIVE_UP_AFTER = 30_000

/** For every call that changes something. */
export const inTime = () => ({ signal: AbortSignal.timeout(GIVE_UP_AFTER) })
