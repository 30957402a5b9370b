/** One network: its head for everybody, and its content for those who may see it. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import type { Group } from '#contract/groups.ts'
import { slugOf } from '#contract/words.ts'
import chatStyles from '../chat/chat.css?url'
import { openChat } from '../chat/chat.ts'
import { Chat } from '../chat/chat.tsx'
import eventStyles from '../events/events.css?url'
import { groupEventsQuery } from '../events/events.ts'
import { GroupEvents } from '../events/events.tsx'
import { TakenOutNote } from '../exclusions/exclusions.tsx'
import { groupPostsQuery, type ListQuery, openList } from '../feed/feed.ts'
import { PostList } from '../feed/feed.tsx'
import styles from '../groups/groups.css?url'
import { groupAdminsQuery, groupMembersQuery, groupPath, groupQuery, groupRequestsQuery } from '../groups/groups.ts'
import { GroupAdmins, GroupHead, GroupMembers, GroupRequests, useMembershipEvents } from '../groups/groups.tsx'
import { isMissing, readFault } from '../kernel/fault.ts'
import { headOf, withStyles } from '../kernel/head.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { waitForAll } from '../kernel/wait-for-all.ts'
import imageStyles from '../media/media.css?url'
import placeStyles from '../places/places.css?url'
import { NewPost } from '../posts/posts.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { Missing } from '../shell/missing.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Part } from '../ui/part.tsx'
import { type ChatSearch, chatSearch } from './chat-search.ts'
import { type PageSearch, pageSearch, toFirstPage } from './feed-search.ts'

const TABS = ['events', 'members', 'chat'] as const
type Tab = (typeof TABS)[number]

interface Search extends PageSearch, ChatSearch {
  tab?: Tab | undefined
}

/** posts are the first tab, at the address without a parameter */
const PARTS = [
  { tab: undefined, label: 'Posts' },
  { tab: 'events', label: 'Events' },
  { tab: 'members', label: 'Members' },
  { tab: 'chat', label: 'Chat' },
] as const

/** In the cache all lists of posts have the same shape. */
const postsOf = (slug: string, after: string | undefined) => groupPostsQuery(slug, after) as ListQuery

/**
 * A tab that did not load shows its own error and retries. The error is thrown again if it concerns the whole page: the
 * network was made private or deleted, or the cursor is invalid. On the server every error is thrown again, because a
 * page without its main content must be neither cached nor indexed.
 */
function throwPageFault(error: unknown): void {
  const isOfPage = isMissing(error) || ['MEMBERS_ONLY', 'INVALID'].includes(readFault(error, '').code)
  if (isOfPage || typeof window === 'undefined') throw error
}

export const Route = createFileRoute('/group/$groupName')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...pageSearch(search),
    ...chatSearch(search),
    tab: TABS.find((one) => one === search.tab),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, viewer }, params, deps, location, cause }) => {
    const slug = slugOf(params.groupName)
    const open = async (group: Group) => {
      if (group.can_see_inside && !deps.tab)
        await waitForAll(
          openList(queryClient, postsOf(slug, deps.after), location, cause).catch(throwPageFault),
          // optional: prefetching never throws
          viewer ? queryClient.prefetchQuery(groupAdminsQuery(slug)) : Promise.resolve(),
        )
      if (group.can_see_inside && deps.tab === 'members' && viewer)
        await waitForAll(
          queryClient.ensureInfiniteQueryData(groupMembersQuery(slug, deps.after)).catch(throwPageFault),
          group.is_admin ? queryClient.prefetchInfiniteQuery(groupRequestsQuery(group.id)) : Promise.resolve(),
        )
      if (group.can_see_inside && deps.tab === 'events')
        await queryClient
          .ensureInfiniteQueryData({ ...groupEventsQuery(slug, deps.after), revalidateIfStale: true })
          .catch(throwPageFault)
      // never throws: the chat shows its own error
      if (group.is_member && deps.tab === 'chat') await openChat(queryClient, 'group', group.id, deps.at)
      return group
    }
    try {
      const known = await queryClient.ensureQueryData({ ...groupQuery(slug), revalidateIfStale: true })
      const group = await open(known).catch(async (error: unknown) => {
        if (readFault(error, '').code !== 'MEMBERS_ONLY') throw error
        // the network was made private after its head was loaded: load the head again
        return open(await queryClient.fetchQuery({ ...groupQuery(slug), staleTime: 0 }))
      })
      return {
        name: group.name,
        // the path is computed here, because in the head function `groupPath` would be part of the first load of every
        // page
        path: groupPath(group.slug),
        description: group.description,
        is_public: group.is_public,
        is_admin: group.is_admin,
      }
    } catch (error) {
      throw isMissing(error) ? notFound() : toFirstPage(error, deps, location.pathname)
    }
  },
  head: ({ match, loaderData }) =>
    withStyles(
      headOf(match.context.place, {
        title: loaderData?.name ?? (match.status === 'error' ? 'Error loading group' : 'Group not found'),
        description: loaderData && (loaderData.description || `What the fathers of ${loaderData.name} ask and tell.`),
        canonical: loaderData?.path,
        hidden: !loaderData?.is_public || match.search.tab !== undefined || match.search.after !== undefined,
      }),
      [
        styles,
        match.search.tab === 'chat' && chatStyles,
        match.search.tab === 'events' && eventStyles,
        match.search.tab === 'events' && placeStyles,
        loaderData?.is_admin && imageStyles,
      ].filter((one) => typeof one === 'string'),
    ),
  component: Page,
  notFoundComponent: Gone,
  errorComponent: (failure) => (
    <PageFailed {...failure} title="Error loading group." back={<BackLink parent="/groups" />} />
  ),
})

