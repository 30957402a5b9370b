/** A check-in as the members of the pod read it. */
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide'
import { type ReactNode, useState } from 'react'
import { commitmentWords, type PrivateLine } from '#contract/round-words.ts'
import type { CheckIn } from '#contract/rounds.ts'
import { blockedIdsQuery } from '../chat/chat.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { MoreActions } from '../more/more.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { AskRow } from './ask-row.tsx'
import { outcomeWords } from './words.ts'

interface CheckInCardProps {
  checkIn: CheckIn
  isBlocked: boolean
  /** at the end: what the viewer can do with it */
  children?: ReactNode
}

/** Asks whether the viewer has blocked the author of a check-in. */
export function useIsBlocked(): (checkIn: CheckIn) => boolean {
  const blocked = useQuery(blockedIdsQuery()).data?.ids
  return ({ user }) => blocked?.includes(user.id) ?? false
}

/** A check-in by a member whom the viewer has blocked is folded until he opens it, as in the conversation. */
export function CheckInCard({ checkIn, isBlocked, children }: CheckInCardProps) {
  const { user, outcome, about } = checkIn
  const [isShown, setShown] = useState(false)
  const isFolded = isBlocked && !isShown
  const stamp = isFolded ? null : <Stamp>{outcomeWords(outcome, about !== null)}</Stamp>
  return (
    <article
      className="check-in"
      id={`check-in-${checkIn.id}`}
      aria-label={checkIn.is_own ? 'Your check-in' : `Check-in by ${nameOf(user)}`}
    >
      <AuthorLine
        author={user}
        size="s"
        end={
          <>
            {stamp}
            <MoreActions
              of={{ id: checkIn.id, author: user }}
              kind="check_in"
              about={`the check-in by ${nameOf(user)}`}
            />
          </>
        }
      />
      {isFolded ? (
        <p className="soft ui flush">
          You blocked this member
          <button type="button" className="btn bare needs-script" onClick={() => setShown(true)}>
            Show<span className="sr"> the check-in by {nameOf(user)}</span>
          </button>
        </p>
      ) : (
        <>
          <CheckInLines checkIn={checkIn} />
          <AskRow checkIn={checkIn} />
        </>
      )}
      {children}
    </article>
  )
}

export function CheckInLines({ checkIn }: { checkIn: CheckIn }) {
  const { win, struggle, ask, commitment } = checkIn
  return (
    <dl className="check-in-lines">
      <Line of={checkIn} name="win" label="Win" text={win} />
      <Line of={checkIn} name="struggle" label="Struggle" text={struggle} />
      <Line of={checkIn} label="Ask" text={ask} />
      <Line of={checkIn} name="commitment" label="Next" text={commitment && commitmentWords(commitment)} />
    </dl>
  )
}

interface LineProps {
  of: CheckIn
  /** the name of a line that can be private */
  name?: PrivateLine
  label: string
  text: string | null
}

function Line({ of: { private_lines }, name, label, text }: LineProps) {
  if (text === null) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">
        {text}
        {name && private_lines.includes(name) && (
          <span className="only-me-mark">
            <Icon of={Lock} size="s" />
            Only you read this
          </span>
        )}
      </dd>
    </div>
  )
}
