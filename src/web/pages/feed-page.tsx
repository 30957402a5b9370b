/** The feed, as /categories and /feed show it, and the results of a search. */
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListFilter } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import type { SearchPage } from '#contract/search.ts'
import { categoriesQuery } from '../categories/categories.ts'
import { TagChips, TagList } from '../categories/categories.tsx'
import { feedOrSearch, showNewest } from '../feed/feed.ts'
import { AskAnything, ListPending, PostList, TagsButton, VisitorCard, Welcome } from '../feed/feed.tsx'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { NewPost } from '../posts/posts.tsx'
import {
  ResultsHead,
  type ResultsSearchBox,
  SearchBox,
  type SearchPath,
  useResultsSearchBox,
} from '../search/search.tsx'
import { FeedBar } from '../shell/feed-bar.tsx'
import { NewPosts } from '../shell/new-posts.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Part } from '../ui/part.tsx'
import type { FeedSearch } from './feed-search.ts'

export function FeedPage({ path, search }: { path: SearchPath; search: FeedSearch }) {
  const viewer = useViewer()
  const client = useQueryClient()
  const typing = useResultsSearchBox(path)
  const searching = search.q !== undefined
  const query = feedOrSearch(search)
  const list = useInfiniteQuery({
    ...query,
    // while the member types, the last results stay, dimmed; the feed itself is not kept as results
    placeholderData: (held, before) => (searching && isSearch(before?.queryKey) ? keepPreviousData(held) : undefined),
  })
  const categories = useQuery(categoriesQuery()).data
  const old = list.isPlaceholderData
  const count = list.data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? 0
  const corrected = correctedIn(list.data?.pages[0])
  const found = list.data && !old ? { count, more: list.hasNextPage, corrected } : undefined
  // the list starts at a later page: a reader without JavaScript paged, or a member returned to a position far down
  const cut = list.data?.pageParams[0] !== undefined
  const hrefOf = (after: string) => `?${new URLSearchParams(entriesOf({ ...search, after }))}`
  const toNewest = () => {
    if (search.after === undefined) void client.resetQueries({ queryKey: query.queryKey, exact: true })
  }
  return (
    <>
      <FeedBar tags={<TagsButton />} search={<SearchBox typing={typing} at="phone" />} />
      <div className={viewer ? 'page cols has-fab' : 'page cols'}>
        <div className="stack-feed">
          <div className="feed-top">
            <FeedHeading typing={typing} />
            {!searching && (
              <div className="ask-row hide-desk">
                <AskAnything look="box" />
              </div>
            )}
          </div>
          {searching ? (
            <ResultsHead
              typing={typing}
              found={found}
              tags={
                search.in === 'text' || !categories ? undefined : <TagChips categories={categories} words={search.q} />
              }
            />
          ) : (
            <>
              <Part>
                <Welcome />
              </Part>
              <Part>{viewer ? <NewPost look="row" label="New Post" /> : <VisitorCard />}</Part>
              <Part small>{viewer && <NewPosts onShow={() => showNewest(client)} />}</Part>
            </>
          )}
          {cut && (
            <p className="pad-x ui">
              <Link to={path} search={{ ...search, after: undefined }} onClick={toNewest}>
                {searching ? 'Show the first results' : 'Show the newest posts'}
              </Link>
            </p>
          )}
          <Part>
            <PostList
              list={list}
              query={query}
              hrefOf={hrefOf}
              empty={searching ? <NothingFound /> : <NoPosts />}
              failure={searching ? 'The search did not work' : 'The feed did not load'}
              old={old}
            />
          </Part>
        </div>
        <aside className="side" aria-label="Tags">
          {categories && (
            <Part>
              <TagList categories={categories} />
            </Part>
          )}
        </aside>
        {viewer && (
          <Part small>
            <NewPost look="fab" />
          </Part>
        )}
      </div>
    </>
  )
}

const isSearch = (key: readonly unknown[] | undefined) => Array.isArray(key?.[0]) && key[0][0] === 'search'

const entriesOf = (search: FeedSearch) =>
  Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))

/** In the cache all lists have the same shape; a search result also contains the corrected spelling. */
const correctedIn = (page: Partial<SearchPage> | undefined) => page?.corrected

function NoPosts() {
  const viewer = useViewer()
  return (
    <Empty
      title="No posts available."
      action={
        viewer ? (
          <NewPost look="button" />
        ) : (
          <SignInLink up className={buttonClass()}>
            Sign Up
          </SignInLink>
        )
      }
    >
      This is where dads ask and tell. The light is on and the bench is clear; yours can be the first.
    </Empty>
  )
}

/** Two texts, depending on the width of the viewport. */
function NothingFound() {
  return (
    <>
      <div className="hide-phone">
        <Empty title="No posts found.">Try adjusting your search terms</Empty>
      </div>
      <div className="hide-desk">
        <Empty title="No results found." />
      </div>
    </>
  )
}

/** Visible in the desktop layout. On a phone the bar above shows the title, and the heading is only for screen readers. */
function FeedHeading({ typing }: { typing?: ResultsSearchBox }) {
  const asks = typing?.params.q !== undefined
  const [isWanted, setWanted] = useState(asks)
  // the browser's back button may restore a search whose box was closed
  const open = isWanted || asks
  const filter = useRef<HTMLDivElement>(null)
  // a box that a search in the address opened stays open when it is emptied
  useEffect(() => {
    if (asks) setWanted(true)
  }, [asks])
  /** Closing the box ends the search: no further request is sent, and a pending one is cancelled. */
  const close = () => {
    setWanted(false)
    typing?.ask('', undefined)
  }
  const toggle = () => {
    if (open) return close()
    setWanted(true)
    requestAnimationFrame(() => filter.current?.querySelector('input')?.focus())
  }
  const leave = () => {
    close()
    document.getElementById('filter')?.focus()
  }
  return (
    <>
      <div className="page-h feed-h">
        <h1>Feed</h1>
        {typing && (
          <div className="row s hide-phone">
            <AskAnything look="button" />
            <Button
              id="filter"
              className="needs-script"
              variant="quiet"
              icon={ListFilter}
              aria-expanded={open}
              aria-controls="feed-find"
              onClick={toggle}
            >
              Filter
            </Button>
          </div>
        )}
      </div>
      {typing && (
        <div id="feed-find" className={open ? 'feed-find hide-phone' : 'feed-find shut hide-phone'} ref={filter}>
          <SearchBox typing={typing} at="desk" onLeave={leave} />
        </div>
      )}
    </>
  )
}

export function FeedPending() {
  const typing = useResultsSearchBox('/categories')
  return (
    <>
      <FeedBar tags={<TagsButton />} search={<SearchBox typing={typing} at="phone" />} />
      <div className="page cols">
        <div className="stack-feed">
          <FeedHeading />
          <ListPending />
        </div>
      </div>
    </>
  )
}
