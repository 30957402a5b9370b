/** Writes at a given rate, each of which is announced: not at all, inside its transaction, or by a bus after its commit. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Bus } from '#server/kernel/live/bus.ts'
import { quantile } from '../table.ts'

/** Connections that write. More of them wait for each other where commits are serialized. */
const WRITERS = 24
/** In ms. What is written first is not counted. */
const WARM_UP_MS = 1500
const MEASURED_MS = 8000
/** A rate is not reached if fewer writes than this share of it are done. */
const REACHED = 0.95

/** `sent`: when each topic was given to a bus */
export type Announce = { kind: 'none' } | { kind: 'inside' } | { kind: 'bus'; buses: Bus[]; sent: Map<string, number> }

export interface Figure {
  /** writes per second that were done */
  done: number
  /** in ms, from the moment at which a write was due to its commit */
  median: number
  p99: number
  isReached: boolean
}

const TEXT = 'x'.repeat(200)
const WRITE = 'insert into bus_bench (id, content) values ($1, $2)'
const WRITE_AND_NOTIFY = `with written as (insert into bus_bench (id, content) values ($1, $2) returning id)
  select pg_notify('bus_bench', id::text) from written`

export async function prepareTable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop table if exists bus_bench; create table bus_bench (id uuid primary key, content text)')
  await client.end()
}

/** `rate`: writes per second, begun at even intervals, whether the ones before are done or not. */
export async function measureWrites(url: string, rate: number, announce: Announce): Promise<Figure> {
  const pool = new pg.Pool({ connectionString: url, max: WRITERS })
  const times: number[] = []
  const running = new Set<Promise<void>>()
  const began = performance.now()
  const end = began + WARM_UP_MS + MEASURED_MS
  const write = async (due: number, count: number) => {
    const id = randomUUID()
    await pool.query({
      name: announce.kind,
      text: announce.kind === 'inside' ? WRITE_AND_NOTIFY : WRITE,
      values: [id, TEXT],
    })
    if (announce.kind === 'bus') {
      announce.sent.set(`pod:${id}`, performance.now())
      announce.buses[count % announce.buses.length]!.notify(`pod:${id}`)
    }
    const now = performance.now()
    if (due > began + WARM_UP_MS && now < end) times.push(now - due)
  }
  for (let count = 0; performance.now() < end; ) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate)
    for (; count < due; count++) {
      const one = write(began + (count / rate) * 1000, count).finally(() => running.delete(one))
      running.add(one)
    }
    await pause(1)
  }
  await Promise.all(running)
  await pool.end()
  const done = times.length / (MEASURED_MS / 1000)
  return { done, median: quantile(times, 0.5), p99: quantile(times, 0.99), isReached: done >= rate * REACHED }
}
