/** One message: of others on the left, of the member on the right; only outlined until it is sent. */
import { Link } from '@tanstack/react-router'
import { CircleAlert, Clock, Trash2 } from 'lucide'
import { memo, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { nameOf } from '../members/members.ts'
import { AdministratorMark, AuthorAvatar } from '../members/members.tsx'
import { MoreActions } from '../more/more.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { drawWords } from './links.tsx'
import type { Pending } from './outbox.ts'
import { clockWords } from './rows.ts'

/** A message stays when the account of its author is deleted. */
export const speakerOf = ({ user }: Message) => nameOf(user)

interface MessageRowProps {
  message: Message
  isMine: boolean
  isFirst: boolean
  /** by a blocked member: folded until the viewer opens it */
  isFolded: boolean
  /** true once the reader's time zone is known */
  local: boolean
  onDelete: (message: Message) => void
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, isMine, isFirst, isFolded, local, onDelete } = props
  const { id, seq, user, content, created_at } = message
  const [isShown, setShown] = useState(false)
  const name = isMine ? 'You' : speakerOf(message)
  const time = <time dateTime={created_at.toISOString()}>{clockWords(created_at, local)}</time>
  return (
    <li className={['msg', isMine && 'me', !isFirst && 'cont'].filter(Boolean).join(' ')} data-row={id} data-seq={seq}>
      {isFirst && !isMine && <AuthorAvatar author={user} size="s" />}
      <div className={isFirst ? 'h' : 'sr'}>
        {isMine ? (
          <span className="sr">{name}</span>
        ) : isFirst && user ? (
          <>
            <Link to="/user/$username" params={{ username: user.username }} dir="auto" translate="no">
              {name}
            </Link>{' '}
            {name !== user.username && (
              <span dir="ltr" translate="no">
                @{user.username}
              </span>
            )}
          </>
        ) : (
          <b translate="no">{name}</b>
        )}{' '}
        {!isMine && isFirst && <AdministratorMark of={user} />}
        {time}
      </div>
      {isFolded && !isShown ? (
        <div className="t folded">
          You blocked this member
          <button type="button" className="btn bare needs-script" onClick={() => setShown(true)}>
            Show<span className="sr"> the message by {name}</span>
          </button>
        </div>
      ) : (
        <div className="t" dir="auto">
          {drawWords(content)}
        </div>
      )}
      {!isMine && (
        <MoreActions
          of={{ id, author: user }}
          kind="message"
          about={`the message by ${name} of ${clockWords(created_at, local)}`}
        />
      )}
      {isMine && (
        <IconButton
          className="take-back"
          icon={Trash2}
          size="s"
          label={`Delete your message of ${clockWords(created_at, local)}`}
          onClick={() => onDelete(message)}
        />
      )}
    </li>
  )
})

interface PendingRowProps {
  pending: Pending
  isOffline: boolean
  local: boolean
  onRetry: () => void
  onDrop: () => void
}

export function PendingRow({ pending, isOffline, local, onRetry, onDrop }: PendingRowProps) {
  const { id, content, at, failed, signIn } = pending
  const said = new Date(at)
  return (
    <li className="msg me wait" data-row={id}>
      <div className="h">
        <span className="sr">You </span>
        <time dateTime={said.toISOString()}>{clockWords(said, local)}</time>
      </div>
      <div className="t" dir="auto">
        {drawWords(content)}
      </div>
      {failed === undefined ? (
        <div className="st">
          <Icon of={Clock} size="s" />
          {isOffline ? 'Waiting for the connection' : 'Sending...'}
        </div>
      ) : (
        // an error that a toast announces is not announced again
        <div className="st bad" role={signIn ? undefined : 'alert'}>
          <Icon of={CircleAlert} size="s" />
          <span>{failed}</span>
          {signIn ? (
            <SignInLink className="btn bare">Sign In</SignInLink>
          ) : (
            <button type="button" className="btn bare" onClick={onRetry}>
              Try again
            </button>
          )}
          <button type="button" className="btn bare" onClick={onDrop}>
            Delete
          </button>
        </div>
      )}
    </li>
  )
}
