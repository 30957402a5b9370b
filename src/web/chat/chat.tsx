/** The conversation of a pod or a network. Its styles are in chat.css, which the head of the page loads. */
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide'
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Viewer } from '#contract/account.ts'
import type { Message, Room } from '#contract/chat.ts'
import { fetchAhead } from '../kernel/api.ts'
import { isMissing } from '../kernel/fault.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Counter } from '../ui/counter.tsx'
import { Empty } from '../ui/empty.tsx'
import { Part } from '../ui/part.tsx'
import { Announcer, useAnnouncer } from './announcer.tsx'
import { type MessageRoom, messagesQuery, topicOfRoom } from './chat.ts'
import { useConversation, useOutbox, type Way } from './conversation.ts'
import { Log, type LogHandle } from './log.tsx'
import { PendingRow } from './message.tsx'
import { MessageForm, type Starter } from './message-form.tsx'
import { MessageList } from './message-list.tsx'
import { stopOutbox } from './outbox.ts'
import { type Section, unreadOf } from './section.ts'
import { forgetSection } from './section-cache.ts'
import { Above, Below, Connection, Loading, NotLoaded, PlainJump } from './states.tsx'
import { useUnread } from './unread.ts'

export type { Starter }

interface ChatProps {
  room: Room
  /** the id of the pod or network */
  id: string
  title: string
  /** "4 members • Private conversation" */
  subtitle?: ReactNode
  /** the heading level of the title */
  level?: 'h1' | 'h2'
  /** fills the field without sending; a new object for each press */
  starter?: Starter | undefined
  /** the page has a heading of its own with the name */
  headless?: boolean
  /** before the title: the back link */
  headStart?: ReactNode
  /** after the title: members, settings */
  headEnd?: ReactNode
  /** a row under the head: the open round of a pod */
  notice?: ReactNode
  /** what is shown for a message that stands for the recap of a round */
  recap?: (message: Message) => ReactNode
  /** a row above the field: the starters, on a phone */
  above?: ReactNode
  /** in place of the field for a message: nobody writes here any more */
  closed?: ReactNode
  /** called if the member turns out not to be in the room any more, so that the page can reload its members */
  onGone?: () => void
}

/** Only for members; anyone else sees a note instead of the conversation. */
export function Chat(props: ChatProps) {
  const { room, id, title, onGone } = props
  const viewer = useViewer()
  const [isGone, setGone] = useState(false)
  const gone = useCallback(() => setGone(true), [])
  if (!viewer) return null
  return (
    <section className="chat" aria-label={title}>
      {!props.headless && <Head {...props} />}
      <Part>{props.notice}</Part>
      {isGone ? (
        <Gone member={viewer.id} place={{ room, room_id: id }} level={under(props)} onGone={onGone} />
      ) : (
        <Open key={`${room}:${id}`} {...props} viewer={viewer} onGone={gone} />
      )}
    </section>
  )
}

/** The heading level of what replaces the messages. */
const under = ({ level }: Pick<ChatProps, 'level'>) => (level === 'h1' ? 'h2' : 'h3')

function Head({ title, subtitle, level: Title = 'h2', headStart, headEnd }: ChatProps) {
  return (
    <header className="chat-h">
      {headStart}
      <div className="grow">
        <Title className="clip" dir="auto">
          {title}
        </Title>
        {subtitle && <div className="sm soft clip">{subtitle}</div>}
      </div>
      {headEnd}
    </header>
  )
}

interface GoneProps {
  member: string
  place: MessageRoom
  level: 'h2' | 'h3'
  onGone: ChatProps['onGone']
}

/** Also removes the messages from the memory of the tab. */
function Gone({ member, place, level, onGone }: GoneProps) {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    client.removeQueries({ queryKey: messagesQuery(place).queryKey })
    forgetSection(topicOfRoom(place))
    stopOutbox(member, place)
    onGone?.()
  }, [])
  return (
    <div className="chat-blank" role="alert">
      <Empty title="This conversation is not open to you" art="none" level={level}>
        You are not in here right now. Only its members read and write here.
      </Empty>
    </div>
  )
}

const looks = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const useIsLooking = () =>
  useSyncExternalStore(
    looks,
    () => document.visibilityState === 'visible',
    () => false,
  )

const NO_MESSAGES: readonly Message[] = []
/** If unread messages begin before the loaded section, no loaded message is the first unread one. */
const beginsIn = ({ next, items }: Section, newAfter: number | null) =>
  newAfter !== null && (next === null || (items[0]?.seq ?? 0) <= newAfter)

