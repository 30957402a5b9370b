/** Queries of blocks. */
import type { QueryClient } from '@tanstack/react-query'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'
import { memberQuery } from '../members/members.ts'

/** The viewer's block of the member with this name; null if there is none. */
export const blockQuery = (username: string) => queries.blocks.getBlock.queryOptions({ input: { username } })

export const blocksQuery = () =>
  queries.blocks.listBlocks.infiniteOptions({
    gcTime: LIST_LIFE,
    input: (after: string | undefined) => ({ ...(after && { after }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
  })

/**
 * Loads everything on the screen again, since the member may appear anywhere. His profile is removed from the cache first,
 * because it is a different page now. A conversation stays: it is loaded only once, and his messages in it are folded.
 */
export async function blocksChanged(client: QueryClient, username: string, readPage: () => Promise<unknown>) {
  client.removeQueries({ queryKey: memberQuery(username).queryKey })
  client.removeQueries({ queryKey: queries.feed.listMemberPosts.key({ input: { username } }) })
  client.removeQueries({ queryKey: blockQuery(username).queryKey })
  await readPage()
  await client.invalidateQueries({ predicate: ({ queryKey: [path] }) => !Array.isArray(path) || path[0] !== 'chat' })
}
