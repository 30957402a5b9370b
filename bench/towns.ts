/** Towns: how long they take to load, and how long a member who types waits for a suggestion. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Client, openClient } from './clients.ts'
import { openCommunity } from './community.ts'
import { startProgram } from './program.ts'
import { median, quantile, type Row } from './table.ts'

const SIZE = { posts: 1000, comments: 1000 }
const WITH_TOWNS = { GAZETTEER: 'on' }
const ROUNDS = 3

/** Each is typed letter by letter; some are misspelt, and one continues after a comma. */
const TYPED = [
  ...['Portland, OR', 'san francisco', 'Los Angelos', 'new york', 'Seattle', 'Springfield, MI', 'st louis', 'Boise'],
  ...['94110', '10001', 'M5V 2T6', 'Köln', 'Zurich', 'London', 'Leeds, England', 'Toronto', 'Birmingham', 'Austin tx'],
  ...['Portlnd', 'Philidelphia', 'Washington DC', 'Santa Fe', 'Saint Paul', 'Xenia', 'Minneapolis', 'Quebec City'],
]
const HERE = { latitude: 45.52, longitude: -122.68 }

export async function townFigures(folder: string): Promise<Row[]> {
  return [...(await loadingFigures(folder)), ...(await typingFigures(folder))]
}

/** Alternates with the same start without towns, so that a change in the speed of the machine affects both. */
async function loadingFigures(folder: string): Promise<Row[]> {
  const [ready, alone, loaded]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const without = await startProgram(join(folder, `no-towns-${round}`), { GAZETTEER: 'off' })
    alone.push(without.readyMs)
    await without.stop()
    const place = join(folder, `loaded-${round}`)
    const program = await startProgram(place, WITH_TOWNS)
    ready.push(program.readyMs)
    const from = performance.now()
    await untilLoaded(place)
    loaded.push(performance.now() - from)
    await program.stop()
  }
  return [
    { figure: 'towns: loaded after the first start', value: Math.max(...loaded) / 1000, limit: 30, unit: 's' },
    {
      figure: 'towns: time to ready, ratio to a start without them',
      value: Math.min(...ready) / Math.min(...alone),
      limit: 1.1,
      unit: '×',
    },
  ]
}

async function untilLoaded(folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: readFileSync(join(folder, 'database.url'), 'utf8').trim() })
  await client.connect()
  try {
    while ((await client.query('select from gazetteer')).rowCount === 0) await pause(50)
  } finally {
    await client.end()
  }
}

async function typingFigures(folder: string): Promise<Row[]> {
  const place = join(folder, 'towns')
  mkdirSync(place, { recursive: true, mode: 0o700 })
  const community = await openCommunity(place, SIZE, WITH_TOWNS)
  try {
    await untilLoaded(place)
    const client = await openClient(community.url)
    const [near, far] = [community.cookies[0]!, community.cookies[1]!]
    await liveHere(client, near)
    const times: number[] = []
    for (const round of ['warm', 'measured', 'measured', 'measured'])
      for (const cookie of [near, far])
        for (const words of TYPED) {
          const took = await typed(client, words, cookie)
          if (round === 'measured') times.push(...took)
        }
    client.close()
    return [
      {
        figure: 'town search while typing, p50',
        value: median(times),
        limit: 15,
        unit: `ms (${times.length} answers)`,
      },
      { figure: 'town search while typing, p95', value: quantile(times, 0.95), limit: 15, unit: 'ms' },
    ]
  } finally {
    await community.stop()
  }
}

/** A request that fails counts as infinitely long. */
async function typed(client: Client, words: string, cookie: string): Promise<number[]> {
  const times: number[] = []
  for (let size = 1; size <= words.length; size++) {
    const path = `/api/v1/places?q=${encodeURIComponent(words.slice(0, size))}`
    const { status, ms } = await client.ask({ path, cookie })
    times.push(status === 200 ? ms : Number.POSITIVE_INFINITY)
  }
  return times
}

async function liveHere(client: Client, cookie: string): Promise<void> {
  const tell = async (path: string, body: unknown) => {
    const { status } = await client.ask({ path: `/api/v1${path}`, method: 'PUT', body, cookie })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  await tell('/me/local-mode', { enabled: true })
  await tell('/me/location', HERE)
}
