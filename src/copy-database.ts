/**
 * `npm run copy-database -- --from DIR|URL --to DIR|URL`: copies a whole community into another database, which must be empty.
 * A folder stands for the embedded database in it. `--from-bin` names PostgreSQL's programs, or the folder of the release that
 * has them, if another major version made the database in the folder.
 */
import { cpSync, existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { prepareJobs } from './server/kernel/jobs/jobs.ts'
import { makeLog } from './server/kernel/log.ts'
import {
  binariesFor,
  copyDatabase,
  type Database,
  openDatabase,
  startEmbedded,
} from './server/kernel/postgres/postgres.ts'
import { sweep } from './server/retrieval/retrieval.ts'
import { storeWordsAgain } from './server/search/search.ts'

const USAGE = 'Usage: npm run copy-database -- --from FOLDER|URL --to FOLDER|URL [--from-bin FOLDER]'
/** What a DATA_DIR holds beside the database. */
const BESIDE = ['secret', 'files']

interface Order {
  from: string
  to: string
  fromBin: string | undefined
}

const log = makeLog('warn')
const stops: (() => Promise<void>)[] = []
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(1))

try {
  await copy(read(process.argv.slice(2)))
  await end(0)
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  console.error(`${error instanceof Error ? error.message : String(error)}${cause}`)
  await end(1)
}

async function end(code: number): Promise<never> {
  for (const stop of stops) await stop()
  process.exit(code)
}

function read(args: string[]): Order {
  try {
    const { values } = parseArgs({
      args,
      options: { from: { type: 'string' }, to: { type: 'string' }, 'from-bin': { type: 'string' } },
    })
    if (values.from && values.to) return { from: values.from, to: values.to, fromBin: values['from-bin'] }
  } catch {} // an option that does not exist
  throw new Error(USAGE)
}

function isUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place)
}

async function copy({ from, to, fromBin }: Order): Promise<void> {
  if (!isUrl(from) && !existsSync(join(from, 'postgres'))) throw new Error(`There is no database in ${from}.`)
  if (!isUrl(from) && existsSync(to) && realpathSync(from) === realpathSync(to))
    throw new Error('The source and the target are the same folder.')
  const source = isUrl(from) ? from : await start(from, binariesFor(from, fromBin))
  const target = isUrl(to) ? to : await start(to)
  const { tables, rows } = await copyDatabase({
    from: source,
    to: target,
    log,
    say: (line) => console.log(line),
    prepareJobs: (url) => withDatabase(url, ({ pool }) => prepareJobs(pool, log)),
    storeAgain: (url) =>
      withDatabase(url, async ({ db }) => {
        await storeWordsAgain(db)
        // the program that is started next does the rest
        await sweep(db)
      }),
    copyBeside: () => copyBeside(from, to),
  })
  console.log(`Copied ${rows.toLocaleString('en')} rows of ${tables} tables. Each table was recounted and compared.`)
  console.log(whatIsLeft(from, to))
}

/** For statements that may take long. */
async function withDatabase(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(url, 2, log, { statement_timeout: 0, query_timeout: 0 })
  try {
    await work(database)
  } finally {
    // Kysely ends only a pool that it has used
    await sql`select`.execute(database.db)
    await database.close()
  }
}

async function start(dataDir: string, binDir?: string): Promise<string> {
  const { url, stop } = await startEmbedded({ dataDir, log, ...(binDir && { binDir }) })
  stops.unshift(stop)
  return url
}

/** What an interrupted copy has left there is completed, and nothing is replaced. */
function copyBeside(from: string, to: string): void {
  if (isUrl(from) || isUrl(to)) return
  for (const name of BESIDE)
    if (existsSync(join(from, name)))
      cpSync(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true, force: false })
}

/** Returns what the operator has to do. */
function whatIsLeft(from: string, to: string): string {
  const start = isUrl(to) ? 'Start the program with this DATABASE_URL' : `Start the program with DATA_DIR=${to}`
  if (isUrl(to)) return `${start}, and with the same DATA_DIR as before: it holds the secret and the files.`
  if (isUrl(from)) return `${start}. Copy the secret and the files of the old DATA_DIR into it first.`
  return `${start}. The secret and the files were copied, too. The source was not changed.`
}
