/**
 * The process: reads the configuration, opens the database, starts the program, listens, and announces its address.
 * Also stops it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as probe } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError, readConfig, secretFor } from './config.ts'
import { lookingAt } from './looking.ts'
import { builtPages, type PageSource, type Program, startProgram } from './program.ts'
import { backupFolder, lastWords, mayStore, openVault, startBackups, type Task } from './server/kernel/backup/backup.ts'
import { makeFiles } from './server/kernel/files/files.ts'
import { unlimited } from './server/kernel/http/http.ts'
import { prepareJobs } from './server/kernel/jobs/jobs.ts'
import { errorFacts, makeLog } from './server/kernel/log.ts'
import {
  type DatabaseHome,
  migrate,
  migrationNames,
  openDatabase,
  openHome,
} from './server/kernel/postgres/postgres.ts'
import type { Pages } from './server/pages-web.ts'
import { runGazetteerLoading } from './server/places/places.ts'
import { seedBase } from './server/seed.ts'
import { administratorHint, migratedLine } from './start-words.ts'

/** What our data folder may contain. */
const OURS = ['postgres', 'postgres.log', 'database.url', 'logins.json', 'outbox', 'files', 'secret', 'backup']
const NOT_BUILT = 'The pages are not built. Start with `npm start`, which builds them.'
/** How long a stop waits for pending responses. */
const GRACE_MS = 10_000

const looking = start(() => lookingAt(process.argv.slice(2), process.env))
const config = start(() => readConfig(looking ?? process.env))
const log = makeLog(config.logLevel)
const stops: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | null = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('unhandledRejection', (error) => log.error(errorFacts(error), 'unhandled promise rejection'))

try {
  await serve(config)
} catch (error) {
  // a signal during the start closes what the start needs; the error that follows is not a failure
  if (stopping) await stopping
  log.debug(errorFacts(error))
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  console.error(`${error instanceof Error ? error.message : String(error)}${cause}`)
  await stop(1)
}

/** The embedded database is backed up by this process, the operator's by his own tools. */
async function openBackups(config: Config, { superuserUrl }: DatabaseHome, isHolder: boolean): Promise<void> {
  const { backup, dataDir } = config
  if (backup && !superuserUrl)
    log.warn({}, 'BACKUP_TO is for the embedded database. docs/backup.md says how to back up the one of DATABASE_URL')
  if (!superuserUrl) return
  // without backups the log that waits for one would grow, and old notes would hide that a base backup is missing
  if (!backup && !looking) rmSync(backupFolder(dataDir), { recursive: true, force: true })
  if (!backup) return
  if (!isHolder) return
  const vault = await openVault(backup)
  const backups = await startBackups({ dataDir, vault, superuserUrl, files: makeFiles(config), log, run: runTask })
  // the database leaves its last words when it stops
  stops.unshift(() => backups.endTasks())
  stops.push(() => backups.stop())
}

