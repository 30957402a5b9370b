/** The member's pods that wait for his check-in, each with a link to the form, and the dates of the next rounds. */
import { Link } from '@tanstack/react-router'
import { CalendarCheck, Sprout } from 'lucide'
import type { DayCheckIn, DaySeason } from '#contract/day.ts'
import { useZone } from '../kernel/zone.ts'
import { momentWords } from '../rounds/rounds.ts'
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
  const zone = useZone()
  return (
    <li className="day-row">
      <span className="day-pic">
        <Icon of={Sprout} />
      </span>
      <span className="grow ui">
        <Link
          className="strong day-name"
          dir="auto"
          to="/pod/$podName/rounds"
          params={{ podName: pod.slug }}
          hash="season"
        >
          How does {pod.name} go on?
        </Link>
        <span className="sm soft day-what num">{`Say it in private until ${momentWords(until, zone)}`}</span>
      </span>
    </li>
  )
}

function CheckInRow({ pod, open_until, next_at }: DayCheckIn) {
  const zone = useZone()
  const at = open_until ?? next_at
  return (
    <li className="day-row">
      <span className="day-pic">
        <Icon of={CalendarCheck} />
      </span>
      <span className="grow ui">
        <Link
          className="strong day-name"
          dir="auto"
          to="/pod/$podName/rounds"
          params={{ podName: pod.slug }}
          {...(open_until && { hash: 'check-in' })}
        >
          {pod.name}
        </Link>
        {at && (
          <span className="sm soft day-what num">
            {`${open_until ? 'Open until' : 'Next round'} ${momentWords(at, zone)}`}
          </span>
        )}
      </span>
    </li>
  )
}
