/**
 * The bus between processes: notifications that name the topics to check, and nothing else. If a notification is lost,
 * each process finds the change with its next regular check, some seconds later.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { errorFacts, type Log } from '../log.ts'

export interface Bus {
  /** Notifies the other processes, some milliseconds later, with several topics in one message. */
  notify(topic: string): void
  close(): Promise<void>
}

/**
 * Called with the topics of other processes; with null after a time in which some may have been lost: check all topics.
 */
export type OnTopics = (topics: string[] | null) => void

const CHANNEL = 'fatherkin_live'
/** PostgreSQL takes at most 8000 bytes per NOTIFY, and a lock over all databases for each. */
const MAX_TOPICS = 150
const INTERVAL_MS = 20
const RECONNECT_PAUSES_MS = [200, 500, 1000, 2000]

/** Over LISTEN and NOTIFY, on its own connection: within an operation's transaction, NOTIFY would delay the commit. */
export function listenNotify(url: string, onTopics: OnTopics, log: Log): Bus {
  const self = randomUUID()
  const notified = new Set<string>()
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let lastSent = 0
  let isSending = false
  let failures = 0
  let isClosed = false

  const connect = async () => {
    const opening = new pg.Client({ connectionString: url, application_name: 'fatherkin live', keepAlive: true })
    let isOver = false
    const over = (error?: unknown) => {
      if (isOver) return
      isOver = true
      if (client === opening) client = null
      void opening.end().catch(() => {}) // the connection is broken already, so nobody waits for its end
      if (isClosed) return
      if (failures === 0) log.warn(error ? errorFacts(error) : {}, 'the bus is disconnected; it will reconnect')
      const wait = RECONNECT_PAUSES_MS[Math.min(failures++, RECONNECT_PAUSES_MS.length - 1)]
      timer = setTimeout(() => void connect(), wait)
    }
    opening.on('error', over)
    opening.on('end', () => over())
    opening.on('notification', ({ payload = '' }) => {
      const [from, ...topics] = payload.split(' ')
      if (from !== self) onTopics(topics)
    })
    try {
      await opening.connect()
      await opening.query(`listen ${CHANNEL}`)
    } catch (error) {
      return over(error)
    }
    if (isClosed) return void opening.end().catch(() => {})
    if (isOver) return
    client = opening
    failures = 0
    onTopics(null)
    send()
  }

  const send = () => {
    timer = null
    // one statement at a time on this connection
    if (!client || isSending || notified.size === 0) return
    const topics = [...notified].slice(0, MAX_TOPICS)
    for (const topic of topics) notified.delete(topic)
    lastSent = performance.now()
    // topics that are not sent are found by the next regular check
    isSending = true
    client
      .query('select pg_notify($1, $2)', [CHANNEL, [self, ...topics].join(' ')])
      .catch((error: unknown) => log.debug(errorFacts(error), 'a notification was lost'))
      .finally(() => {
        isSending = false
        if (notified.size > 0 && !isClosed) timer ??= setTimeout(send, INTERVAL_MS)
      })
  }

  void connect()
  return {
    notify(topic) {
      notified.add(topic)
      if (timer || !client) return
      const since = performance.now() - lastSent
      timer = setTimeout(send, Math.max(0, INTERVAL_MS - since))
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}

/** For a single process: there are no others to notify. */
export const singleProcessBus: Bus = { notify() {}, close: async () => {} }
