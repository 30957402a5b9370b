/** Chat: messages of a network or a pod, published to members who are looking, and stored in order. */
import { type RawBuilder, sql } from 'kysely'
import { chatFaults, type Message, type Messages, type Room } from '#contract/chat.ts'
import type { PageOf } from '#contract/kernel.ts'
import { topicOf } from '#contract/live-words.ts'
import type { NoteKind } from '#contract/note-words.ts'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { type Ctx, inTransaction, mustBeMember, retried } from '../kernel/ctx.ts'
import { refuseUsed } from '../kernel/idempotency.ts'
import { lastSeqOf, type TopicEvent, type TopicKind } from '../kernel/live/live.ts'
import { dateOf } from '../kernel/page.ts'
import { refuse } from '../kernel/refuse.ts'

import { notifyFor, notifyWithoutFact, record } from '../kernel/stream/stream.ts'
import { AUTHOR_COLUMNS, authorOf } from '../members/members.ts'
import { lockAndNoteSign, mayReadAsFormer } from '../pods/pods.ts'
import { chatFacts } from './facts.ts'
import { mayReadRoom, membersOfRoom, whyNotDelete } from './rules.ts'

export type { ChatFact } from './facts.ts'
export { chatParts, keptMessages, ownReads } from './own-data.ts'
export { messageThing } from './thing.ts'
export { unreadRooms } from './unread-rooms.ts'

const MESSAGES_PER_PAGE = 50
/** Messages that the member has read, shown above the new ones. */
const READ_MESSAGES_SHOWN = 15

interface MessageRoom {
  room: Room
  room_id: string
}

const ROOM_TABLE = { group: sql.table('group_messages'), pod: sql.table('pod_messages') }
const ROOM_COLUMN = { group: sql.ref('m.group_id'), pod: sql.ref('m.pod_id') }
const KIND = { group: 'group_messages', pod: 'pod_messages' } as const
const topicOfRoom = ({ room, room_id }: MessageRoom) => topicOf(room, room_id)
const lastSeqOfRoom = ({ room, room_id }: MessageRoom) => lastSeqOf(room, sql`${room_id}::uuid`)

interface MessageRow {
  id: string
  seq: number
  content: string
  round_id: string | null
  note: NoteKind | null
  created: number
  author_id: string | null
  author_username: string | null
  author_display_name: string | null
  author_avatar_url: string | null
  author_location: string | null
  author_is_administrator: boolean | null
}

const SAID = sql`m.id, m.seq, m.content, date_part('epoch', m.created_at) * 1000 as created, ${AUTHOR_COLUMNS}`
/** Only a pod has recaps, and lines about its rounds. */
const COLUMNS = { group: sql`${SAID}, null as round_id, null as note`, pod: sql`${SAID}, m.round_id, m.note` }
/** Whose profile is read with the message: of a line about the rounds the man who is named in it. */
const NAMED = { group: sql.ref('m.user_id'), pod: sql`coalesce(m.user_id, m.noted_by)` }

const messageOf = (row: MessageRow): Message => ({
  id: row.id,
  seq: row.seq,
  user: row.note ? null : authorOf(row),
  content: row.content,
  round_id: row.round_id,
  note: row.note ? { kind: row.note, by: authorOf(row) } : null,
  created_at: dateOf(row.created),
})

interface PageOfMessagesQuery extends MessageRoom {
  before?: string | undefined
  after?: string | undefined
  from?: 'unread' | undefined
}

/** Reads the numbers and the read position first: later messages arrive as events after `seq`. */
export async function listMessages(ctx: Ctx, input: PageOfMessagesQuery): Promise<Messages> {
  const viewer = mustBeMember(ctx, SAY_ROOMS.signInToChat)
  const { rows: known } = await sql<{ seq: number; read: number }>`
    select ${lastSeqOfRoom(input)} as seq,
      coalesce((select c.seq from chat_reads c where c.user_id = ${viewer.id} and c.topic = ${topicOfRoom(input)}), 0) as read
    where ${mayReadRoom(input, viewer.id)}`.execute(ctx.db)
  const { seq, read } = known[0] ?? refuse(chatFaults.notFound)
  const place = { ctx, input, viewer: viewer.id }
  if (input.after !== undefined) {
    const after = Number(input.after)
    const { items, further } = await down(place, after)
    return { items, next: String(Math.min(after, seq) + 1), later: further, seq, read }
  }
  // all new messages are on the latest page, with known ones above them
  const isNear = seq - read <= MESSAGES_PER_PAGE - READ_MESSAGES_SHOWN
  if (input.from === 'unread' && read > 0 && !isNear) {
    const above = await up(place, read + 1, READ_MESSAGES_SHOWN)
    const below = await down(place, read)
    return { items: [...above.items, ...below.items], next: above.further, later: below.further, seq, read }
  }
  const before = input.before === undefined ? null : Number(input.before)
  const { items, further } = await up(place, before)
  const isLatest = before === null || before > seq
  return { items, next: further, later: isLatest ? null : String(Math.max(0, before - 1)), seq, read }
}

