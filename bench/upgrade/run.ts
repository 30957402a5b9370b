/**
 * An upgrade while members use the community: an older version of the program serves a database, this version starts beside it
 * and migrates, both serve, and the older one is stopped. Counts the requests that failed.
 *
 * `node bench/upgrade/run.ts [COMMIT [SCALE]]` in a clone with its history and installed packages. The default is the last commit before
 * the rounds of pods (migration 044). The older version runs with the packages of this one.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '#server/kernel/postgres/postgres.ts'
import type { Filled, fillDatabase } from '../bulk/bulk.ts'
import { type Figures, makeTraffic } from './traffic.ts'
import { run, startVersion, type Version } from './version.ts'

const BEFORE_ROUNDS = 'e03540a'
/** times the scale */
const AMOUNTS = {
  ...{ members: 2000, posts: 20_000, comments: 100_000, votes: 100_000, groups: 50, pods: 200 },
  ...{ messages: 50_000, talk: 2000, events: 200 },
}
const ALONE_MS = 5_000
const BOTH_MS = 15_000

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fk-upgrade-'))
const commit = process.argv[2] ?? BEFORE_ROUNDS
const scale = Number(process.argv[3] ?? 1)
const amounts = Object.fromEntries(Object.entries(AMOUNTS).map(([name, n]) => [name, n * scale])) as typeof AMOUNTS

const database = await startEmbedded({ dataDir: join(folder, 'data') })
const versions: Version[] = []
try {
  await upgrade()
} finally {
  for (const version of versions) await version.stop()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function upgrade(): Promise<void> {
  const oldFolder = checkOut(commit)
  const env = { DATABASE_URL: database.url, PAGES_DIR: stubPages(), SECRET: 'of forty characters for this measurement' }
  await run(['src/migrate.ts'], oldFolder, env)
  const first = await start(oldFolder, env)
  await first.stop()
  const filled = await fillWith(oldFolder)
  const old = await start(oldFolder, env)
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  pool.on('error', () => {})
  const migrations = async () =>
    (await pool.query<{ n: number }>('select count(*)::int as n from kysely_migration')).rows[0]!.n
  const [before, toOld] = [await migrations(), await makeTraffic(old.url, filled, pool)]
  await toOld.during('old, alone', sleep(ALONE_MS))

  const starting = start(root, env)
  await toOld.during('old, while the new one starts and migrates', starting)
  const fresh = await starting
  const toNew = await makeTraffic(fresh.url, filled, pool)
  const both = sleep(BOTH_MS)
  await Promise.all([toOld.during('old, beside the new one', both), toNew.during('new, beside the old one', both)])
  await toNew.during(
    'new, while the old one stops',
    old.stop().then(() => sleep(2000)),
  )
  print([...toOld.figures, ...toNew.figures], before, await migrations())
  await pool.end()
}

async function start(where: string, env: Record<string, string>): Promise<Version> {
  const version = await startVersion(where, { ...env, DATA_DIR: join(folder, 'beside') })
  versions.push(version)
  return version
}

function checkOut(of: string): string {
  const where = join(folder, 'old')
  mkdirSync(where)
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', of, where], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(where, 'node_modules'))
  return where
}

/** The rows that the older version would have written. */
async function fillWith(where: string): Promise<Filled> {
  const bulk = (await import(pathToFileURL(join(where, 'bench/bulk/bulk.ts')).href)) as {
    fillDatabase: typeof fillDatabase
  }
  return await bulk.fillDatabase(database.url, { seed: 7, ...amounts, rounds: 0 })
}

function stubPages(): string {
  const pages = join(folder, 'pages')
  for (const part of ['client', 'server']) mkdirSync(join(pages, part), { recursive: true })
  writeFileSync(join(pages, 'server/server.js'), "export default { fetch: async () => new Response('a page') }\n")
  writeFileSync(join(pages, 'package.json'), '{"type":"module"}')
  return pages
}

function print(figures: Figures[], before: number, after: number): void {
  console.log(`\n${amounts.posts} posts, ${amounts.comments} comments, ${amounts.messages} messages in pods.`)
  console.log(`From ${commit} (${before} migrations) to this version (${after} migrations):\n`)
  console.log('| requests | answered | failed | slowest, ms |\n|---|---|---|---|')
  for (const { name, answered, failed, slowest } of figures)
    console.log(
      `| ${name} | ${answered} | ${failed.size === 0 ? 0 : [...failed.values()].reduce((a, b) => a + b)} | ${slowest} |`,
    )
  const reasons = figures.flatMap(({ name, failed }) =>
    [...failed].map(([what, times]) => `${name}: ${times} × ${what}`),
  )
  console.log(reasons.length ? `\n${reasons.join('\n')}` : '')
  if (reasons.length) process.exitCode = 1
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
