/** How far he has read: known here at once, told to the server now and then. In a lively room each message would else be six writes. */
import { api } from '../kernel/api.ts'
import { type Place, topicOfRoom } from './chat.ts'
import { changeStretch, keptAt } from './kept.ts'
import { readHere } from './stretch.ts'

/** in ms, between two tellings of one room */
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

/** He looks elsewhere, or is gone: what he has seen is told before. */
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
    // told with the next one: nobody but him sees where the mark stands
  }
}
