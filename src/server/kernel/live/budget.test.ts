import { expect, test } from 'vitest'
import { makeBudget, makeBudgets } from './budget.ts'

const RATE = { burst: 10, perSecond: 4 }

test('49: a budget allows a burst, and then a fixed amount per second; it never holds more than the burst', () => {
  let now = 0
  const budget = makeBudget(RATE, () => now)
  expect(Array.from({ length: 12 }, () => budget.spend())).toEqual([...Array(10).fill(true), false, false])
  now = 250
  expect([budget.spend(), budget.spend()]).toEqual([true, false])
  now = 3_600_000
  expect([budget.spend(11), budget.spend(10), budget.spend()]).toEqual([false, true, false])
})

test('49: a request that costs more than is left is refused and costs nothing; a request without cost is never refused', () => {
  const budget = makeBudget(RATE, () => 0)
  expect([budget.spend(8), budget.spend(3), budget.spend(2)]).toEqual([true, false, true])
  expect([budget.spend(1), budget.spend(0)]).toEqual([false, true])
})

test('49: each name has its own budget, which is forgotten only when it is full again', () => {
  let now = 0
  const budgets = makeBudgets(RATE, () => now)
  expect([budgets.spend('ana', 10), budgets.spend('ana'), budgets.spend('ben', 2)]).toEqual([true, false, true])
  now = 500
  budgets.forgetFull()
  expect(budgets.size).toBe(1)
  expect([budgets.spend('ana', 2), budgets.spend('ana')]).toEqual([true, false])
  now = 3000
  budgets.forgetFull()
  expect(budgets.size).toBe(0)
  expect(budgets.spend('ana', 10)).toBe(true)
})
