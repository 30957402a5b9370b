/** Days of a calendar as texts, "2026-11-28". A day belongs to no zone here, so that server and browser count alike. */
const DAY = 24 * 60 * 60_000

export const atUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** A day that there is. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^20\d{2}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(atUtc(text)) &&
  textOf(atUtc(text)) === text

export const addDays = (day: string, days: number) => textOf(atUtc(day) + days * DAY)

/** The Sunday that its week begins with (EVT-02). */
export const weekOf = (day: string) => addDays(day, -new Date(atUtc(day)).getUTCDay())

export const daysOf = (week: string) => Array.from({ length: 7 }, (_, index) => addDays(week, index))
