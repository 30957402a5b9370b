/**
 * Pipelined reads: short reads of many requests on few connections, sent without waiting for the answers before them
 * (docs/decisions/013). Most of their cost is context switches between Node and PostgreSQL. A batch needs one instead
 * of one per request.
 */
import pg from 'pg'
import { type Watch, watched } from './watched.ts'

/**
 * The number of connections. A stuck read delays those behind it on its connection until it times out, so there are
 * some.
 */
const CONNECTIONS = 3
/** The maximum number of reads that wait on one connection. Beyond it the pool is used. */
const MAX_WAITING = 50

export interface Reading {
  /**
   * Rows of one prepared statement that only reads. Returns undefined if all connections are full: then use the pool.
   */
  read<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> | undefined
  close(): Promise<void>
}

interface Line {
  client: pg.Client
  connected: Promise<unknown>
  waiting: number
  isCorked: boolean
}
type OnConnect = (client: pg.ClientBase) => Promise<void>

export function makePipelinedReads(
  { watch, ...options }: pg.ClientConfig & { watch?: Watch },
  onConnect?: OnConnect,
): Reading {
  const lines: (Line | undefined)[] = Array.from({ length: CONNECTIONS })

  const open = (place: number): Line => {
    const client = new pg.Client({ ...options, pipeline: true } as pg.ClientConfig)
    const connected = client.connect().then(() => onConnect?.(client))
    const line: Line = { client, connected, waiting: 0, isCorked: false }
    const gone = () => {
      if (lines[place] === line) lines[place] = undefined
    }
    // the reads that wait on it fail by themselves; the next read opens another connection
    client.on('error', gone)
    client.on('end', gone)
    line.connected.catch(() => {
      gone()
      // it may have been refused by `onConnect`
      void client.end().catch(() => {})
    })
    lines[place] = line
    return line
  }
  const shortest = (): Line => {
    let best = 0
    for (let place = 1; place < CONNECTIONS; place++)
      if ((lines[place]?.waiting ?? 0) < (lines[best]?.waiting ?? 0)) best = place
    return lines[best] ?? open(best)
  }
  const ask = async <Row>(line: Line, name: string, text: string, values: readonly unknown[]): Promise<Row[]> => {
    line.waiting++
    try {
      await line.connected
      gather(line)
      const send = () => line.client.query<Row & pg.QueryResultRow>({ name, text, values: values as unknown[] })
      return (await (watch?.begin ? (watched(watch, text, [], send) as ReturnType<typeof send>) : send())).rows
    } finally {
      line.waiting--
    }
  }

  return {
    read(name, text, values) {
      const line = shortest()
      return line.waiting < MAX_WAITING ? ask(line, name, text, values) : undefined
    },
    async close() {
      await Promise.all(lines.map((line) => line?.client.end().catch(() => {})))
    },
  }
}

/** Writes all reads of one turn of the event loop to the socket together. */
function gather(line: Line): void {
  if (line.isCorked) return
  const { stream } = (line.client as unknown as { connection: pg.Connection }).connection
  line.isCorked = true
  stream.cork()
  process.nextTick(() => {
    line.isCorked = false
    stream.uncork()
  })
}