/**
 * For a man who is not in the pod any more and still reads it: the messages after this place that were sent until he left,
 * oldest first. Returns null as `next` at the end.
 */
export async function listMessagesOfFormer(ctx: Ctx, pod_id: string, after: number): Promise<PageOf<Message>> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROOMS.signInToChat)
  const { rows } = await sql<MessageRow>`
    select ${COLUMNS.pod} from pod_messages m left join profiles a on a.id = ${NAMED.pod}
    where m.pod_id = ${pod_id}::uuid and m.seq > ${after} and ${mayReadAsFormer(sql`m.pod_id`, viewer, sql`m.created_at`)}
    order by m.seq limit ${sql.lit(MESSAGES_PER_PAGE + 1)}`.execute(ctx.db)
  const items = rows.slice(0, MESSAGES_PER_PAGE).map(messageOf)
  return { items, next: rows.length > MESSAGES_PER_PAGE ? String(items.at(-1)!.seq) : null }
}

interface Reading {
  ctx: Ctx
  input: MessageRoom
  viewer: string
}
interface MessagePage {
  items: Message[]
  /** the position after which there are more in the same direction */
  further: string | null
}

/** Returns the last messages before a number, or of all; oldest first. */
async function up(reading: Reading, before: number | null, limit = MESSAGES_PER_PAGE): Promise<MessagePage> {
  const rows = await rowsOf(
    reading,
    sql`${before === null ? sql`` : sql`and m.seq < ${before}`} order by m.seq desc limit ${sql.lit(limit + 1)}`,
  )
  const items = rows.slice(0, limit).reverse().map(messageOf)
  return { items, further: rows.length > limit ? String(items[0]!.seq) : null }
}

/** Returns the first messages after a number. */
async function down(reading: Reading, after: number): Promise<MessagePage> {
  const rows = await rowsOf(reading, sql`and m.seq > ${after} order by m.seq limit ${sql.lit(MESSAGES_PER_PAGE + 1)}`)
  const items = rows.slice(0, MESSAGES_PER_PAGE).map(messageOf)
  return { items, further: rows.length > MESSAGES_PER_PAGE ? String(items.at(-1)!.seq) : null }
}

