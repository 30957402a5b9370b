/**
 * Who may do what between two members. Pure. `Connection` is the connection as one of the two sees it.
 *
 * - a member can send a request to every other member, if neither has blocked the other (`mustBeReachable` in
 *   connections.ts). After the second refusal he waits for `ASK_AGAIN_DAYS` (`standingOf`: `waiting`). `mayRequest` is false if
 *   a request or a connection exists: he accepts a request of the other member instead.
 * - `mayAccept`: the addressee accepts; if both have sent a request, either can.
 * - `mayDecline`: only the addressee, and only if he has not sent a request himself.
 * - `mayCancel`: the requester cancels the request.
 * - `mayRemove`: either of the two ends the connection.
 */
import { ASK_AGAIN_DAYS, type Connection } from '#contract/connections.ts'

export interface PairRow {
  id: string
  requester_id: string
  addressee_id: string
  status: 'pending' | 'accepted' | 'declined'
  crossed_at: Date | null
  declines: number
  declined_at: Date | null
}

/** The first refusal may have been a slip and has no effect; after the second the member waits. */
const REFUSALS_UNTIL_WAIT = 2
const DAY_MS = 86_400_000

export function standingOf(row: PairRow | null, me: string, now: Date): Pick<Connection, 'status' | 'again_at'> {
  if (row === null) return { status: 'none', again_at: null }
  if (row.status === 'accepted') return { status: 'connected', again_at: null }
  const isRequester = row.requester_id === me
  if (row.status === 'pending') {
    if (!isRequester) return { status: 'incoming', again_at: null }
    return { status: row.crossed_at ? 'crossed' : 'requested', again_at: null }
  }
  const again_at = isRequester && row.declines >= REFUSALS_UNTIL_WAIT && row.declined_at ? later(row.declined_at) : null
  return again_at && again_at > now ? { status: 'waiting', again_at } : { status: 'none', again_at: null }
}

const later = (declined_at: Date) => new Date(declined_at.getTime() + ASK_AGAIN_DAYS * DAY_MS)

export const mayRequest = ({ status }: Pick<Connection, 'status'>) => status === 'none'

export const mayAccept = ({ status }: Pick<Connection, 'status'>) => status === 'incoming' || status === 'crossed'

export const mayDecline = ({ status }: Pick<Connection, 'status'>) => status === 'incoming'

export const mayCancel = ({ status }: Pick<Connection, 'status'>) => status === 'requested' || status === 'crossed'

export const mayRemove = ({ status }: Pick<Connection, 'status'>) => status === 'connected'

/** What the member may do, as fields of the connection. */
export const rightsOf = (standing: Pick<Connection, 'status'>) => ({
  can_request: mayRequest(standing),
  can_accept: mayAccept(standing),
  can_decline: mayDecline(standing),
  can_cancel: mayCancel(standing),
  can_remove: mayRemove(standing),
})
