/** What a member's tab does beside showing pages. Loaded after the first page. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Viewer } from '#contract/account.ts'
import { SIGNED_OUT, startOver } from '../account/account.ts'
import { keepCounts } from '../badges/badges.ts'
import { followAchievements } from '../karma/karma.ts'
import { isLeaving } from '../kernel/leaving.ts'
import { lineState, onLineState } from '../kernel/live.ts'
import { toast } from '../ui/toast.tsx'
import { useLocalFlag } from './local-flag.ts'
import { isDoor } from './places.ts'
import type { News } from './ways.ts'

interface LaterProps {
  viewer: Viewer
  onNews(news: News): void
}

export function Later({ viewer, onNews }: LaterProps) {
  const router = useRouter()
  const client = useQueryClient()
  useEffect(() => onLineState(() => lineState() === 'over' && endWithSession(client)), [client])
  useLocalFlag(viewer.local_mode_enabled)
  useEffect(() => keepCounts(viewer.id, router, onNews), [viewer.id, router, onNews])
  // the transport is loaded with the first count
  useEffect(() => {
    let stop = () => {}
    const wait = setTimeout(() => {
      toast.ahead()
      stop = followAchievements(viewer.id)
    }, 1500)
    return () => {
      clearTimeout(wait)
      stop()
    }
  }, [viewer.id])
  return null
}

/**
 * Reloads the page when the session ended, on another device or by an administrator. While the member writes, the page
 * stays with everything he typed, and a toast says so; a conversation shows it by itself.
 */
function endWithSession(client: QueryClient): void {
  if (isLeaving() || isDoor(window.location.pathname, false) || document.querySelector('[role="log"]')) return
  if (document.querySelector('[role="dialog"], :is(input, textarea, [contenteditable]):focus'))
    toast.plain(SIGNED_OUT, { patient: true })
  else startOver(client)
}