async function rowsOf({ ctx, input, viewer }: Reading, which: RawBuilder<unknown>): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${COLUMNS[input.room]} from ${ROOM_TABLE[input.room]} m left join profiles a on a.id = ${NAMED[input.room]}
    where ${ROOM_COLUMN[input.room]} = ${input.room_id} and ${mayReadRoom(input, viewer)} ${which}`.execute(ctx.db)
  return rows
}

export async function sendMessage(ctx: Ctx, input: MessageRoom & { id: string; content: string }): Promise<Message> {
  const { id: sender } = mustBeMember(ctx, SAY_ROOMS.signInToChat)
  const { room, room_id, id, content } = input
  const { rows } = await retried(ctx, () =>
    sql<{ end: 'sent' | 'again' | 'missing' | 'ended' }>`
      select send_message(${room}, ${room_id}::uuid, ${sender}::uuid, ${id}::uuid, ${content}) as end`.execute(ctx.db),
  )
  const { end } = rows[0]!
  if (end === 'missing') refuse(chatFaults.notFound)
  if (end === 'ended') refuse(chatFaults.podEnded)
  if (end === 'sent') notifyFor(ctx, chatFacts.sent({ message_id: id, room, room_id }))
  const { rows: found } = await sql<MessageRow>`
    select ${COLUMNS[room]} from ${ROOM_TABLE[room]} m left join profiles a on a.id = m.user_id
    where m.id = ${id} and ${ROOM_COLUMN[room]} = ${room_id} and m.user_id = ${sender} and m.content = ${content}`.execute(
    ctx.db,
  )
  return found[0] ? messageOf(found[0]) : refuseUsed(ctx, KIND[room], id, chatFaults)
}

export async function deleteMessage(ctx: Ctx, input: MessageRoom & { id: string }): Promise<{ id: string }> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROOMS.signInToChat)
  const { room, room_id, id } = input
  const isThere = async ({ db }: Pick<Ctx, 'db'>) => {
    const { rows } = await sql<{ is_in: boolean }>`select ${mayReadRoom(input, viewer)} as is_in`.execute(db)
    return rows[0]!.is_in
  }
  // a request from outside must not lock anything of the room
  if (!(await isThere(ctx))) refuse(chatFaults.notFound)
  await inTransaction(ctx, async (ctx) => {
    const { db } = ctx
    // deleting a message keeps the sign that it was, so that he does not become quiet
    if (room === 'pod') await lockAndNoteSign(ctx, room_id, viewer)
    // lock the topic's row before the message, as sending and leaving do
    await record(ctx, chatFacts.deleted({ message_id: id, room, room_id }))
    const { rows } = await sql<{ is_his: boolean | null }>`
      select m.user_id is not distinct from ${viewer} as is_his from ${ROOM_TABLE[room]} m
      where m.id = ${id} and ${ROOM_COLUMN[room]} = ${room_id} and ${mayReadRoom(input, viewer)} for update of m`.execute(
      db,
    )
    const [message] = rows
    if (!message) refuse((await isThere({ db })) ? chatFaults.noMessage : chatFaults.notFound)
    const why = whyNotDelete(message)
    if (why) refuse(why)
    await sql`delete from ${ROOM_TABLE[room]} m where m.id = ${id}`.execute(db)
  })
  return { id }
}

export async function markRead(ctx: Ctx, input: MessageRoom & { seq: number }): Promise<{ read: number }> {
  const { id: viewer } = mustBeMember(ctx, SAY_ROOMS.signInToChat)
  // a repeated call only reads
  const move = sql<{ read: number; has_moved: boolean }>`
    with place as (
      select ${viewer}::uuid as user_id, ${topicOfRoom(input)}::text as topic, least(${input.seq}::bigint, ${lastSeqOfRoom(input)}) as seq
      where ${mayReadRoom(input, viewer)}),
    before as (select r.seq from chat_reads r join place using (user_id, topic)),
    moved as (
      insert into chat_reads as r (user_id, topic, seq)
      select place.* from place where not exists (select from before where before.seq >= place.seq)
      on conflict (user_id, topic) do update set seq = greatest(r.seq, excluded.seq), read_at = now()
      returning seq)
    select coalesce((select seq from moved), (select seq from before)) as read, exists (select from moved) as has_moved
    from place`
  const { rows } = await retried(ctx, () => move.execute(ctx.db))
  const { read, has_moved } = rows[0] ?? refuse(chatFaults.notFound)
  // the network's messages are read now: the counts in all the member's tabs and devices are updated
  if (has_moved && input.room === 'group') notifyWithoutFact(ctx, `seen:${viewer}`)
  return { read }
}

/** What listeners of a room's topic get. Texts are read when the event is sent, so deleted messages have none. */
const topicKind = (room: Room): TopicKind => ({
  mayHear: (db, id, members) => membersOfRoom(db, room, id, members),
  async show(db, id, events: TopicEvent[]) {
    const sent = events.filter(({ kind }) => kind === 'message.sent')
    if (sent.length === 0) return new Map()
    const { rows } = await sql<MessageRow>`
      select ${COLUMNS[room]} from ${ROOM_TABLE[room]} m left join profiles a on a.id = ${NAMED[room]}
      where ${ROOM_COLUMN[room]} = ${id} and m.seq = any(${sent.map(({ seq }) => seq)}::bigint[])`.execute(db)
    return new Map(rows.map((row) => [row.seq, messageOf(row)]))
  },
})

export const chatTopics: Record<Room, TopicKind> = { group: topicKind('group'), pod: topicKind('pod') }
