/**
 * `npm run doctor`: says in sentences what is good and what is wrong with this instance, beside a running server or without one. Exits
 * with 1 if something is wrong. With `-- --mail-to ADDRESS` it sends one mail.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { examine, type Finding } from './server/kernel/doctor/doctor.ts'
import { makeLog } from './server/kernel/log.ts'
import { openDatabase, openHome } from './server/kernel/postgres/postgres.ts'
import { readers } from './server/reactions.ts'

const MARKS: Record<Finding['level'], string> = { good: '   good  ', look: ' ! look  ', wrong: ' ✗ WRONG ' }

try {
  const { values } = parseArgs({ options: { 'mail-to': { type: 'string' } } })
  const config = readConfig(process.env)
  if (!config.databaseUrl && !existsSync(`${config.dataDir}/postgres`))
    throw new Error(
      `There is no instance in ${config.dataDir} yet. Start it with npm start, or say where it is with DATA_DIR=…`,
    )
  const log = makeLog('silent')
  const home = await openHome(config, log, true)
  try {
    const database = openDatabase(home.url, 2, log)
    const names = readers.map(({ name }) => name)
    const count = { good: 0, look: 0, wrong: 0 }
    for await (const { level, sentence } of examine({
      config,
      database,
      readers: names,
      mailTo: values['mail-to'] ?? null,
    })) {
      count[level]++
      console.log(`${MARKS[level]} ${sentence}`)
    }
    await database.close()
    console.log(`\n${count.wrong} wrong, ${count.look} to look at, ${count.good} good.`)
    if (count.wrong > 0) process.exitCode = 1
  } finally {
    await home.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
