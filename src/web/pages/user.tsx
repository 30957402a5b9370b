/** Another member's public profile. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { Award, CalendarDays, Handshake, MessageSquare, Newspaper } from 'lucide'
import { imageAt } from '#contract/media-words.ts'
import { blockQuery } from '../blocks/blocks.ts'
import { BlockedMember } from '../blocks/blocks.tsx'
import { connectionQuery } from '../connections/connections.ts'
import { ConnectionButton } from '../connections/connections.tsx'
import { memberPostsQuery } from '../feed/feed.ts'
import { isMissing } from '../kernel/fault.ts'
import { headOf } from '../kernel/head.ts'
import { useViewer } from '../kernel/viewer.ts'
import { waitForAll } from '../kernel/wait-for-all.ts'
import { memberQuery, nameOf, traitsOf } from '../members/members.ts'
import { AdministratorMark } from '../members/members.tsx'
import { MoreActions } from '../more/more.tsx'
import { PostCard } from '../posts/posts.tsx'
import { wroteCommentsQuery, wrotePostsQuery } from '../profiles/profiles.ts'
import { WrittenTabs } from '../profiles/profiles.tsx'
import { BackLink } from '../shell/back-link.tsx'
import { Missing } from '../shell/missing.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Part } from '../ui/part.tsx'
import { Stat, Stats } from '../ui/stat.tsx'
import { type PageSearch, pageSearch, toFirstPage } from './feed-search.ts'
import { memberData, memberPath } from './structured-data.ts'

const LATEST = 5

interface Search extends PageSearch {
  tab?: 'comments' | undefined
}

const searchOf = (search: { tab?: unknown; after?: unknown }): Search => ({
  ...pageSearch(search),
  tab: search.tab === 'comments' ? 'comments' : undefined,
})

export const Route = createFileRoute('/user/$username')({
  validateSearch: searchOf,
  loaderDeps: ({ search }) => searchOf(search),
  loader: async ({ context: { queryClient, viewer }, params: { username }, deps, location }) => {
    try {
      const [member] = await waitForAll(
        queryClient.ensureQueryData(memberQuery(username)),
        queryClient.ensureInfiniteQueryData(memberPostsQuery(username)),
        deps.tab === 'comments'
          ? queryClient.ensureInfiniteQueryData(wroteCommentsQuery(username, deps.after))
          : queryClient.ensureInfiniteQueryData(wrotePostsQuery(username, deps.after)),
      )
      if (viewer && viewer.id !== member.id) await queryClient.prefetchQuery(connectionQuery(member.id))
      return { name: nameOf(member), member }
    } catch (error) {
      if (!isMissing(error)) throw toFirstPage(error, deps, location.pathname)
      // the page also offers to unblock a member whom the viewer blocked
      if (viewer) await queryClient.prefetchQuery({ ...blockQuery(username), retry: false })
      throw notFound()
    }
  },
  head: ({ match, loaderData }) =>
    headOf(match.context.place, {
      title: loaderData?.name ?? (match.status === 'error' ? 'Something went wrong' : 'User not found'),
      description: loaderData && (loaderData.member.bio || `What ${loaderData.name} asks and tells here.`),
      // also for its tabs and for later pages of its lists
      canonical: loaderData && memberPath(loaderData.member.username),
      type: 'profile',
      details: { 'profile:username': loaderData?.member.username },
      hidden: !loaderData,
      structured: loaderData && memberData(loaderData.member, match.context.place),
    }),
  component: Page,
  notFoundComponent: Gone,
  errorComponent: (failure) => (
    <PageFailed {...failure} title="This profile did not load" back={<BackLink parent="/categories" />} />
  ),
})

function Page() {
  const { username } = Route.useParams()
  const { tab, after } = Route.useSearch()
  const viewer = useViewer()
  const { data: member, error } = useQuery(memberQuery(username))
  const posts = useInfiniteQuery(memberPostsQuery(username)).data?.pages[0]?.items.slice(0, LATEST) ?? []
  // the member became invisible to the viewer while the page was open
  if (isMissing(error)) return <Gone />
  if (!member) return null
  return (
    <div className="page mid">
      <BackLink parent="/categories" />
      <section className="sheet person" aria-labelledby="member">
        <Avatar
          name={nameOf(member)}
          id={member.id}
          src={member.avatar_url && imageAt(member.avatar_url, 288)}
          size="xl"
        />
        <div className="stack-s">
          <div>
            <h1 id="member" dir="auto">
              {nameOf(member)}
            </h1>
            <p className="ui soft" dir="ltr" translate="no">
              @{member.username}
            </p>
            <AdministratorMark of={member} />
          </div>
          <ul className="traits ui soft">
            {traitsOf(member).map(({ field, text, icon }) => (
              <li key={field}>
                <Icon of={icon} size="s" />
                <span dir="auto">{text}</span>
              </li>
            ))}
            <li>
              <Icon of={CalendarDays} size="s" />
              <span>Joined {monthOf(member.created_at)}</span>
            </li>
          </ul>
          {member.bio && (
            <p className="bio" dir="auto">
              {member.bio}
            </p>
          )}
        </div>
        <div className="row">
          {viewer?.id === member.id && (
            <Link className={buttonClass({ variant: 'quiet' })} to="/profile">
              Go to your profile
            </Link>
          )}
          <Part small>
            <ConnectionButton member={member} />
          </Part>
          <MoreActions of={{ id: member.id, author: member }} kind="profile" about={nameOf(member)} />
        </div>
      </section>
      <Stats>
        <Stat label="Posts" value={member.post_count} icon={Newspaper} />
        <Stat label="Comments" value={member.comment_count} icon={MessageSquare} />
        <Stat label="Kin" value={member.kin_count} icon={Handshake} />
        <Stat label="Community Karma" value={member.community_karma} icon={Award} />
      </Stats>
      {posts.length > 0 && (
        <>
          <h2 className="pad-x latest">Latest posts</h2>
          <section className="sheet rule" aria-label="Latest posts">
            {posts.map((post) => (
              <PostCard key={post.id} post={post} level="h3" />
            ))}
          </section>
        </>
      )}
      <h2 className="pad-x latest">Everything written</h2>
      <WrittenTabs username={username} name={nameOf(member)} tab={tab} after={after} above={posts.length} />
    </div>
  )
}

/** "March 2026". In UTC, so that server and browser render the same. */
const monthOf = (date: Date) => date.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function Gone() {
  const { username } = Route.useParams()
  const back = <BackLink parent="/categories" />
  return (
    <BlockedMember username={username} back={back}>
      <Missing title="User not found" back={back} on="Go to the feed">
        Nobody here goes by this name. It may be spelled otherwise, or the account is gone.
      </Missing>
    </BlockedMember>
  )
}
