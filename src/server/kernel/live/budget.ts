/** What somebody may ask for: so much in one go, and so much a second after that. */

export interface Rate {
  burst: number
  perSecond: number
}

export interface Budget {
  /** Takes so much of it; false, and nothing is taken, where there is less. */
  spend(costs?: number): boolean
  readonly isFull: boolean
}

/** `now` in ms, from any beginning. */
export function makeBudget({ burst, perSecond }: Rate, now: () => number): Budget {
  let left = burst
  let filledAt = now()
  const fill = () => {
    const at = now()
    left = Math.min(burst, left + ((at - filledAt) / 1000) * perSecond)
    filledAt = at
  }
  return {
    spend(costs = 1) {
      fill()
      if (left < costs) return false
      left -= costs
      return true
    },
    get isFull() {
      fill()
      return left === burst
    },
  }
}

/** One for each name. It is asked for by its name each time, so that nobody goes on with one that has been forgotten. */
export function makeBudgets(rate: Rate, now: () => number) {
  const budgets = new Map<string, Budget>()
  return {
    spend(name: string, costs?: number): boolean {
      const budget = budgets.get(name) ?? makeBudget(rate, now)
      budgets.set(name, budget)
      return budget.spend(costs)
    },
    /** A full one says no more than none. */
    forgetFull(): void {
      for (const [name, budget] of budgets) if (budget.isFull) budgets.delete(name)
    },
    get size() {
      return budgets.size
    },
  }
}
