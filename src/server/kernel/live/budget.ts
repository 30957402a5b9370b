/** A token bucket: allows `burst` units at once, and `perSecond` units per second after that. */

export interface Rate {
  burst: number
  perSecond: number
}

export interface Budget {
  /** Takes `cost` units. Returns false, and takes nothing, if fewer are left. */
  spend(costs?: number): boolean
  readonly isFull: boolean
}

/** `now` returns ms, from any starting point. */
export function makeBudget({ burst, perSecond }: Rate, now: () => number): Budget {
  let left = burst
  let filledAt = now()
  const fill = () => {
    const at = now()
    left = Math.min(burst, left + ((at - filledAt) / 1000) * perSecond)
    filledAt = at
  }
  return {
    spend(cost = 1) {
      fill()
      if (left < cost) return false
      left -= cost
      return true
    },
    get isFull() {
      fill()
      return left === burst
    },
  }
}

/** One budget per name. Callers look it up each time, so that none of them keeps using a budget that was forgotten. */
export function makeBudgets(rate: Rate, now: () => number) {
  const budgets = new Map<string, Budget>()
  return {
    spend(name: string, cost?: number): boolean {
      const budget = budgets.get(name) ?? makeBudget(rate, now)
      budgets.set(name, budget)
      return budget.spend(cost)
    },
    /** Forgets full budgets: a full one equals a new one. */
    forgetFull(): void {
      for (const [name, budget] of budgets) if (budget.isFull) budgets.delete(name)
    },
    get size() {
      return budgets.size
    },
  }
}
