/** For what many want at once of one row of the database: who would wait there anyway waits here, and holds no connection. */

interface Place {
  busy: number
  /** in the order in which they came */
  waiting: Set<() => void>
  /** when somebody last came to an end here, or began to be here alone */
  moved: number
}

interface Patience {
  /** ms in which nobody has come to an end: they hang, and whoever waits goes beside them */
  hanging: number
  /** ms that anybody waits at most */
  most: number
}

/**
 * Deeds with the same key, so many at once. It is no lock: other processes know nothing of it, and nobody waits beyond
 * `patience`, so that a deed that hangs holds up nobody else for long.
 */
export function makePerKeyLimit(atOnce: number, patience: Patience) {
  const places = new Map<string, Place>()

  return {
    async take<Result>(key: string, deed: () => Promise<Result>): Promise<Result> {
      const place = places.get(key) ?? { busy: 0, waiting: new Set(), moved: performance.now() }
      places.set(key, place)
      if (place.busy < atOnce) place.busy++
      else await turnAt(place, patience)
      try {
        return await deed()
      } finally {
        place.busy--
        place.moved = performance.now()
        const [next] = place.waiting
        if (place.busy < atOnce) next?.()
        if (place.busy === 0) places.delete(key)
      }
    },
    /** how many are kept in mind */
    get keys() {
      return places.size
    },
  }
}

const turnAt = (place: Place, { hanging, most }: Patience): Promise<void> =>
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
