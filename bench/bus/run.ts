/**
 * From which rate of writes the bus is felt: NOTIFY inside each transaction, the program's bus over NOTIFY, and over NATS. PostgreSQL
 * takes one lock for the whole server while a transaction with a NOTIFY commits, so these commits wait for each other.
 *
 *     node bench/bus/run.ts --rates 250,500,1000,2000 --processes 4
 *
 * NATS is measured if Debian's package nats-server is installed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Bus, listenNotify, type OnTopics } from '#server/kernel/live/bus.ts'
import { nats } from '#server/kernel/live/bus-nats.ts'
import { makeLog } from '#server/kernel/log.ts'
import { startEmbedded } from '#server/kernel/postgres/embedded.ts'
import { quantile } from '../table.ts'
import { type Announce, measureWrites, prepareTable } from './writers.ts'

const NATS_PORT = 14_222

const { values } = parseArgs({
  options: { rates: { type: 'string', default: '250,500,1000,2000' }, processes: { type: 'string', default: '4' } },
})
/** As many processes of one community: each has a bus, and hears the others. */
const processes = Number(values.processes)
const rates = values.rates.split(',').map(Number)
const log = makeLog('warn')
const folder = mkdtempSync(join(tmpdir(), 'fk-bus-'))
const database = await startEmbedded({ dataDir: folder })
const { url } = database
const natsServer = ['/usr/sbin/nats-server', '/usr/bin/nats-server'].find((path) => existsSync(path))
const server: ChildProcess | null = natsServer
  ? spawn(natsServer, ['-a', '127.0.0.1', '-p', String(NATS_PORT)], { stdio: 'ignore' })
  : null
try {
  await prepareTable(url)
  console.log('| announced | writes/s wanted | done | median ms | p99 ms | heard after, median ms | p99 ms |')
  console.log('|---|---|---|---|---|---|---|')
  for (const rate of rates) {
    await row('not at all', rate, { kind: 'none' })
    await row('NOTIFY in each transaction', rate, { kind: 'inside' })
    await rowOfBus('bus over NOTIFY', rate, (heard) => listenNotify(url, heard, log))
    if (server) await rowOfBus('bus over NATS', rate, (heard) => nats([`nats://127.0.0.1:${NATS_PORT}`], heard, log))
  }
} finally {
  server?.kill()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function row(name: string, rate: number, announce: Announce, delays: number[] = []): Promise<void> {
  const { done, median, p99, isReached } = await measureWrites(url, rate, announce)
  const heard = delays.length ? [quantile(delays, 0.5), quantile(delays, 0.99)].map((ms) => ms.toFixed(1)) : ['–', '–']
  const count = `${done.toFixed(0)}${isReached ? '' : ' (not reached)'}`
  console.log(`| ${[name, rate, count, median.toFixed(1), p99.toFixed(1), ...heard].join(' | ')} |`)
}

/** Also measures how long a notification takes from one process to another. */
async function rowOfBus(name: string, rate: number, make: (heard: OnTopics) => Bus): Promise<void> {
  const connected = new Set<number>()
  const sent = new Map<string, number>()
  const delays: number[] = []
  const buses = Array.from({ length: processes }, (_, place) =>
    make((topics) => {
      if (!topics) connected.add(place)
      const now = performance.now()
      for (const topic of topics ?? []) delays.push(now - sent.get(topic)!)
    }),
  )
  while (connected.size < processes) await pause(20)
  await row(name, rate, { kind: 'bus', buses, sent }, delays)
  for (const bus of buses) await bus.close()
}