/** `npm run backup` and `npm run restore -- --prove`, without npm. Resolves when the process has ended. */
async function runTask(task: Task, signal: AbortSignal): Promise<void> {
  const [file, ...words] = task === 'base' ? ['backup.ts'] : ['restore.ts', '--prove']
  const child = spawn(process.execPath, [fileURLToPath(new URL(file!, import.meta.url)), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-4000)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  signal.removeEventListener('abort', end)
  const last = lastWords(said)
  if (code !== 0) throw new Error(last || `The process ended with ${code}.`)
  log.info({ said: last }, `the ${task} of the backup has ended`)
}

async function serve(config: Config): Promise<void> {
  await mustBeFree(config)
  if (config.demo) mustBeTown(config)
  if (config.demo && process.argv.includes('--fresh')) await startAnew(config)
  if (config.demo) log.info({}, 'opening the demo’s database; the first time this takes some seconds')
  const isHolder = !config.backup || config.databaseUrl !== null || (await mayStore(config.backup, config.dataDir, log))
  const opening = openHome(isHolder ? config : { ...config, backup: null }, log)
  // a signal during the start waits for the database, or it would be left running
  stops.unshift(() =>
    opening.then(
      (home) => home.stop(),
      () => {},
    ),
  )
  const home = await opening
  await openBackups(config, home, isHolder)
  const applied = await migrate(home.url, log)
  if (applied.length > 0) log.info(...migratedLine(applied, await migrationNames()))
  const directUrl = home.poolUrl === home.url ? undefined : home.url
  const database = openDatabase(home.poolUrl, config.databasePool, log, { directUrl })
  stops.unshift(() => database.close())
  await prepareJobs(database.pool, log)
  await seedBase(database.db)
  const server = createServer()
  let [port, baseUrl] = [0, '']
  const pages = config.dev ? await developmentPages(server) : builtPages(config.pagesDir, NOT_BUILT)
  const program = await startProgram({
    ...{ config, database, server, pages, log },
    secret: secretFor(config),
    isLook: looking !== null,
    mayBeCopy: !isHolder,
    async listen() {
      port = await listen(server, config)
      baseUrl = config.publicUrl ?? `http://localhost:${port}`
      const names = ['localhost', '127.0.0.1', '[::1]']
      return { baseUrl, origins: config.publicUrl ? [config.publicUrl] : names.map((name) => `http://${name}:${port}`) }
    },
  })
  stops.unshift(() => program.stop(() => closeServer(server)))
  const logins = config.demo
    ? await (await import('./town/town.ts')).createTown({
        database,
        auth: program.auth,
        limits: unlimited,
        log,
        loginsFile: `${config.dataDir}/logins.json`,
      })
    : []
  announce(config, { baseUrl, port, logins, program, database: home.description })
  if (!config.gazetteer || stopping) return
  const gazetteer = runGazetteerLoading({ url: database.url, db: database.db, log })
  stops.unshift(() => gazetteer.stop())
}

/** Refuses to run the demo in a folder that contains anything else, so that the demo never empties it. */
function mustBeTown({ dataDir }: Config): void {
  const mark = `${dataDir}/demo-town`
  const isTown = [mark, `${dataDir}/logins.json`].some((file) => existsSync(file))
  const isOthers = existsSync(dataDir) && readdirSync(dataDir).length > 0 && !isTown
  if (isOthers) throw new Error(`${dataDir} holds something else than a demo town. Choose another with DATA_DIR=…`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(mark, '')
}

/** Runs before anything is started: if the port is taken, the process prints one sentence and ends with exit code 1. */
async function mustBeFree({ host, port }: Config): Promise<void> {
  if (port === 0) return
  const attempt = probe()
  await new Promise<void>((resolve, reject) => {
    attempt.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken. Choose another with PORT=…`) : error),
    )
    attempt.listen(port, host, () => attempt.close(() => resolve()))
  })
}

/** Deletes the demo's data, but only if no process uses it; otherwise opening the database reports that process. */
async function startAnew({ dataDir }: Config): Promise<void> {
  const home = await openHome(config, log)
  await home.stop()
  // only our files: the operator may have named a folder that contains more
  for (const name of OURS) rmSync(`${dataDir}/${name}`, { recursive: true, force: true })
}

async function listen(server: Server, { host, port }: Config): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

/** Vite in this process and on this port; edits are visible at once, also those of code that renders on the server. */
async function developmentPages(server: Server): Promise<PageSource> {
  const { createServer: createVite, isRunnableDevEnvironment } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  stops.unshift(() => vite.close())
  const { ssr } = vite.environments
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no server environment')
  return {
    assets: null,
    pages: async () => ((await ssr.runner.import('/src/web/server.ts')) as { default: Pages }).default,
    middleware: (request, response, next) => vite.middlewares(request as never, response as never, next),
  }
}

/** Finishes pending requests. Each connection is closed after its response, without waiting for another request. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  const until = Date.now() + GRACE_MS
  const timer = setInterval(() => {
    if (Date.now() < until) server.closeIdleConnections()
    else server.closeAllConnections()
  }, 50)
  await closed
  clearInterval(timer)
}

/**
 * Runs once, however many signals arrive: refuses new requests, finishes pending ones, then ends jobs, pool and
 * database.
 */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    for (const end of stops)
      await end().catch((error) => log.error(errorFacts(error), 'something did not stop cleanly'))
    process.exit(code)
  })()
  return stopping
}

interface Announcement {
  baseUrl: string
  port: number
  /** where the records are */
  database: string
  program: Program
  logins: { username: string; password: string }[]
}

function announce(config: Config, { baseUrl, port, database, program, logins }: Announcement): void {
  if (looking)
    log.warn({}, 'LOOK: it stores no backups, sends nothing and does no background work; what you write stays in it')
  const { mail, files, addresses, answers, metrics } = program
  if (!config.rateLimits)
    log.warn({}, 'RATE_LIMITS=off: anyone may try anything as often as he likes. For tests and benchmarks only.')
  if (!process.stdout.isTTY)
    log.info(
      {
        url: baseUrl,
        port,
        mail,
        files,
        database,
        ...(addresses && { addresses }),
        ...(answers && { answers }),
        ...(metrics && { metrics }),
        ...(config.small && { small: true }),
      },
      `${config.brand.name} is ready at ${baseUrl}`,
    )
  else {
    console.log(`\n${config.brand.name} is ready at ${baseUrl}`)
    console.log(`  Mail goes ${mail}`)
    console.log(`  Images are ${files}`)
    console.log(`  Records are in ${database}`)
    if (addresses) console.log(`  Addresses are found ${addresses}`)
    if (answers) console.log(`  Questions are answered ${answers}`)
    if (metrics) console.log(`  Metrics are at ${metrics}`)
    if (config.small) console.log('  It takes little memory (SMALL)')
    const hint = looking ? null : administratorHint(config)
    if (hint) console.log(`  ${hint}`)
  }
  if (logins.length) {
    console.log('\nDemo logins:')
    for (const { username, password } of logins) console.log(`  ${username}  ${password}`)
  }
}

function start<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
