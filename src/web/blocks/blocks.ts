/** Blocks in data. */
import type { QueryClient } from '@tanstack/react-query'
import { queries } from '../kernel/api.ts'
import { LIST_LIFE } from '../kernel/queries.ts'
import { memberQuery } from '../members/members.ts'

/** Whether the viewer has blocked the member of this name; null where he has not. */
export const blockQuery = (username: string) => queries.blocks.getBlock.queryOptions({ input: { username } })

export const blocksQuery = () =>
  queries.blocks.listBlocks.infiniteOptions({
    gcTime: LIST_LIFE,
    input: (after: string | undefined) => ({ ...(after && { after }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
  })

/**
 * Everything on the screen is asked anew: he may stand anywhere. His own page is forgotten first, since it is another now. A
 * conversation stays: it is read once, and what he said there is folded.
 */
export async function blocksChanged(client: QueryClient, username: string, readPage: () => Promise<unknown>) {
  client.removeQueries({ queryKey: memberQuery(username).queryKey })
  client.removeQueries({ queryKey: queries.feed.listMemberPosts.key({ input: { username } }) })
  client.removeQueries({ queryKey: blockQuery(username).queryKey })
  await readPage()
  await client.invalidateQueries({ predicate: ({ queryKey: [path] }) => !Array.isArray(path) || path[0] !== 'chat' })
}
