/**
 * `npm run admin -- EMAIL`: makes a member an administrator. With `--plan "Wise Dad"` it puts him on that plan instead.
 */
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { PLANS, type Tier } from '#contract/plans-words.ts'
import type { DB } from '#db/types.ts'
import { readConfig } from './config.ts'
import { accountOfAddress } from './server/account/account.ts'
import { makeLog } from './server/kernel/log.ts'
import { migrate, openDatabase, openHome } from './server/kernel/postgres/postgres.ts'
import { makeAdmin, setPlan } from './server/members/members.ts'

const USAGE = 'Usage: npm run admin -- EMAIL [--plan NAME]'

interface Account {
  id: string
  email: string
  emailVerified: boolean
}

try {
  console.log(await administer(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function administer(args: string[]): Promise<string> {
  const { email, plan } = read(args)
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const home = await openHome(config, log, true)
  try {
    await migrate(home.url, log)
    const { db, close } = openDatabase(home.url, 2, log)
    try {
      const account = await accountOfAddress(db, email)
      if (!account) throw new Error(`Nobody has signed up with ${email}.`)
      return plan ? await changePlan(db, account, plan) : await appoint(db, account)
    } finally {
      await close()
    }
  } finally {
    await home.stop()
  }
}

/** Runs before the database is opened, so that a wrong argument changes nothing. */
function read(args: string[]): { email: string; plan: Tier | null } {
  const { values, positionals } = parsed(args)
  const email = positionals[0]?.trim().toLowerCase() ?? ''
  if (!email.includes('@') || positionals.length > 1) throw new Error(USAGE)
  if (values.plan === undefined) return { email, plan: null }
  const wanted = values.plan.trim().toLowerCase()
  const found = PLANS.find(({ tier }) => tier.toLowerCase() === wanted)
  if (!found)
    throw new Error(`There is no plan "${values.plan}". The plans are ${PLANS.map(({ tier }) => tier).join(', ')}.`)
  return { email, plan: found.tier }
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: { plan: { type: 'string' } }, allowPositionals: true })
  } catch {
    throw new Error(USAGE)
  }
}

async function appoint(db: Kysely<DB>, { id, email, emailVerified }: Account): Promise<string> {
  await makeAdmin(db, id)
  return `${email} is now an administrator.${emailVerified ? '' : ' The address is not verified yet.'}`
}

async function changePlan(db: Kysely<DB>, { id, email }: Account, plan: Tier): Promise<string> {
  await setPlan(db, id, plan)
  return `${email} is now on the plan ${plan}.`
}
