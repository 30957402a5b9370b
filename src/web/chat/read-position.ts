/**
 * How far the member has read: known here at once, sent to the server at intervals. Otherwise each message in a busy room
 * would cause six writes.
 */
import { api } from '../kernel/api.ts'
import { type MessageRoom, topicOfRoom } from './chat.ts'
import { withRead } from './section.ts'
import { cachedSection, changeSection } from './section-cache.ts'

/** in ms; the minimum time between two reports of one room */
const REPORT_INTERVAL_MS = 5000

interface ReadPosition {
  place: MessageRoom
  seq: number
  reportedAt: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const positions = new Map<string, ReadPosition>()

export function recordRead(place: MessageRoom, seq: number) {
  const topic = topicOfRoom(place)
  if (seq <= (cachedSection(topic)?.read ?? 0)) return
  changeSection(topic, (section) => withRead(section, seq))
  if (positions.size === 0) document.addEventListener('visibilitychange', reportAll)
  const position = positions.get(topic) ?? { place, seq, reportedAt: 0, timer: undefined }
  positions.set(topic, position)
  position.seq = Math.max(position.seq, seq)
  position.timer ??= setTimeout(
    () => void report(position),
    Math.max(0, position.reportedAt + REPORT_INTERVAL_MS - Date.now()),
  )
}

/** Reports what was read, before the tab is hidden or closed. */
function reportAll() {
  if (document.visibilityState === 'visible') return
  for (const position of positions.values()) if (position.timer !== undefined) void report(position)
}

async function report(position: ReadPosition): Promise<void> {
  clearTimeout(position.timer)
  position.timer = undefined
  position.reportedAt = Date.now()
  const { place, seq } = position
  try {
    await api.chat.markRead({ ...place, seq })
  } catch {
    // reported with the next one: only the member himself sees the mark
  }
}
