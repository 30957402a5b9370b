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

test('a budget that is charged afterwards falls below zero, at most by the burst, and says when something is left', () => {
  let now = 0
  const budget = makeBudget(RATE, () => now)
  budget.charge(9)
  expect(budget.secondsUntilLeft()).toBe(0)
  budget.charge(5)
  expect([budget.secondsUntilLeft(), budget.spend()]).toEqual([1, false])
  budget.charge(1000)
  expect(budget.secondsUntilLeft()).toBe(3)
  now = 2500
  expect(budget.secondsUntilLeft()).toBe(1)
  now = 2501
  expect(budget.secondsUntilLeft()).toBe(0)
})

test('names whose budgets are full do not gather', () => {
  let now = 0
  const budgets = makeBudgets(RATE, () => now)
  for (let n = 0; n < 20_000; n++) {
    now += 10
    budgets.charge(`address ${n}`, 2)
  }
  expect(budgets.size).toBeLessThan(2000)
})
