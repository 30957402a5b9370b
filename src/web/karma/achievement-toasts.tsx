/**
 * Shows each achievement once, in the visible tab. The server hands it to one tab, which acknowledges it after it was
 * shown.
 */
import type { Earned } from '#contract/karma.ts'
import { topicOf } from '#contract/live-words.ts'
import { api } from '../kernel/api.ts'
import { newId } from '../kernel/id.ts'
import { listenTo } from '../kernel/live.ts'
import { isSigningOut } from '../kernel/signing-out.ts'
import { toast } from '../ui/toast.tsx'
import { makeAchievementRequests } from './achievement-requests.ts'

/** The maximum number of achievements that are named; the others are only counted. All of them stand in the explanation. */
const MAX_NAMED = 3

/** Requests achievements now and whenever one is earned, while the tab is visible. Returns the function that stops it. */
export function followAchievements(member: string): () => void {
  let isOver = false
  const tab = newId()
  const { look, earned } = makeAchievementRequests({
    ask: async (told) => (await api.karma.tellAchievements({ tab, told })).items,
    show: showToast,
    isWatched: () => !isOver && !isSigningOut() && document.visibilityState === 'visible',
  })
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', look)
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
    window.removeEventListener('online', look)
  }
}

function showToast(items: Earned[]): Promise<boolean> {
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
  const names = items.slice(0, MAX_NAMED).map(({ badge_emoji, name }) => `${badge_emoji} ${name}`)
  const more = items.length - names.length
  return toast.good(
    <>
      <b>You have earned {items.length} achievements</b>
      <p>
        {more > 0 ? `${names.join(', ')} and ${more} more` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`}.
        Thank you for being here.
      </p>
    </>,
  )
}
