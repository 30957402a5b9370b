// The files and programs of PostgreSQL: its binaries, the user they can run as, the cluster's files and the socket
// directory. postgres.ts decides when to start and stop; nothing here waits for a server.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { packagedBinaries } from './binaries.ts'
import { StartRefused } from './start-refused.ts'

export { StartRefused }

/** uid of "nobody", the one PostgreSQL sees if root starts it: PostgreSQL refuses uid 0. */
const NOBODY_UID = 65534
const MAX_LOG_BYTES = 10 * 1024 * 1024
const DATABASE_URL_HINT = 'Or give another database with DATABASE_URL.'

/** `namespace`: our uid is called 65534 inside a user namespace, files stay ours. `nobody`: really that uid. */
type RunAs = 'self' | 'namespace' | 'nobody'

export interface Cluster {
  /** DATA_DIR, real path. */
  dataDir: string
  /** PostgreSQL's own directory in it; missing before the first start. */
  dir: string
  logFile: string
  bin: string
  /** Major version of the binaries. */
  version: number
  runAs: RunAs
}

/** Statements that take longer are in the log of the embedded server, for the doctor. */
export const SLOW_STATEMENT_MS = 1000

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  // The first change of a page after a checkpoint writes the whole page to the log. At the defaults, many writes cause
  // a checkpoint every few seconds, and most of the log is whole pages (docs/performance.md).
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors of statements go to the application. Here they would bring members' words and addresses into a log
  // (DETAIL: Key (email)=(…) already exists), and let it grow with every refused request.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  // with the name of the program: the doctor counts what members wait for
  log_line_prefix: '%m [%p] %a ',
  // the text of our statements has no values in it, and the values are left out
  log_min_duration_statement: `${SLOW_STATEMENT_MS}`,
  log_parameter_max_length: '0',
}

export function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function run(runAs: RunAs, program: string, args: string[], options: SpawnOptions): ChildProcess {
  const [file, list] = wrap(runAs, program, args)
  return spawn(file, list, { ...options, ...(runAs === 'nobody' && { uid: NOBODY_UID, gid: NOBODY_UID }) })
}

function wrap(runAs: RunAs, program: string, args: string[]): [string, string[]] {
  if (runAs !== 'namespace') return [program, args]
  return ['unshare', ['-U', `--map-user=${NOBODY_UID}`, `--map-group=${NOBODY_UID}`, program, ...args]]
}

/** A minimal environment: the application's holds secrets, and PostgreSQL would obey PGPORT and similar variables. */
const environment = (extra = {}) => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', ...extra })

/** Finds binaries and a user that can run them here. Throws StartRefused. `binDir`: other binaries, for tests. */
export function openCluster(dataDir: string, binDir?: string): Cluster {
  const bin = binDir ?? packagedBinaries()
  let owner: number | undefined
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    dataDir = fs.realpathSync(dataDir)
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    owner = fs.statSync(path.join(dataDir, 'postgres'), { throwIfNoEntry: false })?.uid
  } catch (error) {
    throw new StartRefused(
      `DATA_DIR cannot be used by ${person(me())} (${(error as Error).message}): start as its owner, or choose another DATA_DIR.`,
    )
  }
  const dir = path.join(dataDir, 'postgres')
  const ways: RunAs[] =
    me() !== 0
      ? ['self']
      : owner === undefined
        ? ['namespace', 'nobody']
        : [owner === NOBODY_UID ? 'nobody' : 'namespace']
  if (owner !== undefined && owner !== me() && ways[0] !== 'nobody')
    throw new StartRefused(
      `The database in ${dir} was made by ${person(owner)} and cannot be used by ${person(me())}: start as ${person(owner)}, or choose another DATA_DIR.`,
    )

  const reasons: string[] = []
  for (const runAs of ways) {
    const { mode } = fs.statSync(dataDir)
    if (runAs === 'nobody') fs.chmodSync(dataDir, mode | 0o011)
    // Entering the directory checks that this user may pass every folder above it.
    const [file, args] = wrap(runAs, '/bin/sh', [
      '-c',
      'cd "$0" && exec "$1" --version',
      dataDir,
      path.join(bin, 'postgres'),
    ])
    const probe = spawnSync(file, args, {
      encoding: 'utf8',
      env: environment(),
      ...(runAs === 'nobody' && { uid: NOBODY_UID, gid: NOBODY_UID }),
    })
    const version = Number(/PostgreSQL\) (\d+)/.exec(probe.stdout ?? '')?.[1])
    if (probe.status === 0 && version)
      return sameVersion({ dataDir, dir, bin, version, runAs, logFile: path.join(dataDir, 'postgres.log') })
    if (runAs === 'nobody') fs.chmodSync(dataDir, mode)
    reasons.push(
      `${runAs}: ${(probe.error?.message ?? probe.stderr ?? '').trim().split('\n').at(-1) || `exit ${probe.status}`}`,
    )
  }
  throw new StartRefused(
    me() === 0
      ? `PostgreSQL refuses to run as root, and neither a user namespace nor uid ${NOBODY_UID} worked here (${reasons.join('; ')}). Start as an ordinary user, or choose a DATA_DIR that others may pass to. ${DATABASE_URL_HINT}`
      : `PostgreSQL's programs in ${bin} do not run here (${reasons.join('; ')}). ${DATABASE_URL_HINT}`,
  )
}

