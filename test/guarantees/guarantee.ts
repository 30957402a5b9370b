/**
 * A test of one line of docs/guarantees.md, by its number there. `npm test` runs it in the short size,
 * `npm run test:guarantees` in the full one; the check itself is the same.
 */
import { test } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    guarantee?: { number: string; size: number }
  }
}

export const isFull = process.env.GUARANTEES === 'full'

export interface Size {
  short: number
  full: number
}

/** `run` gets the size of this run: the number of trials, clients or samples, as the name says. */
export function guarantee(number: string, name: string, size: Size, run: (size: number) => Promise<void>): void {
  const now = isFull ? size.full : size.short
  test(`${number}: ${name}`, { timeout: isFull ? 10 * 60_000 : 120_000 }, async ({ task }) => {
    task.meta.guarantee = { number, size: now }
    await run(now)
  })
}
