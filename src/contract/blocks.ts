/** Blocks: the two members do not see each other any more, and the blocked member is not notified (docs/decisions/022). */
import * as z from 'zod'
import { Cursor, fault, Id, memberOnly, Page, refuses, Sought, When } from './kernel.ts'
import { Author, memberFaults } from './members.ts'

/** The maximum number of members that one member may block. */
export const BLOCKS_MAX = 1000

const signIn = 'Please sign in to block a member'
export const blockFaults = {
  signIn,
  notFound: memberFaults.notFound,
  oneself: fault('BLOCK_ONESELF', 400, 'You cannot block yourself'),
  tooMany: fault('TOO_MANY_BLOCKS', 409, 'You have blocked as many members as one can. Unblock somebody first.'),
}

export const Block = z.object({ user: Author, created_at: When })
export type Block = z.infer<typeof Block>

const other = z.strictObject({ user_id: Id })
const route = (method: 'GET' | 'PUT' | 'DELETE', path: `/${string}`, operationId: string, summary: string) => ({
  ...{ method, path, operationId, summary },
  tags: ['blocks'],
})
const query = memberOnly('people:read', signIn, undefined)
const mutation = memberOnly('people:write', signIn, 'write')

export const blocks = {
  blockMember: mutation
    .route(route('PUT', '/me/blocks/{user_id}', 'blockMember', 'Block a member'))
    .errors(refuses(blockFaults.notFound, blockFaults.oneself, blockFaults.tooMany))
    .input(other)
    .output(Block),
  unblockMember: mutation
    .route(route('DELETE', '/me/blocks/{user_id}', 'unblockMember', 'Unblock a member'))
    .input(other)
    .output(z.object({ user_id: Id })),
  listBlocks: query
    .route(route('GET', '/me/blocks', 'listBlocks', 'List the members that you have blocked, latest first'))
    .input(z.strictObject({ after: Cursor.optional() }))
    .output(Page(Block)),
  listBlockedIds: query
    .route(
      route(
        'GET',
        '/me/blocks/ids',
        'listBlockedIds',
        'The ids of all whom you have blocked: what they said is folded',
      ),
    )
    .output(z.object({ ids: z.array(Id) })),
  getBlock: query
    .route(route('GET', '/members/{username}/block', 'getBlock', 'Whether you have blocked this member'))
    // only for a text that cannot be a username
    .errors(refuses(blockFaults.notFound))
    .input(z.strictObject({ username: Sought }))
    // null if there is no block, and also if there is no such member or the viewer cannot see him
    .output(Block.nullable()),
}
