/** A token bucket: allows `burst` units at once, and `perSecond` units per second after that. */

export interface Rate {
  burst: number
  perSecond: number
}

export interface Budget {
  /** Takes `cost` units. Returns false, and takes nothing, if fewer are left. */
  spend(cost?: number): boolean
  /**
   * Takes `cost` units that are used already, or gives them back if it is negative. What is left may fall below zero, at most to
   * `-burst`.
   */
  charge(cost: number): void
  /** Returns the seconds until anything is left; 0 if something is left now. */
  secondsUntilLeft(): number
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
    charge(cost) {
      fill()
      left = Math.min(burst, Math.max(-burst, left - cost))
    },
    secondsUntilLeft() {
      fill()
      return left > 0 ? 0 : Math.max(1, Math.ceil(-left / perSecond))
    },
    get isFull() {
      fill()
      return left === burst
    },
  }
}

/** After so many names full budgets are forgotten, and again whenever their number has doubled. */
const FIRST_SWEEP = 1000

/** One budget per name. Callers look it up each time, so that none of them keeps using a budget that was forgotten. */
export function makeBudgets(rate: Rate, now: () => number) {
  const budgets = new Map<string, Budget>()
  let nextSweep = FIRST_SWEEP
  /** Forgets full budgets: a full one equals a new one. */
  const forgetFull = () => {
    for (const [name, budget] of budgets) if (budget.isFull) budgets.delete(name)
  }
  const budgetOf = (name: string): Budget => {
    const known = budgets.get(name)
    if (known) return known
    if (budgets.size >= nextSweep) {
      forgetFull()
      nextSweep = Math.max(FIRST_SWEEP, 2 * budgets.size)
    }
    const made = makeBudget(rate, now)
    budgets.set(name, made)
    return made
  }
  return {
    spend: (name: string, cost?: number): boolean => budgetOf(name).spend(cost),
    charge: (name: string, cost: number): void => budgetOf(name).charge(cost),
    secondsUntilLeft: (name: string): number => budgets.get(name)?.secondsUntilLeft() ?? 0,
    forgetFull,
    get size() {
      return budgets.size
    },
  }
}
