/** What a member's tab does beside showing pages. Loaded after the first page. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Viewer } from '#contract/account.ts'
import { reloadAfterSessionEnd, SIGNED_OUT } from '../account/account.ts'
import { followCounts } from '../badges/badges.ts'
import { followAchievements } from '../karma/karma.ts'
import { connectionState, onConnectionState } from '../kernel/live.ts'
import { isSigningOut } from '../kernel/signing-out.ts'
import { toast } from '../ui/toast.tsx'
import type { NewCounts } from './area-links.ts'
import { isSignInPage } from './areas.ts'
import { useLocalFlag } from './local-flag.ts'

interface BackgroundTasksProps {
  viewer: Viewer
  onNews(news: NewCounts): void
}

export function BackgroundTasks({ viewer, onNews }: BackgroundTasksProps) {
  const router = useRouter()
  const client = useQueryClient()
  useEffect(() => onConnectionState(() => connectionState() === 'over' && endWithSession(client)), [client])
  useLocalFlag(viewer.local_mode_enabled)
  useEffect(() => followCounts(viewer.id, router, onNews), [viewer.id, router, onNews])
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
  if (isSigningOut() || isSignInPage(window.location.pathname, false) || document.querySelector('[role="log"]')) return
  if (document.querySelector('[role="dialog"], :is(input, textarea, [contenteditable]):focus'))
    toast.plain(SIGNED_OUT, { patient: true })
  else reloadAfterSessionEnd(client)
}