function Page() {
  const slug = slugOf(Route.useParams().groupName)
  const { tab, after } = Route.useSearch()
  const { data: group, error } = useQuery(groupQuery(slug))
  // the network became invisible to the viewer while the page was open
  if (isMissing(error)) return <Gone />
  if (!group) return null
  const isOpen = group.can_see_inside
  return (
    <div className={group.is_member && !tab ? 'page has-fab' : 'page'}>
      <BackLink parent="/groups" />
      <Part>
        <GroupHead group={group} parts={isOpen ? PARTS : []} current={tab} />
      </Part>
      {group.taken_out && (
        <div className="gap taken-out">
          <TakenOutNote out={group.taken_out} what="network" asks={!group.is_public} />
        </div>
      )}
      {!isOpen && <PrivateNotice group={group} />}
      {isOpen && !tab && (
        <Part>
          <Posts group={group} after={after} />
        </Part>
      )}
      {isOpen && tab === 'events' && (
        <div className="gap">
          <Part>
            <GroupEvents group={group} after={after} />
          </Part>
        </div>
      )}
      {isOpen && tab === 'chat' && (
        <Part>
          <Conversation group={group} />
        </Part>
      )}
      {isOpen && tab === 'members' && (
        <Part>
          <Members group={group} after={after} />
        </Part>
      )}
    </div>
  )
}

function Posts({ group, after }: { group: Group; after: string | undefined }) {
  const viewer = useViewer()
  const query = postsOf(group.slug, after)
  const list = useInfiniteQuery(query)
  return (
    <div className="cols gap">
      <div className="stack-feed">
        {group.is_member && <NewPost look="row" label="New Post" group={group} />}
        <PostList
          list={list}
          query={query}
          hrefOf={(cursor) => `?${new URLSearchParams({ after: cursor })}`}
          failure="The posts did not load"
          empty={
            <Empty
              title="No posts in this network yet"
              action={group.is_member && <NewPost look="button" group={group} />}
            >
              {group.is_member ? 'Yours can be the first.' : 'Whoever joins can write the first.'}
            </Empty>
          }
        />
      </div>
      <aside className="side" aria-label="About this network">
        {viewer && (
          <Part>
            <GroupAdmins slug={group.slug} />
          </Part>
        )}
      </aside>
      {group.is_member && <NewPost look="fab" group={group} />}
    </div>
  )
}

function Members({ group, after }: { group: Group; after: string | undefined }) {
  const viewer = useViewer()
  useMembershipEvents(group)
  if (!viewer)
    return (
      <section className="sheet gap">
        <Empty
          title="Sign in to see the members"
          action={<SignInLink className={buttonClass()}>Sign In / Sign Up</SignInLink>}
        >
          Who is in a network is shown to members of this place.
        </Empty>
      </section>
    )
  return (
    <div className="stack gap">
      {group.is_admin && (
        <Part>
          <GroupRequests group={group} />
        </Part>
      )}
      <Part>
        <GroupMembers group={group} after={after} />
      </Part>
    </div>
  )
}

/** For members, also in a public network. */
function Conversation({ group }: { group: Group }) {
  const client = useQueryClient()
  useMembershipEvents(group)
  if (!group.is_member)
    return (
      <section className="sheet gap">
        <Empty title="The chat is for members of this network">Join it, and you are in the conversation.</Empty>
      </section>
    )
  return (
    <div className="gap net-chat">
      <Chat
        room="group"
        id={group.id}
        title="Chat"
        headless
        level="h1"
        onGone={() => void client.invalidateQueries({ queryKey: groupQuery(group.slug).queryKey })}
      />
    </div>
  )
}

/** Visitors and other members see only the head of a private network. */
function PrivateNotice({ group }: { group: Group }) {
  const viewer = useViewer()
  return (
    <section className="sheet gap">
      <Empty
        title="This network is private"
        art="off"
        action={!viewer && <SignInLink className={buttonClass()}>Sign In / Sign Up</SignInLink>}
      >
        {group.request_pending
          ? 'Your request is with its admins. You will hear when it is answered.'
          : `Its posts, events, members and chat are for its members.${group.can_request ? ' Ask to join, and its admins decide.' : ''}`}
      </Empty>
    </section>
  )
}

function Gone() {
  return (
    <Missing title="Group not found." back={<BackLink parent="/groups" />} on="Go to the feed">
      It may have another name by now.
    </Missing>
  )
}
