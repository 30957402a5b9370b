/**
 * `npm run migrate`: applies migrations and functions, beside a running server or before its next start. With
 * `--functions` it installs the functions of this version, also if a newer version has replaced them.
 */
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { makeLog } from './server/kernel/log.ts'
import { joinHome, migrate } from './server/kernel/postgres/postgres.ts'

try {
  const { values } = parseArgs({ options: { functions: { type: 'boolean', default: false } } })
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const home = await joinHome(config, log)
  try {
    const applied = await migrate(home.url, log, { forceFunctions: values.functions })
    console.log(applied.length ? `Applied ${applied.join(', ')}.` : 'Nothing to apply: the database is up to date.')
  } finally {
    await home.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
