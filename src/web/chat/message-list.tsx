/** The messages, with the days and the mark between them; and deleting one's own message. */

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Message } from '#contract/chat.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { blockedIdsQuery, type MessageRoom, topicOfRoom } from './chat.ts'
import { MessageRow } from './message.tsx'
import { NoteRow } from './note.tsx'
import { dayWords, rowsOf } from './rows.ts'
import { withoutDeleted } from './section.ts'
import { changeSection } from './section-cache.ts'

const fetchDelete = () => import('./delete-message.tsx')

const never = () => () => {}
/** The server does not know the reader's zone, so it renders in UTC. */
const useLocal = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
interface MessageListProps {
  place: MessageRoom
  messages: readonly Message[]
  own: string
  newAfter: number | null
  onDeleted: () => void
  /** what is shown for a message that stands for the recap of a round */
  recap: ((message: Message) => ReactNode) | undefined
  children: ReactNode
}

export function MessageList({ place, messages, own, newAfter, onDeleted, recap, children }: MessageListProps) {
  const local = useLocal()
  const { now } = useCommunity()
  const { piece, ask } = useLazyPart(fetchDelete)
  const [deleting, setDeleting] = useState<Message>()
  const [isAsking, setAsking] = useState(false)
  const blocked = useQuery(blockedIdsQuery()).data?.ids
  const hasDeleted = useRef(false)
  // the confirmation must be closed first, because it keeps the focus
  useEffect(() => {
    if (deleting || !hasDeleted.current) return
    hasDeleted.current = false
    onDeleted()
  })
  const askDelete = useCallback(
    async (message: Message) => {
      if (!(await ask())) return
      setDeleting(message)
      setAsking(true)
    },
    [ask],
  )
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list; the role gives them back */}
      <ol role="list">
        {rowsOf(messages, own, newAfter, local).map((row) =>
          row.row === 'message' && recap && row.message.round_id ? (
            <li key={row.key} className="recap-row" data-row={row.message.id} data-seq={row.message.seq}>
              {recap(row.message)}
            </li>
          ) : row.row === 'message' && row.message.note ? (
            <NoteRow key={row.key} message={row.message} note={row.message.note} reader={{ own, blocked }} />
          ) : row.row === 'message' ? (
            <MessageRow
              key={row.key}
              message={row.message}
              isMine={row.message.user?.id === own}
              isFirst={row.isFirst}
              isFolded={row.message.user !== null && (blocked?.includes(row.message.user.id) ?? false)}
              local={local}
              onDelete={askDelete}
            />
          ) : row.row === 'day' ? (
            <li key={row.key} className="day">
              {dayWords(row.at, local ? new Date() : now, local)}
            </li>
          ) : (
            <li key={row.key} className="newm">
              New messages
            </li>
          ),
        )}
        {children}
      </ol>
      {piece && deleting && (
        <piece.DeleteMessage
          place={place}
          message={deleting}
          open={isAsking}
          onClose={() => setAsking(false)}
          onDeleted={() => {
            hasDeleted.current = true
            setDeleting(undefined)
            changeSection(topicOfRoom(place), (section) => withoutDeleted(section, deleting.id))
          }}
        />
      )}
    </>
  )
}
