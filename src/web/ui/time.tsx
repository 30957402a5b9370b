import { useSyncExternalStore } from 'react'

type TimeProps = {
  value: Date | string | number
  /** The moment that the words are relative to. It travels with the page, so that server and browser say the same. */
  now: Date | number
  style?: 'short' | 'long'
  className?: string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "18 min" or "2 hours ago", with the exact moment in `dateTime` and, in the viewer's locale, on hover. */
export function Time({ value, now, style = 'short', className }: TimeProps) {
  const mounted = useMounted()
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return null
  // The viewer's zone and locale are known only in the browser; until then a date is that of UTC.
  const title = mounted ? at.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' }) : undefined
  return (
    <time dateTime={at.toISOString()} title={title} className={className}>
      {style === 'long' ? longWords(at, Number(now), mounted) : shortWords(at, Number(now), mounted)}
    </time>
  )
}

/** now, 18 min, 2 h, yesterday, 3 d, then "12 Nov" and, in another year, "12 Nov 2024". Ahead: in 18 min, tomorrow. */
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

/** "18 minutes ago", "yesterday", "in 3 days", then "12 November". */
export function longWords(at: Date, now: number, local = false): string {
  const distance = at.getTime() - now
  const size = Math.abs(distance)
  if (size < MINUTE) return 'just now'
  if (size >= 7 * DAY) return dateWords(at, now, 'long', local)
  if (size < HOUR) return WORDS.format(Math.trunc(distance / MINUTE), 'minute')
  if (size < DAY) return WORDS.format(Math.trunc(distance / HOUR), 'hour')
  return WORDS.format(Math.trunc(distance / DAY), 'day')
}

// made once: to make one takes as long as to draw a card
const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Named here and not by Intl: server and browser may carry different words for one month ("Sep", "Sept"). */
function dateWords(at: Date, now: number, month: 'short' | 'long', local: boolean): string {
  const [day, index, year] = local
    ? [at.getDate(), at.getMonth(), at.getFullYear()]
    : [at.getUTCDate(), at.getUTCMonth(), at.getUTCFullYear()]
  const name = MONTHS[index] ?? ''
  const date = `${day} ${month === 'short' ? name.slice(0, 3) : name}`
  return year === new Date(now).getUTCFullYear() ? date : `${date} ${year}`
}

const never = () => () => {}
/** False on the server and in the first render of the browser, so that both draw the same. */
function useMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
