// The embedded database: found or started, owned by one process at a time, restarted when it dies.
//
// The owner of DATA_DIR holds an advisory lock in the database itself, on one connection. The lock ends with the
// process, however it is killed, so it cannot be left behind. A database without an owner (after kill -9 of the
// application) is adopted by the next process. Its address stays the same as long as the owner lives.
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { archiveSettings } from './archive.ts'
import {
  alive,
  type Cluster,
  createCluster,
  endOrphans,
  isPrivate,
  lastServer,
  openCluster,
  remove,
  StartRefused,
  socketDirFor,
  startServer,
} from './cluster.ts'
import { complaint } from './server-log.ts'

export interface EmbeddedOptions {
  dataDir: string
  log?: Log
  /**
   * Use a running database without owning it (admin, migrate, seed). If none is running, this process becomes the
   * owner.
   */
  join?: boolean
  /** Other PostgreSQL binaries than the packaged ones (tests: Debian's 15). */
  binDir?: string
  /** More server settings, `name: value`. They hold until another process starts the server without them. */
  settings?: Record<string, string>
  /** The server copies each finished file of its write-ahead log into this folder. Undefined: it keeps none. */
  archiveTo?: string | undefined
}

export interface Embedded {
  /** For the application: role `app`, no superuser, may create databases, owns database `app`. */
  url: string
  /** For tests and maintenance. Every process that reaches the socket may use it: the directory is 0700. */
  superuserUrl: string
  /** False after joining: then `stop` does not stop the server. */
  owned: boolean
  /** The pid of the postmaster. It changes if the owner restarts the database. */
  pid(): number
  /** Ends connections, shuts the server down, removes socket and address. May be called twice. Never throws. */
  stop(): Promise<void>
}

const LOCK = 'select pg_try_advisory_lock(7305416) as held'
const LOCK_TIMEOUT_MS = 1_500 // a killed owner's lock vanishes when its backend notices, at most this much later
const START_TIMEOUT_MS = 5_000 // backends of a killed postmaster may still be ending
const STOP_TIMEOUT_MS = 15_000

type FoundServer = { client: pg.Client; pid: number; socketDir: string }

const address = (socketDir: string, user: string, database: string) =>
  `postgres://${user}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}&sslmode=disable`

/**
 * Returns a superuser connection to the server on this socket, 'absent', or the error of a server that starts or stops.
 */
