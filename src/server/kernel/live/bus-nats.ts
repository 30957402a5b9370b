/**
 * The bus over NATS (BUS_URL): for many processes with many writes, where NOTIFY's lock at each commit would be too
 * slow.
 */
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { errorFacts, type Log } from '../log.ts'
import type { Bus, OnTopics } from './bus.ts'

const SUBJECT = 'fatherkin.live'
const MAX_TOPICS = 150
const TIMEOUT_MS = 2000

/** `urls`: servers of one cluster, in the order in which they are tried. Those that it does not name are learnt from them. */
export function nats(urls: string[], onTopics: OnTopics, log: Log): Bus {
  const notified = new Set<string>()
  let connection: NatsConnection | null = null
  let isClosed = false
  let isWaiting = false

  const addresses = urls.map((url) => new URL(url))
  const { username, password } = addresses[0]!
  const open = async () => {
    const opened = await connect({
      servers: addresses.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
      noRandomize: true,
      ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
      // without NATS, the process runs with its database alone, and connects as soon as NATS is available
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 500,
      // a server whose machine has lost its power says nothing: it is left after six seconds, and tried for two
      pingInterval: TIMEOUT_MS,
      maxPingOut: 2,
      timeout: TIMEOUT_MS,
      // what is published while NATS is unavailable is found by the regular check, so nothing is sent late
      noEcho: true,
    })
    if (isClosed) return opened.close()
    connection = opened
    opened.subscribe(SUBJECT, {
      callback: (error, message) => {
        if (!error) onTopics(message.string().split(' '))
      },
    })
    onTopics(null)
    for await (const { type } of opened.status()) {
      if (type === 'disconnect' && !isClosed) log.warn({}, 'the bus is disconnected; it will reconnect')
      if (type === 'reconnect') onTopics(null)
    }
  }
  void open().catch((error: unknown) => {
    if (!isClosed) log.error(errorFacts(error), 'the bus cannot be used')
  })

  const send = () => {
    isWaiting = false
    const topics = [...notified]
    notified.clear()
    if (!connection || connection.isClosed()) return
    for (let from = 0; from < topics.length; from += MAX_TOPICS)
      connection.publish(SUBJECT, topics.slice(from, from + MAX_TOPICS).join(' '))
  }
  return {
    notify(topic) {
      notified.add(topic)
      if (isWaiting) return
      isWaiting = true
      // all topics of one turn of the event loop are sent together
      setImmediate(send)
    },
    async close() {
      isClosed = true
      await connection?.close().catch(() => {}) // the connection may be broken already
    },
  }
}
