/**
 * Backup and restore of the large community: what a base backup costs other requests, how much is lost if the machine is lost
 * while members write, and how long it takes to be back.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { noteEvent } from '../src/server/kernel/backup/backup.ts'
import { startEmbedded } from '../src/server/kernel/postgres/postgres.ts'
import { type Ask, openClient } from './clients.ts'
import { type Community, openCommunity, type Size, warm } from './community.ts'
import { quantile, type Row } from './table.ts'

const CLIENTS = 4
/** Each client begins a request in each of these periods: 100 requests a second, what a community of some thousands has. */
const PERIOD_MS = 40
const SECONDS = 20
/** Until the caches are warm: otherwise the measurement before the backup is slower than the one after it. */
const WARM_SECONDS = 30
/** Longer than the server waits until it ends a file of its log by itself, twice. */
const WRITING_SECONDS = 80
const WRITE_EVERY_MS = 50

type Env = Record<string, string>

/** What a base backup costs other requests. */
export const backupFigures = (folder: string, size: Size, temporary: string): Promise<Row[]> =>
  withTarget(folder, temporary, async (env) => {
    const community = await openCommunity(folder, size, env)
    try {
      return await besideFigures(community, env)
    } finally {
      await community.stop()
    }
  })

/** What is lost with the machine, and how long it takes to be back. */
export const restoreFigures = (folder: string, size: Size, temporary: string): Promise<Row[]> =>
  withTarget(folder, temporary, async (env, place) => {
    const community = await openCommunity(folder, size, env)
    await command('backup', { ...env, DATA_DIR: folder }, '--fast')
    const written = await writeUntilKilled(community)
    return lossFigures(place, env, written)
  })

async function withTarget(
  folder: string,
  temporary: string,
  measure: (env: Env, place: string) => Promise<Row[]>,
): Promise<Row[]> {
  const place = await mkdtemp(join(temporary, 'backup-'))
  const env = { BACKUP_TO: join(place, 'target'), BACKUP_KEY_FILE: join(place, 'key'), BACKUP_KEEP_DAYS: '14' }
  writeFileSync(env.BACKUP_KEY_FILE, '7'.repeat(64))
  // otherwise the program takes its first base backup a minute after the start, during the measurements
  const base = { at: new Date().toISOString(), target: env.BACKUP_TO, id: '', timeline: 1, stored_bytes: 0, seconds: 0 }
  noteEvent(folder, 'base', base)
  try {
    return await measure(env, place)
  } finally {
    await rm(place, { recursive: true, force: true })
    // it contains what the program has left for a target that is gone
    rmSync(join(folder, 'backup'), { recursive: true, force: true })
  }
}

const command = (file: string, env: Record<string, string>, ...words: string[]) =>
  new Promise<string>((resolve, reject) => {
    const options = {
      cwd: new URL('..', import.meta.url).pathname,
      env: { ...process.env, LOG_LEVEL: 'error', ...env },
    }
    execFile(process.execPath, [`src/${file}.ts`, ...words], options, (error, stdout, stderr) =>
      error ? reject(new Error(stderr || error.message)) : resolve(stdout),
    )
  })

async function besideFigures(community: Community, env: Record<string, string>): Promise<Row[]> {
  await warm(community)
  await paced(community, () => pause(WARM_SECONDS * 1000))
  const before = await paced(community, () => pause(SECONDS * 1000))
  const from = performance.now()
  const during = await paced(community, () => command('backup', { ...env, DATA_DIR: community.dataDir }))
  const seconds = (performance.now() - from) / 1000
  const after = await paced(community, () => pause(SECONDS * 1000))
  const p95 = (times: number[]) => quantile(times, 0.95)
  const without = p95([...before.times, ...after.times])
  const { rows } = await community.pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  console.log(
    `  p95 before ${p95(before.times).toFixed(1)}, during ${p95(during.times).toFixed(1)}, after ${p95(after.times).toFixed(1)} ms; database ${(Number(rows[0]!.bytes) / 1e9).toFixed(1)} GB`,
  )
  return [
    {
      figure: 'requests beside a base backup: p95, ratio to p95 without',
      value: p95(during.times) / without,
      limit: 1.3,
      unit: '×',
    },
    { figure: 'requests beside a base backup: failed', value: during.failed, limit: 0, unit: '' },
    { figure: 'a base backup beside load, stored and read back', value: seconds, limit: 600, unit: 's' },
  ]
}

