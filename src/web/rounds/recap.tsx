/**
 * The recap of a closed round in the conversation: the asks first, then wins, then who else came, each line with a link to its check-in.
 * It is read from the check-ins, so a check-in that is deleted is gone from here too.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide'
import type { ReactNode } from 'react'
import type { Message } from '#contract/chat.ts'
import type { Pod } from '#contract/pods.ts'
import { namesTogether, wereHere } from '#contract/round-words.ts'
import type { CheckIn } from '#contract/rounds.ts'
import { blockedIdsQuery } from '../chat/chat.ts'
import { useZone } from '../kernel/zone.ts'
import { nameOf } from '../members/members.ts'
import { Icon } from '../ui/icon.tsx'
import { asksOf, isLapsedAsk, recapQuery } from './recaps.ts'
import { roundsQuery } from './rounds.ts'
import { hereAndThere } from './words.ts'

/** A win that its author keeps to himself is not repeated, not even to him. */
const hasShownWin = ({ win, private_lines }: CheckIn) => win !== null && !private_lines.includes('win')

interface RecapProps {
  pod: Pick<Pod, 'id' | 'slug'>
  /** the message that stands for the recap */
  message: Message
}

/** Until the round has loaded, and if it does not, only its name and the way to the page of rounds. */
export function Recap({ pod, message: { round_id, content } }: RecapProps) {
  const rounds = useQuery(roundsQuery(pod.id)).data
  const blocked = useQuery(blockedIdsQuery()).data?.ids
  const zone = useZone()
  const latest = rounds?.closed.find(({ id }) => id === round_id)
  const older = useQuery({ ...recapQuery(pod.id, round_id ?? ''), enabled: rounds !== undefined && !latest })
  const round = latest ?? older.data
  const said = round?.check_ins.filter(({ user }) => !blocked?.includes(user.id))
  const asks = asksOf(said ?? [])
  const lapsed = (said ?? []).filter(isLapsedAsk)
  const alsoHere = (said ?? [])
    .filter((one) => !asks.includes(one) && !lapsed.includes(one) && !hasShownWin(one))
    .map(({ is_own, user }) => (is_own ? 'you' : nameOf(user)))
  const isLast = latest !== undefined && latest === rounds?.closed[0]
  const page = { to: '/pod/$podName/rounds', params: { podName: pod.slug } } as const
  const line = (one: CheckIn, name: string, words: ReactNode) => (
    <li key={one.id}>
      <Link {...page} hash={`check-in-${one.id}`}>
        <span>
          <bdi>
            <b>{name}</b>
          </bdi>
          {words}
        </span>
      </Link>
    </li>
  )
  return (
    <section className="recap" aria-label={content}>
      <Link {...page} className="recap-h">
        <Icon of={CalendarCheck} size="s" />
        <b>{content}</b>
      </Link>
      {said && said.length > 0 && (
        <ul>
          {asks.map((one) => line(one, one.is_own ? 'You' : nameOf(one.user), <AskWords of={one} />))}
          {lapsed.map((one) => line(one, one.is_own ? 'You' : nameOf(one.user), <LapsedAskWords of={one} />))}
          {said
            .filter(hasShownWin)
            .map((one) => line(one, one.is_own ? 'Your' : nameOf(one.user), <WinWords of={one} />))}
          {alsoHere.length > 0 && (
            <li>
              <Link {...page}>
                <span>
                  <AlsoHere names={alsoHere} isAll={alsoHere.length === said.length} />
                </span>
              </Link>
            </li>
          )}
        </ul>
      )}
      {said?.length === 0 && <p>Nothing to read here any more.</p>}
      {isLast && !rounds?.open && rounds?.rhythm && (
        <p>{`Next check-in ${hereAndThere(rounds.rhythm.next_at, zone, rounds.rhythm.time_zone)}`}</p>
      )}
    </section>
  )
}

function AlsoHere({ names, isAll }: { names: string[]; isAll: boolean }) {
  const all = wereHere(names)
  if (!isAll)
    return (
      <>
        Also here: <bdi>{namesTogether(names)}</bdi>
      </>
    )
  return (
    <>
      <bdi>{all.names}</bdi> {all.verb}
    </>
  )
}

const AskWords = ({ of: { is_own, ask, taking } }: { of: CheckIn }) => (
  <>
    {is_own ? ' ask' : ' asks'}: <q dir="auto">{ask}</q>
    {taking && (
      <span className="soft">{` · ${taking.is_own ? 'You have' : `${nameOf(taking.user)} has`} taken it`}</span>
    )}
  </>
)

/** Not how his time went: that stands on his check-in alone. */
const WinWords = ({ of: { is_own, win } }: { of: CheckIn }) => (
  <>
    <b>{is_own ? ' win' : '’s win'}</b>
    {': '}
    <q dir="auto">{win}</q>
  </>
)

/** Nobody can take the ask of a man who has left, so it does not come first. */
const LapsedAskWords = ({ of: { ask } }: { of: CheckIn }) => (
  <>
    {' asked: '}
    <q dir="auto">{ask}</q>
  </>
)
