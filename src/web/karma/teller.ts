/** When a tab asks what it is to tell: a line that drops loses nothing, and nothing is told twice. */
import type { Earned } from '#contract/karma.ts'

interface Parts {
  /** what is to be told, once the server has noted what was */
  ask(told: string[]): Promise<Earned[]>
  /** whether it stands before his eyes */
  show(items: Earned[]): Promise<boolean>
  isWatched(): boolean
}

export function makeTeller({ ask, show, isWatched }: Parts) {
  let isWaiting = true
  let isBusy = false
  /** the server does not know it yet */
  let told: string[] = []

  /** Whatever fails here is tried again at the next look: in this tab, which is handed the same. */
  async function look(): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      while (isWaiting && isWatched()) {
        isWaiting = false
        const items = await ask(told)
        told = []
        if (items.length === 0) continue
        isWaiting = true
        if (!(await show(items))) break
        told = items.map(({ id }) => id)
      }
    } catch {
      isWaiting = true
    }
    isBusy = false
  }
  return {
    look,
    /** Something was earned. */
    earned(): void {
      isWaiting = true
      void look()
    },
  }
}
