/** Above the feed: the number of new posts, and a link to show them. */
import { Link, useRouter } from '@tanstack/react-router'
import { ArrowUp } from 'lucide'
import { type MouseEvent, useState } from 'react'
import { BADGE } from '#contract/badge-words.ts'
import { useHideOnScroll } from '../kernel/hide-on-scroll.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { useNewCounts } from './new-counts.ts'

/** `onShow` replaces the list by the newest posts. Posts are marked as seen only after it has succeeded. */
export function NewPosts({ onShow }: { onShow: () => Promise<void> }) {
  const { feed: count = 0 } = useNewCounts()
  const router = useRouter()
  const away = useHideOnScroll()
  const [busy, setBusy] = useState(false)
  const show = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await onShow()
      // the button disappears, so the focus moves to the start of the list
      window.scrollTo({ top: 0 })
      document.getElementById('main')?.focus({ preventScroll: true })
      // the same as a press on "Feed": it marks the posts as seen
      await router.navigate({ to: '/categories' })
    } catch {
      toast.bad('The new posts did not load', 'Check your connection and try again.')
    }
    setBusy(false)
  }
  return (
    <div className={away ? 'new-posts away' : 'new-posts'} role="status">
      {count > 0 && (
        <Link
          className={buttonClass({ variant: 'quiet' })}
          to="/categories"
          search={{}}
          preload={false}
          aria-busy={busy || undefined}
          onClick={(event) => void show(event)}
        >
          <Icon of={ArrowUp} size="s" />
          <span>
            <span className="num">{count > BADGE.most ? `${BADGE.most}+` : count}</span> new{' '}
            {count === 1 ? 'post' : 'posts'}
          </span>
        </Link>
      )}
    </div>
  )
}
