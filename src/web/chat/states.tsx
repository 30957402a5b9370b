/** The states of a conversation: more to load, a failure, no connection. */
import { useLocation } from '@tanstack/react-router'
import { ArrowDown, Clock, WifiOff } from 'lucide'
import { readFault } from '../kernel/fault.ts'
import type { ConnectionState } from '../kernel/live-connection.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { PageLoad, useConversation, Way } from './conversation.ts'
import type { Section } from './section.ts'

/** For readers without script. */
export function PlainJump() {
  const search = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr) })
  search.set('at', 'latest')
  return (
    <a className="btn quiet to-latest only-plain" href={`?${search}`}>
      <Icon of={ArrowDown} size="s" />
      Jump to latest
    </a>
  )
}

interface AboveProps {
  section: Section
  reading: PageLoad | undefined
  isEmpty: boolean
  level: 'h2' | 'h3'
  onRetry: () => void
}

/** Above the first loaded message. */
export function Above({ section, reading, isEmpty, level, onRetry }: AboveProps) {
  if (isEmpty && section.next === null && section.later === null)
    return (
      <Empty title="Nothing said yet" art="none" level={level}>
        Only members read what is said here, also those who join later. A short hello is enough to begin.
      </Empty>
    )
  if (reading?.way === 'up' && reading.failed)
    return (
      <div className="log-top" role="alert">
        <span className="sm">Earlier messages did not load.</span>
        <Button variant="quiet" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  return (
    <p className={section.next === null ? 'log-top sm soft' : 'log-top sm soft needs-script'}>
      {section.next === null ? 'The beginning of this conversation' : 'Loading earlier messages...'}
    </p>
  )
}

/** Below the last loaded message, if it is not the latest one. */
export function Below({ reading, onRetry }: { reading: PageLoad | undefined; onRetry: (way: Way) => void }) {
  if (!reading?.failed || reading.way === 'up')
    return <li className="log-top log-below sm soft needs-script">Loading later messages...</li>
  return (
    <li className="log-top log-below" role="alert">
      <span className="sm">Later messages did not load.</span>
      <Button variant="quiet" onClick={() => onRetry(reading.way)}>
        Try again
      </Button>
    </li>
  )
}

export function NotLoaded({ list, level }: { list: ReturnType<typeof useConversation>['list']; level: 'h2' | 'h3' }) {
  const { sentence, signIn } = readFault(list.error, 'What was said here is safe. Try again in a moment.')
  return (
    <div className="chat-blank">
      <Failed
        title="The conversation did not load"
        level={level}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
        action={signIn && <SignInLink className="btn">Sign In</SignInLink>}
      >
        {sentence}
      </Failed>
    </div>
  )
}

export function Loading() {
  return (
    <div className="chat-blank" role="status">
      <span className="sr">Loading messages...</span>
      <div className="stack-s pad" aria-hidden="true">
        <Skeleton width="w60" />
        <Skeleton width="w40" />
        <Skeleton width="w60" />
      </div>
    </div>
  )
}

/** Always rendered, because screen readers announce only changes in an existing live region. */
export function Connection({ line }: { line: ConnectionState }) {
  return (
    <div className="line-state" role="status">
      {line === 'offline' && (
        <p>
          <Icon of={WifiOff} size="s" />
          {navigator.onLine ? 'New messages do not get through.' : 'You are offline.'} We will catch up by ourselves.
        </p>
      )}
      {line === 'by-turns' && (
        <p>
          <Icon of={Clock} size="s" />
          Messages get through only now and then. New ones appear every half minute.
        </p>
      )}
      {line === 'over' && (
        <p>
          <Icon of={WifiOff} size="s" />
          <span>
            You are signed out. What you wrote stays on this device. <SignInLink>Sign In</SignInLink>
          </span>
        </p>
      )}
    </div>
  )
}
