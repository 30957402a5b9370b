/** Components that show a member. */
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide'
import type { ReactNode } from 'react'
import type { Author } from '#contract/members.ts'
import { UNKNOWN } from '#contract/words.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Stamp } from '../ui/badge.tsx'
import { nameOf } from './members.ts'

/** The author's name, linked to his page. */
export function AuthorName({ author }: { author: Author | null }) {
  return (
    <b dir="auto">
      {author ? (
        <Link to="/user/$username" params={{ username: author.username }} translate="no">
          {nameOf(author)}
        </Link>
      ) : (
        nameOf(null)
      )}
    </b>
  )
}

/**
 * The mark beside the name of an administrator of the community. Names cannot contain it, and the server says who has it
 * (docs/decisions/031).
 */
export const AdministratorMark = ({ of: member }: { of: Pick<Author, 'is_administrator'> | null }) =>
  member?.is_administrator ? (
    <Stamp variant="standing" icon={ShieldCheck}>
      Administrator
    </Stamp>
  ) : null

export function AuthorAvatar({ author, size }: { author: Author | null; size?: 's' | 'm' }) {
  return (
    <Avatar
      name={nameOf(author)}
      id={author?.id ?? UNKNOWN.username}
      src={author?.avatar_url ?? null}
      size={size ?? 'm'}
    />
  )
}

interface WhoProps {
  author: Author | null
  /** shows "@username" after the name */
  at?: boolean
  size?: 's' | 'm'
  /** the second line: location and time */
  children?: ReactNode
  /** at the end of the line: a stamp or a menu */
  end?: ReactNode
}

/** The author of an item, with location and time. */
export function AuthorLine({ author, at, size, children, end }: WhoProps) {
  return (
    <div className="who">
      <AuthorAvatar author={author} size={size} />
      <div className="grow">
        <div className="meta">
          <AuthorName author={author} />
          <AdministratorMark of={author} />
          {at && (
            <span dir="ltr" translate="no">
              @{author?.username ?? UNKNOWN.username}
            </span>
          )}
        </div>
        {children && <div className="meta parts">{children}</div>}
      </div>
      {end}
    </div>
  )
}
