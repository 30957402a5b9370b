/**
 * Limits how many operations on one key run at the same time. An operation that would wait for a row lock in PostgreSQL
 * waits here instead, so it does not hold a connection.
 */

interface OperationsOfKey {
  busy: number
  /** in order of arrival */
  waiting: Set<() => void>
  /** when the last operation ended, or the first one started */
  moved: number
}

interface Patience {
  /** ms without an ended operation: those that run are stuck, and a waiting one starts beside them */
  hanging: number
  /** maximum wait in ms */
  most: number
}

/**
 * Runs at most `atOnce` operations per key at a time. This is not a lock: it works within one process, and an operation
 * starts anyway after `patience`, so one that does not end delays the others only for that long.
 */
export function makePerKeyLimit(atOnce: number, patience: Patience) {
  const places = new Map<string, OperationsOfKey>()

  return {
    async take<Result>(key: string, operation: () => Promise<Result>): Promise<Result> {
      const place = places.get(key) ?? { busy: 0, waiting: new Set(), moved: performance.now() }
      places.set(key, place)
      if (place.busy < atOnce) place.busy++
      else await turnAt(place, patience)
      try {
        return await operation()
      } finally {
        place.busy--
        place.moved = performance.now()
        const [next] = place.waiting
        if (place.busy < atOnce) next?.()
        if (place.busy === 0) places.delete(key)
      }
    },
    /** how many keys are in memory */
    get keys() {
      return places.size
    },
  }
}

const turnAt = (place: OperationsOfKey, { hanging, most }: Patience): Promise<void> =>
  new Promise((resolve) => {
    let timer: NodeJS.Timeout
    const until = performance.now() + most
    const go = () => {
      clearTimeout(timer)
      place.waiting.delete(go)
      place.busy++
      resolve()
    }
    const look = () => {
      const left = Math.min(place.moved + hanging, until) - performance.now()
      if (left <= 0) return go()
      timer = setTimeout(look, left)
    }
    place.waiting.add(go)
    look()
  })
