/** The posts of one category. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import type { PostType } from '#contract/posts.ts'
import { categoriesQuery, categoryQuery, discussions, slugOf, titleOf } from '../categories/categories.ts'
import { CategoryDot, TagList } from '../categories/categories.tsx'
import { categoryPostsQuery, type ListQuery, openList } from '../feed/feed.ts'
import { PostList, VisitorCard } from '../feed/feed.tsx'
import { isMissing } from '../kernel/fault.ts'
import { headOf } from '../kernel/head.ts'
import { useViewer } from '../kernel/viewer.ts'
import { waitForAll } from '../kernel/wait-for-all.ts'
import { NewPost } from '../posts/posts.tsx'
import { GenericSearchBox } from '../search/search.tsx'
import { Missing } from '../shell/missing.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { SkeletonPost } from '../ui/skeleton.tsx'
import { type PageSearch, pageSearch, toFirstPage } from './feed-search.ts'
import { categoryData, categoryPath } from './structured-data.ts'

interface Search extends PageSearch {
  type?: PostType | undefined
}
const TYPES: readonly PostType[] = ['question', 'text', 'poll']

const searchOf = (search: { type?: unknown; after?: unknown }): Search => ({
  ...pageSearch(search),
  type: TYPES.find((one) => one === search.type),
})

export const Route = createFileRoute('/category/$categoryName')({
  validateSearch: searchOf,
  loaderDeps: ({ search }) => searchOf(search),
  loader: async ({ context: { queryClient }, params, deps, location, cause }) => {
    const slug = slugOf(params.categoryName)
    const tags = queryClient.prefetchQuery(categoriesQuery())
    try {
      const [category] = await waitForAll(
        queryClient.ensureQueryData(categoryQuery(slug)),
        openList(queryClient, postsOf(slug, deps), location, cause),
        tags,
      )
      return { name: category.name, slug: category.slug, description: category.description }
    } catch (error) {
      throw isMissing(error) ? notFound() : toFirstPage(error, deps, location.pathname)
    }
  },
  head: ({ match, loaderData, params }) =>
    headOf(match.context.place, {
      title: loaderData?.name ?? titleOf(params.categoryName),
      description: loaderData && (loaderData.description || `What fathers ask and tell about ${loaderData.name}.`),
      canonical: loaderData && categoryPath(loaderData.slug),
      // a filtered or later page is part of the same list, so it is not indexed
      hidden: !loaderData || match.search.type !== undefined || match.search.after !== undefined,
      feed: loaderData && {
        path: `${categoryPath(loaderData.slug)}/feed.xml`,
        title: `${loaderData.name} - ${match.context.place.brand.name}`,
      },
      structured: loaderData && categoryData(loaderData, match.context.place),
    }),
  component: Page,
  pendingComponent: Pending,
  notFoundComponent: Gone,
  errorComponent: (failure) => <PageFailed {...failure} title="This category did not load" back={<Back />} />,
})

/** In the cache all lists of posts have the same shape. */
const postsOf = (slug: string, { type, after }: Search) => categoryPostsQuery(slug, type, after) as ListQuery

const CHIPS = [
  { type: undefined, label: 'All Posts' },
  { type: 'question', label: 'Question' },
  { type: 'text', label: 'Text' },
  { type: 'poll', label: 'Poll' },
] as const

function Page() {
  const slug = slugOf(Route.useParams().categoryName)
  const { type, after } = Route.useSearch()
  const viewer = useViewer()
  const { data: category, error } = useQuery(categoryQuery(slug))
  const categories = useQuery(categoriesQuery()).data
  const query = postsOf(slug, { type, after })
  const list = useInfiniteQuery(query)
  // the category was deleted while the page was open
  if (isMissing(error)) return <Gone />
  if (!category) return null
  const hrefOf = (cursor: string) => `?${new URLSearchParams({ ...(type ? { type } : {}), after: cursor })}`
  return (
    <div className="page cols">
      <div className="stack-feed">
        <div>
          <div className="generic-search hide-desk">
            <GenericSearchBox />
          </div>
          <Back />
          <div className="page-h">
            <div className="grow">
              <h1 className="row s">
                <CategoryDot name={category.name} color={category.color} />
                <span>{category.name}</span>
              </h1>
              {category.description && <p className="ui soft flush">{category.description}</p>}
              <p className="sm soft num">{discussions(category.post_count)}</p>
            </div>
            {viewer && <NewPost look="button" categoryId={category.id} />}
          </div>
          <nav className="chips-in" aria-label="Kind of post">
            <div className="chips">
              {CHIPS.map((chip) => (
                <Link
                  key={chip.label}
                  className="chip"
                  to="/category/$categoryName"
                  params={{ categoryName: slug }}
                  search={chip.type ? { type: chip.type } : {}}
                  resetScroll={false}
                  activeOptions={{ exact: true, includeSearch: true }}
                  aria-current={chip.type === type ? 'page' : undefined}
                >
                  {chip.label}
                </Link>
              ))}
            </div>
          </nav>
        </div>
        {!viewer && <VisitorCard />}
        <PostList
          list={list}
          query={query}
          failure="This category did not load"
          hrefOf={hrefOf}
          empty={
            type ? (
              <Empty
                title="Nothing of this kind here yet"
                action={
                  <Link
                    className={buttonClass({ variant: 'quiet' })}
                    to="/category/$categoryName"
                    params={{ categoryName: slug }}
                  >
                    All Posts
                  </Link>
                }
              />
            ) : (
              <Empty
                title="No posts in this category yet. Be the first to share!"
                action={viewer && <NewPost look="button" categoryId={category.id} />}
              />
            )
          }
        />
      </div>
      <aside className="side" aria-label="Tags">
        {categories && <TagList categories={categories} current={category.slug} />}
      </aside>
    </div>
  )
}

const Back = () => (
  <Link className="more back" to="/categories">
    <Icon of={ChevronLeft} flip />
    Back
  </Link>
)

/** There is no such category: shows the name as it was entered, and a link back. */
function Gone() {
  return (
    <Missing title={titleOf(Route.useParams().categoryName)} back={<Back />}>
      Category not found
    </Missing>
  )
}

function Pending() {
  return (
    <div className="page cols">
      <div>
        <Back />
        <div className="page-h">
          <h1>{titleOf(Route.useParams().categoryName)}</h1>
        </div>
        <div className="sheet">
          <SkeletonPost count={4} label="Loading posts..." />
        </div>
      </div>
    </div>
  )
}
