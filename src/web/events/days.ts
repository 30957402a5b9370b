/** Calendar days as texts, "2026-11-28". They have no time zone, so server and browser compute the same. */
const DAY = 24 * 60 * 60_000

export const atUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Returns true if this is a day that exists. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^20\d{2}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(atUtc(text)) &&
  textOf(atUtc(text)) === text

export const addDays = (day: string, days: number) => textOf(atUtc(day) + days * DAY)

/** The Sunday that begins the day's week. */
export const weekOf = (day: string) => addDays(day, -new Date(atUtc(day)).getUTCDay())

export const daysOf = (week: string) => Array.from({ length: 7 }, (_, index) => addDays(week, index))
