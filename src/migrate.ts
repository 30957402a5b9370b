/** `npm run migrate`: the migrations alone, beside a running server or before the first one. */
import { readConfig } from './config.ts'
import { makeLog } from './server/kernel/log.ts'
import { migrate, openHome } from './server/kernel/postgres/postgres.ts'

try {
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const home = await openHome(config, log, true)
  try {
    const applied = await migrate(home.url, log)
    console.log(applied.length ? `Applied ${applied.join(', ')}.` : 'Nothing to apply: the database is up to date.')
  } finally {
    await home.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
