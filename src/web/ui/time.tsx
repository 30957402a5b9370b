import { type PointerEvent, useSyncExternalStore } from 'react'

type TimeProps = {
  value: Date | string | number
  /** The moment that the words are relative to. It is sent with the page, so that server and browser render the same. */
  now: Date | number
  style?: 'short' | 'long'
  className?: string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "18 min" or "2 hours ago", with the exact time in `dateTime` and, in the viewer's locale, on hover. */
export function Time({ value, now, style = 'short', className }: TimeProps) {
  const at = new Date(value)
  const words = (local: boolean) =>
    Number.isNaN(at.getTime()) ? '' : (style === 'long' ? longWords : shortWords)(at, Number(now), local)
  // The viewer's time zone is known only in the browser; until then dates are in UTC. Most texts are the same in both,
  // and then nothing is rendered again.
  const shown = useSyncExternalStore(
    never,
    () => words(true),
    () => words(false),
  )
  if (!shown) return null
  return (
    <time dateTime={at.toISOString()} className={className} onPointerEnter={(event) => sayExactly(event, at)}>
      {shown}
    </time>
  )
}

/** Formatted on hover only: the first use of the formatter takes longer than rendering twenty cards. */
const sayExactly = ({ currentTarget }: PointerEvent<HTMLElement>, at: Date) => {
  currentTarget.title = at.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })
}

const never = () => () => {}

/**
 * Returns now, 18 min, 2 h, yesterday, 3 d, then "12 Nov" and, in another year, "12 Nov 2024". For future times: in 18
 * min, tomorrow.
 */
export function shortWords(at: Date, now: number, local = false): string {
  const past = at.getTime() <= now
  const distance = Math.abs(now - at.getTime())
  if (distance < MINUTE) return 'now'
  if (distance >= 7 * DAY) return dateWords(at, now, 'short', local)
  if (distance >= DAY && distance < 2 * DAY) return past ? 'yesterday' : 'tomorrow'
  const words =
    distance < HOUR
      ? `${Math.floor(distance / MINUTE)} min`
      : distance < DAY
        ? `${Math.floor(distance / HOUR)} h`
        : `${Math.floor(distance / DAY)} d`
  return past ? words : `in ${words}`
}

/** Returns "18 minutes ago", "yesterday", "in 3 days", then "12 November". */
export function longWords(at: Date, now: number, local = false): string {
  const distance = at.getTime() - now
  const size = Math.abs(distance)
  if (size < MINUTE) return 'just now'
  if (size >= 7 * DAY) return dateWords(at, now, 'long', local)
  const days = Math.floor(size / DAY)
  if (days === 1) return distance < 0 ? 'yesterday' : 'tomorrow'
  const words =
    size < HOUR
      ? counted(Math.floor(size / MINUTE), 'minute')
      : size < DAY
        ? counted(Math.floor(size / HOUR), 'hour')
        : counted(days, 'day')
  return distance < 0 ? `${words} ago` : `in ${words}`
}

// without Intl, because creating its formatter takes a slow phone a tenth of a second
const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Month names are defined here, because server and browser may have different Intl words for a month ("Sep", "Sept"). */
function dateWords(at: Date, now: number, month: 'short' | 'long', local: boolean): string {
  const [day, index, year] = local
    ? [at.getDate(), at.getMonth(), at.getFullYear()]
    : [at.getUTCDate(), at.getUTCMonth(), at.getUTCFullYear()]
  const name = MONTHS[index] ?? ''
  const date = `${day} ${month === 'short' ? name.slice(0, 3) : name}`
  return year === new Date(now).getUTCFullYear() ? date : `${date} ${year}`
}
