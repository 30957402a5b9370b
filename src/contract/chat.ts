/** Chat in a network or a pod, for its members. Messages are numbered per room; none is lost or repeated. */
import * as z from 'zod'
import { Cursor, fault, Id, memberOnly, Page, refuses, Text, When } from './kernel.ts'
import { Author } from './members.ts'
import { NOTE_KINDS } from './note-words.ts'
import { SAY_ROOMS } from './room-words.ts'
import { MESSAGE_MAX } from './words.ts'

export const chatFaults = {
  /** there is no such room, or the viewer is not in it */
  notFound: fault('ROOM_NOT_FOUND', 404, 'This conversation is not open to you'),
  podEnded: fault('POD_ENDED', 409, SAY_ROOMS.podEnded),
  noMessage: fault('MESSAGE_NOT_FOUND', 404, 'Message not found'),
  notAuthor: fault('NOT_AUTHOR', 403, 'Only its author can delete this message'),
  idTaken: fault('ID_TAKEN', 409, SAY_ROOMS.messageFailed),
  deleted: fault('MESSAGE_DELETED', 410, SAY_ROOMS.messageDeleted),
}

/** A network is called `group` in addresses and data. */
export const Room = z.enum(['group', 'pod'])
export type Room = z.infer<typeof Room>

/** The message says what became of the pod's rounds. */
export const Note = z.object({
  kind: z.enum(NOTE_KINDS),
  /** who did it; null if his account was deleted, or if nobody did: rounds that were asked to end ended by themselves */
  by: Author.nullable(),
})
export type Note = z.infer<typeof Note>

export const Message = z.object({
  id: Id,
  /** the number of the message in the room: one more than that of the previous event of the room */
  seq: z.number(),
  /** null if the account was deleted */
  user: Author.nullable(),
  content: z.string(),
  /** the message stands for the recap of this round of the pod, which `getRecaps` reads; it has no author */
  round_id: Id.nullable(),
  /** it has no author; its content is what comes after the name of the man who did it */
  note: Note.nullable(),
  created_at: When,
})
export type Message = z.infer<typeof Message>

/** A position in a room: the number of a message, whether or not the message still exists. */
const Seq = z.string().regex(/^\d{1,15}$/, 'This is not a place in the list')

/** Consecutive messages, oldest first. `next` is the cursor to earlier messages; pass it as `before`. */
export const Messages = Page(Message).extend({
  /** the cursor to later messages, to pass as `after`; null if there are none */
  later: Cursor.nullable(),
  /** the number of the last event in here: a subscription that starts after it misses nothing */
  seq: z.number(),
  /** the number of the last message that the viewer has read; 0 if he has not opened the room yet */
  read: z.number(),
})
export type Messages = z.infer<typeof Messages>

const place = { room: Room, room_id: Id }
const Content = Text({ name: 'A message', max: MESSAGE_MAX, blank: SAY_ROOMS.messageBlank })

export const chat = {
  listMessages: memberOnly('chat:read', SAY_ROOMS.signInToChat, undefined)
    .route({
      method: 'GET',
      path: '/chat/{room}/{room_id}/messages',
      operationId: 'listMessages',
      tags: ['chat'],
      summary:
        'What was said in a network or a pod: the latest, or those before or after a place, or from where you stopped',
    })
    .errors(refuses(chatFaults.notFound))
    .input(
      z
        .strictObject({
          ...place,
          before: Seq.optional(),
          after: Seq.optional(),
          /**
           * starts at the last message that the viewer has read, with some before it, or at the latest if he has read
           * none
           */
          from: z.literal('unread').optional(),
        })
        .refine(({ before, after, from }) => [before, after, from].filter((one) => one !== undefined).length < 2, {
          path: ['before'],
          error: 'Ask for one place at a time',
        }),
    )
    .output(Messages),
  sendMessage: memberOnly('chat:write', SAY_ROOMS.signInToChat, 'chat')
    .route({
      method: 'POST',
      path: '/chat/{room}/{room_id}/messages',
      operationId: 'sendMessage',
      tags: ['chat'],
      summary: 'Send a message. The client makes the id, which is an idempotency key',
      successStatus: 201,
    })
    .errors(refuses(chatFaults.notFound, chatFaults.podEnded, chatFaults.idTaken, chatFaults.deleted))
    .input(z.strictObject({ ...place, id: Id, content: Content }))
    .output(Message),
  deleteMessage: memberOnly('chat:write', SAY_ROOMS.signInToChat, 'write')
    .route({
      method: 'DELETE',
      path: '/chat/{room}/{room_id}/messages/{id}',
      operationId: 'deleteMessage',
      tags: ['chat'],
      summary: 'Delete your message',
    })
    .errors(refuses(chatFaults.notFound, chatFaults.noMessage, chatFaults.notAuthor))
    .input(z.strictObject({ ...place, id: Id }))
    .output(z.object({ id: Id })),
  markRead: memberOnly('chat:write', SAY_ROOMS.signInToChat, undefined)
    .route({
      method: 'PUT',
      path: '/chat/{room}/{room_id}/read',
      operationId: 'markRead',
      tags: ['chat'],
      summary: 'Set how far you have read; the mark never moves back',
    })
    .errors(refuses(chatFaults.notFound))
    .input(z.strictObject({ ...place, seq: z.number().int().min(0) }))
    .output(z.object({ read: z.number() })),
}