/** Sends requests at a constant rate until the work is done: pages of the feed, posts, and comments that are written. */
async function paced({ url, cookies, pool }: Community, work: () => Promise<unknown>) {
  const { rows: posts } = await pool.query<{ id: string }>(
    'select id from posts where group_id is null and removed_at is null order by created_at desc, id desc limit 500',
  )
  let [isOver, turn, failed] = [false, 0, 0]
  const times: number[] = []
  const next = (cookie: string): Ask => {
    const { id } = posts[turn++ % posts.length]!
    if (turn % 10 === 0)
      return {
        path: `/api/v1/posts/${id}/comments`,
        method: 'POST',
        cookie,
        body: { id: randomUUID(), content: 'Same here.' },
      }
    return { path: turn % 2 ? '/api/v1/feed' : `/api/v1/posts/${id}`, cookie }
  }
  const clients = Array.from({ length: CLIENTS }, async (_, number) => {
    const client = await openClient(url)
    while (!isOver) {
      const from = performance.now()
      const answer = await client.ask(next(cookies[number]!)).catch(() => null)
      if (answer && answer.status < 300) times.push(answer.ms)
      else failed++
      await pause(Math.max(0, PERIOD_MS - (performance.now() - from)))
    }
    client.close()
  })
  try {
    await work()
  } finally {
    isOver = true
    await Promise.all(clients)
  }
  return { times, failed }
}

interface Written {
  /** id of each acknowledged comment, and when it was acknowledged (ms since 1970) */
  acknowledged: [string, number][]
  /** a moment in the middle, by the clock of the database */
  at: Date
  killedAt: number
}

/** Program and database are killed, and the machine counts as lost: what has not been stored elsewhere is not used. */
async function writeUntilKilled(community: Community): Promise<Written> {
  const { url, cookies, pool, pid, dataDir } = community
  const { rows } = await pool.query<{ id: string }>(
    'select id from posts where group_id is null order by created_at desc limit 1',
  )
  const client = await openClient(url)
  const acknowledged: [string, number][] = []
  const until = Date.now() + WRITING_SECONDS * 1000
  let at: Date | null = null
  while (Date.now() < until) {
    const body = { id: randomUUID(), content: 'Written before the machine was lost.' }
    const path = `/api/v1/posts/${rows[0]!.id}/comments`
    const { status } = await client.ask({ path, method: 'POST', cookie: cookies[1]!, body })
    if (status !== 201) throw new Error(`A comment was answered with ${status}`)
    acknowledged.push([body.id, Date.now()])
    if (!at && Date.now() > until - WRITING_SECONDS * 500)
      at = (await pool.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now
    await pause(WRITE_EVERY_MS)
  }
  client.close()
  await pool.end()
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  const killedAt = Date.now()
  process.kill(pid, 'SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  return { acknowledged, at: at!, killedAt }
}

async function lossFigures(place: string, env: Record<string, string>, written: Written): Promise<Row[]> {
  const to = join(place, 'restored')
  const restored = async (...words: string[]) => {
    const from = performance.now()
    // it recounts, and fails if a count is wrong
    const said = await command('restore', env, '--to', to, ...words)
    const seconds = (performance.now() - from) / 1000
    console.log(`  ${said.trim().split('\n').join('\n  ')}`)
    const found = await commentsIn(to)
    await rm(to, { recursive: true })
    return { seconds, found }
  }
  const chosen = await restored('--at', written.at.toISOString())
  const whole = await restored()
  const [before, after] = [true, false].map((is) =>
    written.acknowledged.filter(([, time]) => time <= written.at.getTime() === is),
  )
  // a comment that was being acknowledged at that millisecond may be on either side
  const wrong =
    before!.slice(0, -1).filter(([id]) => !chosen.found.has(id)).length +
    after!.slice(1).filter(([id]) => chosen.found.has(id)).length
  const newest = written.acknowledged.findLast(([id]) => whole.found.has(id))?.[1] ?? 0
  return [
    { figure: 'restore to a chosen second: comments on the wrong side of it', value: wrong, limit: 0, unit: '' },
    { figure: 'restore to a chosen second, recounted (RTO)', value: chosen.seconds, limit: 300, unit: 's' },
    {
      figure: 'the machine is lost: age of the last comment that is restored (RPO)',
      value: (written.killedAt - newest) / 1000,
      limit: 60,
      unit: 's',
    },
  ]
}

async function commentsIn(dataDir: string): Promise<Set<string>> {
  const database = await startEmbedded({ dataDir })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select id from comments where created_at > now() - interval '1 day'`,
  )
  await client.end()
  await database.stop()
  return new Set(rows.map(({ id }) => id))
}
