/** The tabs of a member's page: all of his posts and comments that the viewer may see. */
import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/empty.tsx'
import { CommentsOf, PostsOf } from './lists.tsx'
import styles from './profiles.css?url'

interface WrittenTabsProps {
  username: string
  name: string
  tab: 'comments' | undefined
  after: string | undefined
  /** the number of latest posts that are shown above the tabs */
  above: number
}

const TABS = [
  { tab: undefined, label: 'Posts' },
  { tab: 'comments', label: 'Comments' },
] as const

export function WrittenTabs({ username, name, tab, after, above }: WrittenTabsProps) {
  return (
    <section className="sheet" aria-label={`Written by ${name}`}>
      {/* here and not in the document head: the part above is rendered before this style sheet has loaded */}
      <link rel="stylesheet" href={styles} />
      <nav className="ptabs" aria-label={`What ${name} wrote`}>
        {TABS.map((one) => (
          <Link
            key={one.label}
            to="/user/$username"
            params={{ username }}
            search={one.tab ? { tab: one.tab } : {}}
            resetScroll={false}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={one.tab === tab ? 'page' : undefined}
          >
            {one.label}
          </Link>
        ))}
      </nav>
      {tab === 'comments' ? (
        <CommentsOf
          key={`comments ${after ?? ''}`}
          username={username}
          label={`Comments by ${name}`}
          after={after}
          empty={
            <Empty title="No comments yet" art="none" level="h3">
              What {name} answers others will stand here.
            </Empty>
          }
        />
      ) : (
        <PostsOf
          key={`posts ${after ?? ''}`}
          username={username}
          label={`Posts by ${name}`}
          after={after}
          skip={above}
          empty={
            above > 0 ? (
              <Empty title="No more posts" art="none" level="h3">
                All that {name} has written in the feed stands above.
              </Empty>
            ) : (
              <Empty title="No posts yet" art="none" level="h3">
                What {name} writes in the feed will stand here.
              </Empty>
            )
          }
        />
      )}
    </section>
  )
}