function sameVersion(cluster: Cluster): Cluster {
  const file = path.join(cluster.dir, 'PG_VERSION')
  const made = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : cluster.version
  if (made === cluster.version) return cluster
  throw new StartRefused(
    `The database in ${cluster.dir} was made by PostgreSQL ${made} and cannot be read by ${cluster.version}: copy it with npm run copy-database (docs/releases.md), or start with the release that made it.`,
  )
}

const me = () => process.getuid?.() ?? -1
const person = (uid: number) => (uid === 0 ? 'root' : `user ${uid}`)
/** Gives a file to the user that PostgreSQL runs as. */
export const give = (cluster: Cluster, file: string) =>
  cluster.runAs === 'nobody' && fs.chownSync(file, NOBODY_UID, NOBODY_UID)

/** Runs initdb in a directory of its own, then renames it: an interrupted first start leaves nothing half done. */
export async function createCluster(cluster: Cluster): Promise<void> {
  // Each of two simultaneous first starts has its own directory; the first rename wins. Leftovers of dead ones are
  // removed.
  for (const name of fs.readdirSync(cluster.dataDir)) {
    const pid = Number(/^postgres\.new\.(\d+)$/.exec(name)?.[1])
    if (pid && (pid === process.pid || !alive(pid))) await remove(path.join(cluster.dataDir, name))
  }
  const fresh = path.join(cluster.dataDir, `postgres.new.${process.pid}`)
  fs.mkdirSync(fresh, { mode: 0o700 })
  give(cluster, fresh)
  const locale =
    cluster.version >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8']
  const args = ['-D', fresh, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions', ...locale]
  const initdb = run(cluster.runAs, path.join(cluster.bin, 'initdb'), args, {
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  initdb.stderr?.on('data', (data) => {
    output += data
  })
  const failure = await new Promise<string | undefined>((resolve) => {
    initdb.once('error', (error) => resolve(error.message))
    initdb.once('close', (code) => resolve(code === 0 ? undefined : output.trim() || `exit ${code}`))
  })
  try {
    if (failure) throw new StartRefused(notCreated(cluster, failure))
    fs.renameSync(fresh, cluster.dir)
    const parent = fs.openSync(cluster.dataDir, 'r')
    fs.fsyncSync(parent)
    fs.closeSync(parent)
  } catch (error) {
    await remove(fresh)
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** What initdb says, or in our words what an operator can do about it. */
function notCreated({ dataDir }: Cluster, said: string): string {
  const nameless = /could not look up effective user ID (\d+)/.exec(said)?.[1]
  if (nameless)
    return `The database cannot be made, because user ${nameless} has no name here. Start as a user who has one, or add the line fatherkin:x:${nameless}:${nameless}::/:/bin/false to /etc/passwd; in a container, mount such a file there (docs/install.md).`
  return `The database could not be created in ${dataDir}: ${said.replace(/\s+/g, ' ')}`
}

export const remove = (file: string) =>
  fs.promises.rm(file, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })

/** Reads postmaster.pid: which server last ran on this cluster, alive or not, and where it listens. */
export function lastServer(cluster: Pick<Cluster, 'dir'>): { pid: number; socketDir: string } | undefined {
  try {
    const lines = fs.readFileSync(path.join(cluster.dir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketDir: lines[4] ?? '' }
  } catch {
    return undefined
  }
}

/** A short path, because a socket's path ends at 107 bytes; the same for every process with this data directory. */
export function socketDirFor(cluster: Cluster): string {
  const name = `fatherkin-${createHash('sha256').update(cluster.dataDir).digest('hex').slice(0, 12)}`
  const fits = (base: string | undefined) => base && Buffer.byteLength(path.join(base, name, '.s.PGSQL.5432')) < 107
  const base = [os.tmpdir(), process.env.XDG_RUNTIME_DIR, '/tmp'].find(fits)
  return path.join(base ?? '/tmp', name)
}

/**
 * If others may write to the directory, another user could listen under our name. Returns true if it does not exist
 * yet.
 */
export function isPrivate(cluster: Cluster, dir: string): boolean {
  try {
    const stat = fs.lstatSync(dir, { throwIfNoEntry: false })
    if (!stat) return true
    const ours = stat.uid === me() || (cluster.runAs === 'nobody' && stat.uid === NOBODY_UID)
    return ours && stat.isDirectory() && !(stat.mode & 0o077)
  } catch {
    return false
  }
}

export function startServer(cluster: Cluster, socketDir: string, settings: Record<string, string> = {}): ChildProcess {
  fs.mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  give(cluster, socketDir)
  if ((fs.statSync(cluster.logFile, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES)
    fs.renameSync(cluster.logFile, `${cluster.logFile}.1`)
  const log = fs.openSync(cluster.logFile, 'a', 0o600)
  // After a reboot or in a new container the pid in postmaster.pid may belong to another process, and PostgreSQL would
  // refuse to start. This variable (pg_ctl's) says "that one is no server"; shared memory is still checked for real
  // ones.
  const last = lastServer(cluster)?.pid
  const env = environment(last && alive(last) && !worksIn(cluster, last) ? { PG_GRANDPARENT_PID: String(last) } : {})
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', cluster.dir, '-k', socketDir, '-p', '5432', ...flags]
  try {
    // Detached: Ctrl-C signals the whole process group, and the database has to outlive the last request.
    const child = run(cluster.runAs, path.join(cluster.bin, 'postgres'), args, {
      env,
      detached: true,
      cwd: '/',
      stdio: ['ignore', log, log],
    })
    child.unref()
    return child
  } finally {
    fs.closeSync(log)
  }
}

/** A server and its backends work inside their cluster's directory; another process with that pid does not. */
function worksIn(cluster: Pick<Cluster, 'dir'>, pid: number | string): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === cluster.dir
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EACCES' && !fs.existsSync('/proc/self/cwd')
  }
}

/** A server that runs on this directory; a process that got its pid later is none. */
export const isServerOf = (dir: string, pid: number): boolean => alive(pid) && worksIn({ dir }, pid)

/** A backend busy with a long query outlives its killed postmaster and blocks the next one (Linux: seen in /proc). */
export function endOrphans(cluster: Cluster): number {
  const last = lastServer(cluster)?.pid
  if (!last || (alive(last) && worksIn(cluster, last)) || !fs.existsSync('/proc/self/cwd')) return 0
  let ended = 0
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!worksIn(cluster, pid) || !fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres:')) continue
      process.kill(Number(pid), 'SIGKILL')
      ended++
    } catch {} // the process has ended in the meantime
  }
  return ended
}
