/** Decides when a tab requests new achievements. None is lost if the connection drops, and none is shown twice. */
import type { Earned } from '#contract/karma.ts'

interface Parts {
  /** Acknowledges the achievements that were shown, then returns those that are still to be shown. */
  ask(acknowledged: string[]): Promise<Earned[]>
  /** returns whether the toast is visible */
  show(items: Earned[]): Promise<boolean>
  isWatched(): boolean
}

export function makeAchievementRequests({ ask, show, isWatched }: Parts) {
  let isWaiting = true
  let isBusy = false
  /** shown, but not acknowledged to the server yet */
  let unacknowledged: string[] = []

  /** After a failure the next call retries: in this tab, to which the server hands the same achievements. */
  async function look(): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      while (isWaiting && isWatched()) {
        isWaiting = false
        const items = await ask(unacknowledged)
        unacknowledged = []
        if (items.length === 0) continue
        isWaiting = true
        if (!(await show(items))) break
        unacknowledged = items.map(({ id }) => id)
      }
    } catch {
      isWaiting = true
    }
    isBusy = false
  }
  return {
    look,
    /** The live connection reported a new achievement. */
    earned(): void {
      isWaiting = true
      void look()
    },
  }
}
