/** The member's pods that wait for his check-in, each with a link to the form, and the dates of the next rounds. */
import { Link } from '@tanstack/react-router'
import { CalendarCheck, type IconNode, Sprout } from 'lucide'
import type { DayCheckIn, DaySeason } from '#contract/day.ts'
import { useZone } from '../kernel/zone.ts'
import { ownMomentWords } from '../rounds/rounds.ts'
import { SheetList } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'

/** Renders nothing for a member without pods that check in. */
export function CheckIns({ checkIns, seasons }: { checkIns: DayCheckIn[]; seasons: DaySeason[] }) {
  if (checkIns.length + seasons.length === 0) return null
  return (
    <section className="day-check-ins" aria-labelledby="day-check-ins">
      <h2 id="day-check-ins">Check-ins</h2>
      <SheetList>
        {seasons.map((one) => (
          <SeasonRow key={one.pod.id} {...one} />
        ))}
        {checkIns.map((one) => (
          <CheckInRow key={one.pod.id} {...one} />
        ))}
      </SheetList>
    </section>
  )
}

/** The question of the last round stands in the form of the check-in, and beside it. */
function SeasonRow({ pod, until }: DaySeason) {
  const words = `Say it in private until ${ownMomentWords(until, useZone())}`
  return <PodRow pod={pod} icon={Sprout} hash="season" title={`How does ${pod.name} go on?`} words={words} />
}

function CheckInRow({ pod, open_until, next_at }: DayCheckIn) {
  const zone = useZone()
  const at = open_until ?? next_at
  const words = at && `${open_until ? 'Open until' : 'Next round'} ${ownMomentWords(at, zone)}`
  return <PodRow pod={pod} icon={CalendarCheck} hash={open_until ? 'check-in' : null} title={pod.name} words={words} />
}

interface PodRowProps {
  pod: DayCheckIn['pod']
  icon: IconNode
  /** the part of the pod's page of rounds to which the row leads */
  hash: string | null
  title: string
  words: string | null
}

const PodRow = ({ pod, icon, hash, title, words }: PodRowProps) => (
  <li className="day-row">
    <span className="day-pic">
      <Icon of={icon} />
    </span>
    <span className="grow ui">
      <Link
        className="strong day-name"
        dir="auto"
        to="/pod/$podName/rounds"
        params={{ podName: pod.slug }}
        {...(hash && { hash })}
      >
        {title}
      </Link>
      {words && <span className="sm soft day-what num">{words}</span>}
    </span>
  </li>
)
