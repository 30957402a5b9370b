/** `npm run seed -- --members N --posts N …`: bulk data for measurements, beside a running server or without one. */
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { type Amounts, type Filled, fillDatabase, Refused } from './server/bulk/bulk.ts'
import { openHome } from './server/kernel/database-home.ts'
import { migrate, openDatabase } from './server/kernel/db.ts'
import { prepareJobs } from './server/kernel/jobs.ts'
import { makeLog } from './server/kernel/log.ts'
import { seedBase } from './server/seed.ts'

const THINGS = ['members', 'posts', 'comments', 'votes', 'groups', 'pods', 'messages', 'talk', 'events'] as const
const USAGE = `Usage: npm run seed -- ${THINGS.map((name) => `--${name} N`).join(' ')} [--seed 7] [--force]`

try {
  await seed(ordered(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

interface Order extends Amounts {
  seed: number
  force: boolean
}

function ordered(args: string[]): Order {
  const { seed, force, ...values } = parsed(args)
  const amounts = { members: 0, posts: 0, comments: 0, votes: 0, groups: 0, pods: 0, messages: 0, talk: 0, events: 0 }
  for (const name of THINGS) amounts[name] = whole(name, values[name] ?? '0')
  if (Object.values(amounts).every((amount) => amount === 0)) throw new Refused(USAGE)
  return { ...amounts, seed: whole('seed', seed ?? '7'), force: force ?? false }
}

type Values = Partial<Record<(typeof THINGS)[number] | 'seed', string>> & { force?: boolean }

function parsed(args: string[]): Values {
  const numbers = [...THINGS, 'seed'].map((name) => [name, { type: 'string' }] as const)
  try {
    return parseArgs({ args, options: { ...Object.fromEntries(numbers), force: { type: 'boolean' } } }).values as Values
  } catch (error) {
    throw new Refused(`${(error as Error).message.split('. ')[0]}.\n${USAGE}`)
  }
}

function whole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Refused(`--${name} must be a whole number; it is "${text}".`)
  return Number(text)
}

async function seed(order: Order): Promise<void> {
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const home = await openHome(config, log, true)
  try {
    await migrate(home.url, log)
    const database = openDatabase(home.url, 2, log)
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

function tell({ run, seconds, doors, password }: Filled, where: string): void {
  console.log(`\nDone in ${seconds.toFixed(0)} s: run ${run} of ${where}.`)
  console.log('A second run adds as much again, with members of its own; the first one’s rows stay as they are.')
  if (doors.length === 0) return
  console.log(`${doors.length} members can sign in with the password ${password}; the first of them:`)
  for (const { email, username } of doors.slice(0, 3)) console.log(`  ${email}  (${username})`)
}
