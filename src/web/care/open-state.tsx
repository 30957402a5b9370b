/** "Open now, until 20:00", in the reader's time. */
import { useHydrated } from '@tanstack/react-router'
import { changesAt, isOpenAt, type OpeningHours } from '#contract/lines-words.ts'
import { useNow } from '../kernel/clock.ts'
import { zoneHere } from './country.ts'
import type { PanelWords } from './panel-words.ts'

interface OpenStateProps {
  hours: OpeningHours
  words: PanelWords
  language: string
}

export function OpenState({ hours, words, language }: OpenStateProps) {
  const now = useNow()
  // the server does not know the reader's zone, and some browsers do not either: then no time is named
  const zone = useHydrated() ? zoneHere() : null
  const isOpen = isOpenAt(hours, now)
  if (isOpen === null) return null
  const until = zone ? changesAt(hours, now) : null
  const time = until && zone ? timeOf(until, { now, zone, language }) : null
  const say = isOpen ? sayOpen(words, hours, time) : time ? words.shutUntil(time) : words.shut
  return (
    <span className="care-open" data-open={isOpen}>
      {say}
    </span>
  )
}

function sayOpen(words: PanelWords, hours: OpeningHours, time: string | null): string {
  if (hours === 'always') return words.always
  return time ? words.openUntil(time) : words.open
}

const DAY_MS = 24 * 3_600_000

/** With the day of the week, if it is not within the next hours. */
function timeOf(at: number, { now, zone, language }: { now: number; zone: string; language: string }): string {
  const day = (when: number) => new Date(when).toLocaleDateString('en-GB', { timeZone: zone })
  const isToday = day(at) === day(now) && at - now < DAY_MS
  return new Date(at).toLocaleString(language === 'en' ? 'en-GB' : language, {
    ...{ timeZone: zone, hour: '2-digit', minute: '2-digit' },
    ...(isToday ? {} : { weekday: 'short' }),
  })
}
