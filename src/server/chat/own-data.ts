/** This room's part of the copy of a member's data besides his messages: his read positions. */
import { sql } from 'kysely'
import { few, type OwnDataPart } from '../kernel/own-data.ts'

export const chatParts: OwnDataPart[] = [
  {
    name: 'read_up_to',
    tables: ['chat_reads'],
    page: few(
      (member) => sql`select r.topic, r.read_at from chat_reads r where r.user_id = ${member}::uuid order by 1`,
    ),
  },
]
