/** This room's part of the copy of a member's data besides his messages: his read positions. */
import { sql } from 'kysely'
import type { OwnTable } from '#db/owners.ts'
import { type OwnDataPart, onePage } from '../kernel/own-data.ts'
import type { KeptRows, OwnRows } from '../kernel/own-rows.ts'

export const chatParts: OwnDataPart[] = [
  {
    name: 'read_up_to',
    tables: ['chat_reads'],
    page: onePage(
      (member) => sql`select r.topic, r.read_at from chat_reads r where r.user_id = ${member}::uuid order by 1`,
    ),
  },
]

/** Deleted with the account. */
export const ownReads: OwnRows<OwnTable<'chat'>>[] = [['chat_reads', 'user_id']]

/** Stay without an author when the account is deleted. */
export const keptMessages: KeptRows<OwnTable<'chat'>>[] = [
  ['group_messages', 'user_id'],
  ['pod_messages', 'user_id'],
]
