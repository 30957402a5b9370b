/** So many at a time: the others wait for their turn, in the order in which they came. */
export function makeTurns(atOnce: number, failed: (error: unknown) => void) {
  const waiting: (() => Promise<void>)[] = []
  let under = 0

  const next = () => {
    while (under < atOnce && waiting.length > 0) {
      under++
      void waiting.shift()!()
        .catch(failed)
        .finally(() => {
          under--
          next()
        })
    }
  }

  return {
    take(act: () => Promise<void>): void {
      waiting.push(act)
      next()
    },
    get waiting() {
      return waiting.length
    },
  }
}
