/** What a member's tab does besides showing pages. Comes after the first of them. */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Viewer } from '#contract/account.ts'
import { keepCounts } from '../badges/badges.ts'
import { followAchievements } from '../karma/karma.ts'
import { toast } from '../ui/toast.tsx'
import { useLocalFlag } from './local-flag.ts'
import type { News } from './ways.ts'

interface LaterProps {
  viewer: Viewer
  onNews(news: News): void
}

export function Later({ viewer, onNews }: LaterProps) {
  const router = useRouter()
  useLocalFlag(viewer.local_mode_enabled)
  useEffect(() => keepCounts(viewer.id, router, onNews), [viewer.id, router, onNews])
  // the transport comes with the first count
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
