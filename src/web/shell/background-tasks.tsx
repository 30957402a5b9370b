/** What a member's tab does beside showing pages. Loaded after the first page. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Viewer } from '#contract/account.ts'
import { followCounts } from '../badges/badges.ts'
import { followAchievements } from '../karma/karma.ts'
import { connectionState, onConnectionState } from '../kernel/live.ts'
import { toast } from '../ui/toast.tsx'
import type { NewCounts } from './area-links.ts'
import { endWithSession } from './end-with-session.ts'
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