async function reach(cluster: Cluster, socketDir: string): Promise<FoundServer | 'absent' | Error> {
  const client = new pg.Client({
    connectionString: address(socketDir, 'postgres', 'postgres'),
    application_name: 'fatherkin owner',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // 'end' follows and is handled
  try {
    await client.connect()
    const { rows } = await client.query<{ dir: string; lock: string }>(
      `select current_setting('data_directory') as dir, pg_read_file('postmaster.pid') as lock`,
    )
    const [row] = rows
    if (row?.dir === cluster.dir) return { client, pid: Number.parseInt(row.lock, 10), socketDir }
    throw new StartRefused(`A database of ${row?.dir} answers at ${socketDir}, not the one of ${cluster.dir}.`)
  } catch (error) {
    client.end().catch(() => {})
    if (error instanceof StartRefused) throw error
    return ['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')
      ? 'absent'
      : (error as Error)
  }
}

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const log = options.log ?? { debug() {}, info() {}, warn() {}, error() {} }
  const cluster = openCluster(options.dataDir, options.binDir)
  const settings = { ...options.settings, ...(options.archiveTo ? archiveSettings(cluster, options.archiveTo) : {}) }
  let child: ChildProcess | undefined
  let server: FoundServer | undefined
  let held = false
  let stopping = false
  let reviving: Promise<void> | undefined

  /**
   * Finds or starts the server, until it answers. There is no time limit while it runs: recovery after a crash may take
   * long.
   */
  async function find(): Promise<FoundServer> {
    const here = server?.socketDir ?? socketDirFor(cluster)
    let failing: number | undefined
    let speak = Date.now() + 5_000
    for (;;) {
      // Another process may have started it with another TMPDIR. Once known, the address does not change.
      const places = new Set([server ? here : lastServer(cluster)?.socketDir || here, here])
      let busy: Error | undefined
      for (const place of places) {
        if (!isPrivate(cluster, place)) {
          if (place !== here) continue
          throw new StartRefused(`${here} is not a private directory of this user: remove it, or set TMPDIR elsewhere.`)
        }
        const found = await reach(cluster, place)
        if (found instanceof Error) busy = found
        else if (found !== 'absent') return found
      }
      if (busy && Date.now() > speak) {
        log.warn({}, `The database is not ready yet: ${busy.message}`)
        speak = Date.now() + 5_000
      }
      if (!busy && !(child?.pid && child.exitCode === null && child.signalCode === null)) {
        if (stopping) throw new StartRefused('The database is being stopped.')
        if (child) failing ??= Date.now() // the one started before has ended
        const since = failing ? Date.now() - failing : 0
        if (since > START_TIMEOUT_MS) {
          if (!server) await fs.promises.rmdir(here).catch(() => {})
          throw new StartRefused(`The database in ${cluster.dir} does not start: ${complaint(cluster)}`)
        }
        if (since > 500 && endOrphans(cluster)) log.warn({}, 'Ended what a killed database server had left running')
        if (failing) await sleep(100)
        child = startServer(cluster, here, settings)
        child.once('error', () => {}) // without a pid it counts as ended above
      }
      await sleep(busy ? 50 : 10)
    }
  }

  /** Returns a server with the lock held, or without the lock if this process joins. */
  async function take(): Promise<{ found: FoundServer; owned: boolean }> {
    for (const since = Date.now(); ; await sleep(50)) {
      const found = await find()
      const startedHere = found.pid === child?.pid
      try {
        if (options.join && !startedHere && !server) return { found, owned: false }
        const { rows } = await found.client.query<{ held: boolean }>(LOCK)
        if (rows[0]?.held && (await archivesAs(found.client, settings))) return { found, owned: true }
        if (rows[0]?.held) {
          // a server that an earlier process left behind archives into no folder, or into another
          await stopServer(found)
          continue
        }
        if (options.join && !server) return { found, owned: false }
      } catch {
        continue // the server stopped between two queries; find it again
      }
      await found.client.end().catch(() => {})
      if (Date.now() - since > LOCK_TIMEOUT_MS)
        throw new StartRefused(`DATA_DIR ${cluster.dataDir} is in use by another process.`)
    }
  }

  /**
   * The connection that holds the lock stays until the end: if the lock were free earlier, another process could adopt the
   * stopping server. SIGINT is the fast shutdown; SIGQUIT leaves the rest to recovery at the next start.
   */
  async function stopServer({ client, pid }: FoundServer) {
    const runs = () => alive(pid) && lastServer(cluster)?.pid === pid
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      if (runs()) process.kill(pid, signal)
      for (const until = Date.now() + STOP_TIMEOUT_MS; runs() && Date.now() < until; ) await sleep(10)
    }
    await client.end().catch(() => {})
  }

  function watch(found: FoundServer) {
    server = found
    held = true
    found.client.once('end', () => {
      held = false
      child = undefined
      if (!stopping) reviving = revive()
    })
  }

  async function revive() {
    const since = Date.now()
    log.warn({}, 'The database went away; starting it again')
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 2_000)) {
      try {
        watch((await take()).found)
        return log.info({}, `The database is back after ${Date.now() - since} ms`)
      } catch (error) {
        if (!stopping) log.error({}, `The database is not back yet: ${(error as Error).message}`)
        await sleep(pause)
      }
    }
  }

  if (!fs.existsSync(cluster.dir)) await createCluster(cluster)
  const { found, owned } = await take()
  const url = address(found.socketDir, 'app', 'app')
  const superuserUrl = address(found.socketDir, 'postgres', 'postgres')
  if (!owned) {
    await found.client.end().catch(() => {})
    return { url, superuserUrl, owned, pid: () => found.pid, stop: async () => {} }
  }
  watch(found)
  const addressFile = path.join(cluster.dataDir, 'database.url')

  let stopped: Promise<void> | undefined
  async function stop() {
    stopping = true
    await reviving
    if (!server) return
    const { socketDir } = server
    const running = lastServer(cluster)?.pid
    if (!held && running && alive(running)) return // another process owns it by now
    fs.rmSync(addressFile, { force: true })
    await stopServer(server)
    await remove(socketDir)
  }
  try {
    await prepare(found.client)
    fs.writeFileSync(`${addressFile}.new`, `${url}\n`, { mode: 0o600 })
    fs.renameSync(`${addressFile}.new`, addressFile)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    superuserUrl,
    owned,
    pid: () => server?.pid ?? found.pid,
    stop() {
      stopped ??= stop().catch((error) => log.error({}, `The database did not stop cleanly: ${error.message}`))
      return stopped
    },
  }
}

/** Other settings may differ: those of the running server hold until it is started again. */
async function archivesAs(client: pg.Client, settings: Record<string, string>): Promise<boolean> {
  const { rows } = await client.query<{ mode: string; command: string }>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command`,
  )
  const wanted = settings.archive_command
  return wanted ? rows[0]?.command === wanted : rows[0]?.mode === 'off'
}

/** Runs at every start, so that a first start that was interrupted here is completed by the next one. */
async function prepare(client: pg.Client) {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = 'app') as role,
            exists (select from pg_database where datname = 'app') as database`,
  )
  if (!rows[0]?.role) await client.query('create role app login createdb nosuperuser')
  if (!rows[0]?.database) await client.query('create database app owner app')
}
