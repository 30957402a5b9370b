/** What becomes of data on screen whose read in the background was refused (old-reads.ts). */
import type { Query, QueryClient } from '@tanstack/react-query'

/** Several reads of a page may be refused at once. In ms: how long the page waits for the last one. */
const INVALIDATE_AFTER_MS = 100

/** If these are missing, their pages say so, some with what they knew. */
const SAYS_MISSING = new Set([
  ...['posts.getPost', 'categories.getCategory', 'members.getMember', 'groups.getGroup', 'events.getEvent'],
  ...['pods.getPod', 'connections.getConnection', 'chat.listMessages'],
])

interface Parts {
  client: QueryClient
  isMember(): boolean
  /** Whether the member is still signed in; throws if there is no answer. */
  isStillMember(): Promise<boolean>
  onSignedOut(): void
  /** Runs the loaders of the page again. */
  invalidate(): void
}

export function followRefusals({ client, isMember, isStillMember, onSignedOut, invalidate }: Parts) {
  /** queries that are read again because the session was only renewed */
  const again = new Set<string>()
  let soon: ReturnType<typeof setTimeout> | undefined

  async function checkMember({ queryHash, queryKey }: Query) {
    if (!isMember() || again.has(queryHash)) return
    again.add(queryHash)
    // without an answer the read fails too, and is then repeated
    if (!(await isStillMember().catch(() => true))) onSignedOut()
    else await client.refetchQueries({ queryKey, exact: true })
    again.delete(queryHash)
  }

  /** Nothing of it stays on screen, and what shows it says that it did not load. */
  function takeAway({ queryKey }: Query) {
    void client.resetQueries({ queryKey, exact: true })
    clearTimeout(soon)
    soon = setTimeout(invalidate, INVALIDATE_AFTER_MS)
  }

  return {
    refuse(query: Query, status: number): void {
      if (status === 401) void checkMember(query)
      else if (status === 403 || (status === 404 && !SAYS_MISSING.has(nameOf(query)))) takeAway(query)
    },
    stop: () => clearTimeout(soon),
  }
}

/** such as "posts.getPost" */
const nameOf = ({ queryKey: [path] }: Query) => (Array.isArray(path) ? path.join('.') : '')
