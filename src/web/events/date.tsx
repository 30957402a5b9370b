/** The day of an event, drawn as a calendar page. */
import { namesOf } from './calendar.ts'

export function DateLeaf({ day, size }: { day: string; size?: 'l' }) {
  const { weekday, day: number, month } = namesOf(day)
  return (
    <time className={size ? `date ${size}` : 'date'} dateTime={day}>
      {weekday.slice(0, 3)} <b>{number}</b> {month.slice(0, 3)}
    </time>
  )
}
