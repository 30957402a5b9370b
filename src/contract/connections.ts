/** Connections, shown as "Kin": one member sends a request, the other accepts or declines it; either can end it. */
import * as z from 'zod'
import { Cursor, fault, Id, memberOnly, Page, refuses, When } from './kernel.ts'
import { Author, memberFaults } from './members.ts'

/** Days after the second refusal until the member may send a request again. */
export const ASK_AGAIN_DAYS = 30
/** Requests are counted up to this; more are shown as "99+". */
export const REQUESTS_COUNTED = 100

const signIn = 'Please sign in to connect'
export const connectionFaults = {
  signIn,
  /** does not exist, or the viewer may not see it */
  notFound: memberFaults.notFound,
  oneself: fault('CONNECTION_WITH_ONESELF', 400, 'You cannot connect with yourself'),
  noRequest: fault('CONNECTION_REQUEST_NOT_FOUND', 404, 'This request is not there any more'),
  tooSoon: fault('CONNECTION_TOO_SOON', 409, 'You can ask again in a few weeks'),
}

/**
 * The viewer's relation to another member. `requested`: the viewer has sent a request. `incoming`: the viewer has received
 * one. `crossed`: both have sent one, and either can accept. `waiting`: the viewer was declined twice, and may send a request
 * again at `again_at`. After one refusal the status is `none`.
 */
export const ConnectionStatus = z.enum(['none', 'requested', 'incoming', 'crossed', 'connected', 'waiting'])
export type ConnectionStatus = z.infer<typeof ConnectionStatus>
/** What the viewer may do with the connection now. */
const rights = {
  can_request: z.boolean(),
  can_accept: z.boolean(),
  can_decline: z.boolean(),
  can_cancel: z.boolean(),
  can_remove: z.boolean(),
}
export const Connection = z.object({
  user_id: Id,
  status: ConnectionStatus,
  again_at: When.nullable(),
  ...rights,
})
export type Connection = z.infer<typeof Connection>
/** The connection, with `seq`: the number of the last event in the viewer's own topic that it reflects. */
export const StandingConnection = Connection.extend({ seq: z.int().min(0) })
export type StandingConnection = z.infer<typeof StandingConnection>

export const ConnectionList = z.enum(['kin', 'incoming', 'sent'])
export type ConnectionList = z.infer<typeof ConnectionList>
export const ConnectionItem = z.object({
  id: Id,
  user: Author,
  status: ConnectionStatus,
  /** when the request was sent; of kin, when it was accepted */
  at: When,
  ...rights,
})
export type ConnectionItem = z.infer<typeof ConnectionItem>

const other = z.strictObject({ user_id: Id })
const route = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: `/${string}`,
  operationId: string,
  summary: string,
) => ({
  ...{ method, path, operationId, summary },
  tags: ['connections'],
})
const query = memberOnly('people:read', signIn, undefined)
const mutation = memberOnly('people:write', signIn, 'write')

export const connections = {
  getConnection: query
    .route(route('GET', '/members/{user_id}/connection', 'getConnection', 'Your connection to a member'))
    .errors(refuses(connectionFaults.notFound))
    .input(other)
    .output(StandingConnection),
  requestConnection: mutation
    .route(route('PUT', '/members/{user_id}/connection', 'requestConnection', 'Ask a member to connect'))
    .errors(refuses(connectionFaults.notFound, connectionFaults.oneself, connectionFaults.tooSoon))
    .input(other)
    .output(Connection),
  acceptConnection: mutation
    .route(route('POST', '/members/{user_id}/connection/accept', 'acceptConnection', 'Accept a request'))
    .errors(refuses(connectionFaults.noRequest))
    .input(other)
    .output(Connection),
  declineConnection: mutation
    .route(route('POST', '/members/{user_id}/connection/decline', 'declineConnection', 'Decline a request'))
    .errors(refuses(connectionFaults.noRequest))
    .input(other)
    .output(Connection),
  cancelConnectionRequest: mutation
    .route(route('DELETE', '/members/{user_id}/connection/request', 'cancelConnectionRequest', 'Cancel your request'))
    .errors(refuses(connectionFaults.noRequest))
    .input(other)
    .output(Connection),
  removeConnection: mutation
    .route(route('DELETE', '/members/{user_id}/connection', 'removeConnection', 'End a connection'))
    .errors(refuses(connectionFaults.noRequest))
    .input(other)
    .output(Connection),
  listConnections: query
    .route(
      route(
        'GET',
        '/me/connections',
        'listConnections',
        'Your kin, who asked you, or whom you asked; the latest first',
      ),
    )
    .input(z.strictObject({ list: ConnectionList.default('kin'), after: Cursor.optional() }))
    .output(Page(ConnectionItem)),
  countConnections: query
    .route(
      route(
        'GET',
        '/me/connections/counts',
        'countConnections',
        'The number of connections and requests; at most 100 requests are counted',
      ),
    )
    .output(z.object({ kin: z.number(), incoming: z.number(), sent: z.number() })),
}