function Open({ viewer, ...props }: Omit<ChatProps, 'onGone'> & { viewer: Viewer; onGone: () => void }) {
  const { room, id, title, starter, above, closed, onGone } = props
  const [place] = useState<MessageRoom>({ room, room_id: id })
  const { lines, announce } = useAnnouncer(viewer.id)
  const [isAtEnd, setAtEnd] = useState(true)
  const isLooking = useIsLooking()
  const watching = useRef(false)
  const { list, section, reading, load, turn, isLive, line } = useConversation({
    place,
    own: viewer.id,
    watches: watching,
    onSaid: announce,
    onGone,
  })
  const messages = section?.items ?? NO_MESSAGES
  const { box, pending, isSending } = useOutbox(viewer.id, place, messages)
  const log = useRef<LogHandle>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const watches = isAtEnd && isLooking && isLive
  useEffect(() => {
    watching.current = watches
  })
  const { newAfter, isFresh, forgetNew, see } = useUnread({ place, section, own: viewer.id, watches })
  // when the member returns to the tab, show where he stopped reading; new messages have pushed that out of view
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the member returns
  useEffect(() => {
    if (isLooking && isLive && isFresh) log.current?.toMark()
  }, [isLooking, isLive])

  const isShut = list.isError && !list.data && isMissing(list.error)
  useEffect(() => {
    if (isShut) onGone()
  }, [isShut, onGone])
  // load now what sending needs: the connection may be gone later
  useEffect(fetchAhead, [])

  if (!section) return list.isError ? <NotLoaded list={list} level={under(props)} /> : <Loading />

  const waiting = pending.filter((one) => !messages.some((message) => message.id === one.id))
  const isWhole = section.later === null
  const unread = unreadOf(section, viewer.id)
  const loadMore = (way: Way) => {
    // after a failure only the member's press loads again
    if (!reading || (reading.failed && reading.way !== way)) void load(way)
  }
  const toLatest = () => {
    if (!isWhole) void load('latest')
    log.current?.toEnd()
  }
  const say = (content: string) => {
    forgetNew()
    box?.add(content)
    toLatest()
  }
  return (
    <>
      <div className="log-frame">
        <Log
          key={turn}
          handle={log}
          label={`Messages in ${title}`}
          mark=".newm"
          isWhole={isWhole}
          isGoingDown={reading?.way === 'latest' && !reading.failed}
          onEnd={setAtEnd}
          onSeen={see}
          onNearTop={() => section.next !== null && loadMore('up')}
          onNearBottom={() => !isWhole && loadMore('down')}
        >
          <Above
            section={section}
            reading={reading}
            isEmpty={messages.length + waiting.length === 0}
            level={under(props)}
            onRetry={() => void load('up')}
          />
          <Part>
            <MessageList
              place={place}
              messages={messages}
              own={viewer.id}
              newAfter={beginsIn(section, newAfter) ? newAfter : null}
              recap={props.recap}
              onDeleted={() => log.current?.focus()}
            >
              {!isWhole && <Below reading={reading} onRetry={(way) => void load(way)} />}
              {waiting.map((one) => (
                <PendingRow
                  key={one.id}
                  pending={one}
                  isOffline={line === 'offline'}
                  local
                  onRetry={() => box?.retry(one.id)}
                  onDrop={() => {
                    box?.drop(one.id)
                    field.current?.focus()
                  }}
                />
              ))}
            </MessageList>
          </Part>
        </Log>
        {!isWhole && <PlainJump />}
        {!isAtEnd && (
          <Button
            className="to-latest needs-script"
            variant="quiet"
            icon={ArrowDown}
            onClick={() => {
              toLatest()
              // on a phone the focus in the field would open the keyboard over the messages
              const next = matchMedia('(pointer: coarse)').matches ? log : field
              next.current?.focus({ preventScroll: true })
            }}
          >
            Jump to latest <Counter {...unread} />
          </Button>
        )}
      </div>
      <Announcer lines={lines} />
      <Connection line={line} />
      {closed || (
        <Part>
          <MessageForm
            draftKey={`chat.${viewer.id}.${topicOfRoom(place)}`}
            field={field}
            starter={starter}
            busy={isSending}
            above={above}
            onSay={say}
          />
        </Part>
      )}
    </>
  )
}
