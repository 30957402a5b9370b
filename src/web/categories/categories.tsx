/** Components for categories. */
import { Link } from '@tanstack/react-router'
import type { Category } from '#contract/categories.ts'
import { CachedFragment } from '../kernel/cached-fragment.tsx'
import { Panel } from '../ui/card.tsx'
import { grouped } from '../ui/number.ts'
import { dotOf, inFeedOrder } from './categories.ts'

/** A decorative dot; the name must stand next to it. */
export function CategoryDot({ name, color }: { name: string; color: string }) {
  const known = dotOf(name)
  return (
    <i
      className={known ? `cdot ${known}` : 'cdot'}
      style={known ? undefined : ({ '--c': color } as Record<string, string>)}
      aria-hidden="true"
    />
  )
}

/** The category of a card. The prefix is shown only if there is room for it. */
export function CategoryPlace({ category }: { category: Pick<Category, 'name' | 'slug' | 'color'> }) {
  return (
    <Link className="place" to="/category/$categoryName" params={{ categoryName: category.slug }}>
      <CategoryDot name={category.name} color={category.color} />
      <span className="clip">
        <span className="hide-phone">c/</span>
        {category.name}
      </span>
    </Link>
  )
}

interface TagLinksProps {
  categories: readonly Category[]
  current?: string | undefined
  onFollow?: () => void
}

/** Each tag with its number of posts, in the order of the feed. */
export function TagLinks({ categories, current, onFollow }: TagLinksProps) {
  return (
    <CachedFragment by={() => ['tags', categories, current]}>
      <ul>
        {inFeedOrder(categories).map((category) => (
          <li key={category.id}>
            <Link
              className="tag-row"
              to="/category/$categoryName"
              params={{ categoryName: category.slug }}
              aria-current={category.slug === current ? 'page' : undefined}
              onClick={onFollow}
            >
              <CategoryDot name={category.name} color={category.color} />
              <span className="grow">{category.name}</span>
              <span className="soft num">
                {grouped(category.post_count)}
                <span className="sr"> posts</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </CachedFragment>
  )
}

/** The tags next to the feed. */
export const TagList = (props: TagLinksProps) => (
  <Panel title="Tags">
    <TagLinks {...props} />
  </Panel>
)

/** The tags whose names contain these words; renders nothing if there are none. */
export function TagChips({ categories, words }: { categories: readonly Category[]; words: string | undefined }) {
  const sought = words?.toLowerCase() ?? ''
  const found = inFeedOrder(categories).filter(({ name }) => sought && name.toLowerCase().includes(sought))
  if (found.length === 0) return null
  return (
    <nav className="chips tag-chips" aria-label="Tags found">
      {found.map(({ id, slug, name, color }) => (
        <Link key={id} className="chip" to="/category/$categoryName" params={{ categoryName: slug }}>
          <CategoryDot name={name} color={color} />
          {name}
        </Link>
      ))}
    </nav>
  )
}
