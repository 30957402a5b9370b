/**
 * Waits for all promises, then throws the first rejection, if there was one. Unlike Promise.all, no promise is pending
 * afterwards: a query that is pending when its page is sent would be passed to the browser as pending, and rejected there
 * again.
 */
export async function waitForAll<Waited extends readonly unknown[]>(
  ...waited: { [Index in keyof Waited]: PromiseLike<Waited[Index]> }
): Promise<Waited> {
  const outcomes = await Promise.allSettled(waited)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as Waited
}
