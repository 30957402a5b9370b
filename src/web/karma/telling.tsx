/** An achievement is told once, in the tab that he has before his eyes: the server hands out what was not told yet. */
import type { Earned } from '#contract/karma.ts'
import { topicOf } from '#contract/live-words.ts'
import { api } from '../kernel/api.ts'
import { isLeaving } from '../kernel/leaving.ts'
import { listenTo } from '../kernel/live.ts'
import { toast } from '../ui/toast.tsx'

/** Named one by one; the others stand in the explainer. */
const NAMED = 3

/** Asks now, and whenever something was earned, as soon as the tab is looked at. Answers how to stop. */
export function followAchievements(member: string): () => void {
  let isWaiting = true
  let isOver = false
  const look = async () => {
    if (!isWaiting || isOver || isLeaving() || document.visibilityState !== 'visible') return
    isWaiting = false
    try {
      const { items } = await api.karma.tellAchievements()
      if (items.length > 0) tell(items)
    } catch {
      // offline, or signed out by now: nothing was handed out, and the next page asks again
    }
  }
  const earned = () => {
    isWaiting = true
    void look()
  }
  document.addEventListener('visibilitychange', look)
  void look()
  const stop = listenTo(topicOf('member', member), null, {
    onEvent: ({ kind }) => kind === 'achievement.earned' && earned(),
    onReset: earned,
    onGone() {},
  })
  return () => {
    isOver = true
    stop()
    document.removeEventListener('visibilitychange', look)
  }
}

function tell(items: Earned[]) {
  const [only] = items
  if (only && items.length === 1)
    return toast.good(
      <>
        <b>
          {only.badge_emoji} {only.name}
        </b>
        <p>{only.description} Thank you for being here.</p>
      </>,
    )
  const names = items.slice(0, NAMED).map(({ badge_emoji, name }) => `${badge_emoji} ${name}`)
  const more = items.length - names.length
  toast.good(
    <>
      <b>You have earned {items.length} achievements</b>
      <p>
        {more > 0 ? `${names.join(', ')} and ${more} more` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`}.
        Thank you for being here.
      </p>
    </>,
  )
}
