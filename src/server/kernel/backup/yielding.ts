/** A base backup and a proof give way to the requests of members. */
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const LOWEST = 19

/** Linux gives each thread a priority of its own, and those that compress and encrypt exist already. */
export function giveWay(): void {
  setPriority(LOWEST)
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), LOWEST)
  } catch {
    // another system, or a thread that has just ended
  }
}

/** In ms. */
const LONGEST_REST = 2000

/** How each part of a base backup is stored and read back. */
export type Pace = <T>(work: () => Promise<T>) => Promise<T>

/** Without rests: for a backup that an operator waits for. */
export const atOnce: Pace = (work) => work()

/** Does the work, then rests for as long as it took: the disk belongs to the members for half of the time. */
export const restAfter: Pace = async (work) => {
  const from = performance.now()
  const done = await work()
  await sleep(Math.min(performance.now() - from, LONGEST_REST))
  return done
}
