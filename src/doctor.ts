/**
 * `npm run doctor`: says in sentences what is good and what is wrong with this instance, beside a running server or without
 * one. Exits with 1 if something is wrong. With `-- --mail-to ADDRESS` it sends one mail and follows it, with `-- --recount` it
 * compares every count with its rows.
 */
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { mailAddressOf } from '#contract/mail-words.ts'
import { type Config, knownSecret, readConfig } from './config.ts'
import { examine, type Finding } from './server/kernel/doctor/doctor.ts'
import { makeLog } from './server/kernel/log.ts'
import {
  type Database,
  type DatabaseHome,
  mustHaveInstance,
  openDatabase,
  openHome,
} from './server/kernel/postgres/postgres.ts'
import { readers } from './server/reactions.ts'
import { recount } from './server/recounts/recounts.ts'
import { recipientsOf } from './server/watching.ts'

const MARKS: Record<Finding['level'], string> = { good: '   good  ', look: ' ! look  ', wrong: ' ✗ WRONG ' }
/** Not the name of the program that serves members. */
const NAME = 'fatherkin doctor'

try {
  const { values } = parseArgs({
    options: { 'mail-to': { type: 'string' }, recount: { type: 'boolean', default: false } },
  })
  const config = readConfig(process.env)
  const to = values['mail-to'] === undefined ? null : mailAddressOf(values['mail-to'])
  if (to === null && values['mail-to'] !== undefined)
    throw new Error('--mail-to must be an address such as sam@dads.example.')
  mustHaveInstance(config)
  const opening = openLater(config)
  const count = { good: 0, look: 0, wrong: 0 }
  try {
    for await (const { level, sentence } of examine({
      ...{ config, secret: knownSecret(config), database: opening.database },
      readers: readers.map(({ name }) => name),
      recipients: (db) => recipientsOf(config, db),
      follow: to ? { to, readNumber: process.stdin.isTTY ? readNumber : null } : null,
    })) {
      count[level]++
      console.log(`${MARKS[level]} ${sentence}`)
    }
    if (values.recount) await sayCounts(opening.url(), count)
  } finally {
    await opening.close()
  }
  console.log(`\n${count.wrong} wrong, ${count.look} to look at, ${count.good} good.`)
  if (count.wrong > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** The database is opened when it is examined: the disk is looked at before, because a full one lets the database stop. */
function openLater(config: Config) {
  const log = makeLog('silent')
  let home: DatabaseHome | null = null
  let database: Database | null = null
  return {
    async database() {
      home = await openHome(config, log, true)
      database = openDatabase(home.url, 2, log, { name: NAME })
      return database
    },
    /** null: it could not be opened */
    url: () => home?.url ?? null,
    async close() {
      await database?.close()
      await home?.stop()
    },
  }
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
async function sayCounts(url: string | null, count: Record<Finding['level'], number>): Promise<void> {
  if (!url) return
  const patient = { name: NAME, statement_timeout: 0, query_timeout: 0 }
  const { db, close } = openDatabase(url, 1, makeLog('silent'), patient)
  for (const { name, rows, wrong } of await recount(db)) {
    const level = wrong > 0 ? 'wrong' : 'good'
    count[level]++
    const advice = wrong > 0 ? ' Members see these. Report it as an issue.' : ''
    console.log(`${MARKS[level]} Recounted ${name}: ${rows}, of them wrong: ${wrong}.${advice}`)
  }
  await close()
}
