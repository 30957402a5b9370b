/**
 * Waits for all of them, then throws the first refusal if there was one. Unlike Promise.all it leaves nothing under way:
 * a query that is still asking when its page is sent would be told to the browser as pending, and refused there again.
 */
export async function waitForAll<Waited extends readonly unknown[]>(
  ...waited: { [Index in keyof Waited]: PromiseLike<Waited[Index]> }
): Promise<Waited> {
  const outcomes = await Promise.allSettled(waited)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as Waited
}
