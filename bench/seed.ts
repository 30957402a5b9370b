/** `npm run seed -- --members N --posts N …`: bulk data for measurements, beside a running server or without one. */
import { readConfig } from '#config'
import { prepareJobs } from '#server/kernel/jobs/jobs.ts'
import { makeLog } from '#server/kernel/log.ts'
import { migrate, openDatabase, openHome } from '#server/kernel/postgres/postgres.ts'
import { seedBase } from '#server/seed.ts'
import { type Filled, fillDatabase } from './bulk/bulk.ts'
import { parseSeedOptions, type SeedOptions } from './bulk/seed-options.ts'

try {
  await seed(parseSeedOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function seed(order: SeedOptions): Promise<void> {
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const home = await openHome(config, log, true)
  try {
    await migrate(home.url, log)
    const database = openDatabase(home.url, 2, log, { name: 'fatherkin seed' })
    try {
      await prepareJobs(database.pool, log)
      await seedBase(database.db)
    } finally {
      await database.close()
    }
    tell(await fillDatabase(home.url, { ...order, say: (line) => console.log(line) }), home.description)
  } finally {
    await home.stop()
  }
}

function tell({ run, seconds, logins, password }: Filled, where: string): void {
  console.log(`\nDone in ${seconds.toFixed(0)} s: run ${run} of ${where}.`)
  console.log('A second run adds as much again, with members of its own; the first one’s rows stay as they are.')
  if (logins.length === 0) return
  console.log(`${logins.length} members can sign in with the password ${password}; the first of them:`)
  for (const { email, username } of logins.slice(0, 3)) console.log(`  ${email}  (${username})`)
}
