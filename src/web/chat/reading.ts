/**
 * How far the member has read: known here at once, sent to the server at intervals. Otherwise each message in a busy room
 * would cause six writes.
 */
import { api } from '../kernel/api.ts'
import { type Place, topicOfRoom } from './chat.ts'
import { changeStretch, keptAt } from './kept.ts'
import { readHere } from './stretch.ts'

/** in ms; the minimum time between two reports of one room */
const PAUSE = 5000

interface Reading {
  place: Place
  seq: number
  toldAt: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const readings = new Map<string, Reading>()

export function hasRead(place: Place, seq: number) {
  const topic = topicOfRoom(place)
  if (seq <= (keptAt(topic)?.read ?? 0)) return
  changeStretch(topic, (stretch) => readHere(stretch, seq))
  if (readings.size === 0) document.addEventListener('visibilitychange', tellAll)
  const reading = readings.get(topic) ?? { place, seq, toldAt: 0, timer: undefined }
  readings.set(topic, reading)
  reading.seq = Math.max(reading.seq, seq)
  reading.timer ??= setTimeout(() => void tell(reading), Math.max(0, reading.toldAt + PAUSE - Date.now()))
}

/** Reports what was read, before the tab is hidden or closed. */
function tellAll() {
  if (document.visibilityState === 'visible') return
  for (const reading of readings.values()) if (reading.timer !== undefined) void tell(reading)
}

async function tell(reading: Reading): Promise<void> {
  clearTimeout(reading.timer)
  reading.timer = undefined
  reading.toldAt = Date.now()
  const { place, seq } = reading
  try {
    await api.chat.markRead({ ...place, seq })
  } catch {
    // reported with the next one: only the member himself sees the mark
  }
}
