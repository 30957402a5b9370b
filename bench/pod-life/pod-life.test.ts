/** What simulated men would do is the same in each run, and the program removes none of them who does something. */
import { describe, expect, inject, test } from 'vitest'
import { TEMPLATE } from '#test/cluster.ts'
import { makePods, ROUNDS, SIZES } from './men.ts'
import { playOnce } from './world.ts'

describe('the plans of simulated men', () => {
  test('are the same with the same seed, and others with another one', () => {
    expect(makePods(50, 'middle', 1)).toEqual(makePods(50, 'middle', 1))
    expect(makePods(50, 'middle', 2)).not.toEqual(makePods(50, 'middle', 1))
  })

  test('are for pods of each size, and end with a man’s last round', () => {
    const pods = makePods(200, 'low', 1)
    for (const size of SIZES) expect(pods.filter((pod) => pod.men.length === size)).toHaveLength(20)
    for (const { men } of pods)
      for (const { plans, lastRound } of men) {
        expect(plans).toHaveLength(lastRound)
        expect(lastRound).toBeLessThanOrEqual(ROUNDS)
      }
  })

  test('have more check-ins if the attendance is higher', () => {
    const checkIns = (['low', 'middle', 'high'] as const).map(
      (attendance) =>
        makePods(200, attendance, 1)
          .flatMap(({ men }) => men.flatMap(({ plans }) => plans))
          .filter(({ checksIn }) => checksIn !== null).length,
    )
    expect(checkIns).toEqual([...checkIns].sort((a, b) => a - b))
  })
})

test('the program removes men who are silent, and none who did something in the pod within two rounds', async () => {
  const pods = makePods(60, 'middle', 1, [8, 10, 12]).filter(({ weeks }) => weeks === 2)
  const lives = await playOnce(inject('clusterUrl'), TEMPLATE, pods.slice(0, 8), {
    overlooked: 0.5,
    answersInForm: false,
  })
  expect(lives.filter(({ removedThoughActive }) => removedThoughActive > 0)).toEqual([])
  // otherwise nothing was tried
  expect(lives.reduce((sum, { removed }) => sum + removed, 0)).toBeGreaterThan(5)
  expect(lives.some(({ isAlive }) => isAlive)).toBe(true)
})
