/**
 * The bus over NATS (BUS_URL): for many processes with many writes, where NOTIFY's lock at each commit would be too
 * slow.
 */
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { errorFacts, type Log } from '../log.ts'
import type { Bus, OnTopics } from './bus.ts'

const SUBJECT = 'fatherkin.live'
const MAX_TOPICS = 150

export function nats(url: string, onTopics: OnTopics, log: Log): Bus {
  const notified = new Set<string>()
  let connection: NatsConnection | null = null
  let isClosed = false
  let isWaiting = false

  const { hostname, port, username, password } = new URL(url)
  const open = async () => {
    const opened = await connect({
      servers: `${hostname}:${port || 4222}`,
      ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
      // without NATS, the process runs with its database alone, and connects as soon as NATS is available
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 500,
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
