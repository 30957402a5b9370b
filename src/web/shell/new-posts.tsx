/** Above the feed while one reads it: how many posts came meanwhile, and the way to them. */
import { Link } from '@tanstack/react-router'
import { ArrowUp } from 'lucide'
import { useGoesAway } from '../kernel/goes-away.ts'
import { Icon } from '../ui/icon.tsx'
import { useNews } from './news.ts'

export function NewPosts() {
  const { feed: count = 0 } = useNews()
  const away = useGoesAway()
  return (
    <div className={away ? 'new-posts away' : 'new-posts'} role="status">
      {count > 0 && (
        <Link className="btn quiet" to="/categories" search={{}}>
          <Icon of={ArrowUp} size="s" />
          <span>
            <span className="num">{count}</span> new {count === 1 ? 'post' : 'posts'}
          </span>
        </Link>
      )}
    </div>
  )
}
