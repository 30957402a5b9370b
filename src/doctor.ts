/**
 * `npm run doctor`: says in sentences what is good and what is wrong with this instance, beside a running server or without
 * one. Exits with 1 if something is wrong. With `-- --mail-to ADDRESS` it sends one mail and follows it, with `-- --recount` it
 * compares every count with its rows.
 */
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { examine, type Finding } from './server/kernel/doctor/doctor.ts'
import { makeLog } from './server/kernel/log.ts'
import { openDatabase, openHome } from './server/kernel/postgres/postgres.ts'
import { readers } from './server/reactions.ts'
import { recount } from './server/recounts/recounts.ts'

const MARKS: Record<Finding['level'], string> = { good: '   good  ', look: ' ! look  ', wrong: ' ✗ WRONG ' }

try {
  const { values } = parseArgs({
    options: { 'mail-to': { type: 'string' }, recount: { type: 'boolean', default: false } },
  })
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
      follow: values['mail-to'] ? { to: values['mail-to'], readNumber: process.stdin.isTTY ? readNumber : null } : null,
    })) {
      count[level]++
      console.log(`${MARKS[level]} ${sentence}`)
    }
    if (values.recount) await sayCounts(home.url, count)
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

async function readNumber(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await lines.question('   Type the number in the mail, or only press Enter if it does not arrive: ')
  } finally {
    lines.close()
  }
}

/** Reads whole tables, so it is not done unless it is asked for. */
async function sayCounts(url: string, count: Record<Finding['level'], number>): Promise<void> {
  const { db, close } = openDatabase(url, 1, makeLog('silent'), { statement_timeout: 0, query_timeout: 0 })
  for (const { name, rows, wrong } of await recount(db)) {
    const level = wrong > 0 ? 'wrong' : 'good'
    count[level]++
    console.log(`${MARKS[level]} Recounted ${name}: ${rows}, of which ${wrong} are wrong.`)
  }
  await close()
}
