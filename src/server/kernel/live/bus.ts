/**
 * The doorbell between processes: it says at which topics to look, and carries nothing else. A ring that is lost costs
 * some seconds, until the next look of each process by itself.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { errorFacts, type Log } from '../log.ts'

export interface Bus {
  /** Tells the other processes, some milliseconds later and several topics in one go. */
  ring(topic: string): void
  close(): Promise<void>
}

/** What was rung by others; null after a time in which rings may have been lost: look at everything. */
export type Heard = (topics: string[] | null) => void

const CHANNEL = 'fatherkin_live'
/** The server takes at most 8000 bytes at a time, and a lock of all databases for each. */
const MOST_TOPICS = 150
const APART_MS = 20
const AGAIN_MS = [200, 500, 1000, 2000]

/** By LISTEN and NOTIFY, on a connection of its own: never in a transaction of a deed, whose commit would wait for it. */
export function listenNotify(url: string, heard: Heard, log: Log): Bus {
  const self = randomUUID()
  const rung = new Set<string>()
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
      void opening.end().catch(() => {}) // it is broken already: nobody waits for its end
      if (isClosed) return
      if (failures === 0) log.warn(error ? errorFacts(error) : {}, 'the doorbell is out of order; it is tried again')
      const wait = AGAIN_MS[Math.min(failures++, AGAIN_MS.length - 1)]
      timer = setTimeout(() => void connect(), wait)
    }
    opening.on('error', over)
    opening.on('end', () => over())
    opening.on('notification', ({ payload = '' }) => {
      const [from, ...topics] = payload.split(' ')
      if (from !== self) heard(topics)
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
    heard(null)
    send()
  }

  const send = () => {
    timer = null
    // one statement at a time on this connection
    if (!client || isSending || rung.size === 0) return
    const topics = [...rung].slice(0, MOST_TOPICS)
    for (const topic of topics) rung.delete(topic)
    lastSent = performance.now()
    // what was not sent is found at the next look
    isSending = true
    client
      .query('select pg_notify($1, $2)', [CHANNEL, [self, ...topics].join(' ')])
      .catch((error: unknown) => log.debug(errorFacts(error), 'a ring was lost'))
      .finally(() => {
        isSending = false
        if (rung.size > 0 && !isClosed) timer ??= setTimeout(send, APART_MS)
      })
  }

  void connect()
  return {
    ring(topic) {
      rung.add(topic)
      if (timer || !client) return
      const since = performance.now() - lastSent
      timer = setTimeout(send, Math.max(0, APART_MS - since))
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}

/** One process alone has nobody to tell. */
export const nobodyElse: Bus = { ring() {}, close: async () => {} }
