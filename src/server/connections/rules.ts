/** How one of the two stands to the other, as the row of the pair says it. Pure. */
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

/** The first refusal may have been a slip, and counts as nothing (AMB-28); after the second he waits. */
const PATIENCE = 2
const DAY = 86_400_000

export function standingOf(row: PairRow | null, me: string, now: Date): Pick<Connection, 'status' | 'again_at'> {
  if (row === null) return { status: 'none', again_at: null }
  if (row.status === 'accepted') return { status: 'connected', again_at: null }
  const isRequester = row.requester_id === me
  if (row.status === 'pending') {
    if (!isRequester) return { status: 'incoming', again_at: null }
    return { status: row.crossed_at ? 'crossed' : 'requested', again_at: null }
  }
  const again_at = isRequester && row.declines >= PATIENCE && row.declined_at ? later(row.declined_at) : null
  return again_at && again_at > now ? { status: 'waiting', again_at } : { status: 'none', again_at: null }
}

const later = (declined_at: Date) => new Date(declined_at.getTime() + ASK_AGAIN_DAYS * DAY)

/** Whoever was asked; where both have asked, either. */
export const mayAccept = ({ status }: Pick<Connection, 'status'>) => status === 'incoming' || status === 'crossed'
