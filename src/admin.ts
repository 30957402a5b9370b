/**
 * `npm run admin -- EMAIL`: makes a member an administrator. With `--plan "Wise Dad"` it puts him on that plan instead, with
 * `--delete` it deletes his account, and with `--delete --with-posts` also what he has written.
 */
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { mailAddressOf } from '#contract/mail-words.ts'
import { PLANS, type Tier } from '#contract/plans-words.ts'
import type { DB } from '#db/types.ts'
import { type Config, readConfig } from './config.ts'
import { accountOfAddress, deleteAsOperator } from './server/account/account.ts'
import { noGeocoder } from './server/kernel/geo/geo.ts'
import { unlimited } from './server/kernel/http/http.ts'
import { type Log, makeLog } from './server/kernel/log.ts'
import { joinHome, migrate, openDatabase } from './server/kernel/postgres/postgres.ts'
import { makeAdmin, setPlan } from './server/members/members.ts'

const USAGE = 'Usage: npm run admin -- EMAIL [--plan NAME | --delete [--with-posts]]'

interface Account {
  id: string
  email: string
  emailVerified: boolean
}

interface Order {
  email: string
  plan: Tier | null
  isDeletion: boolean
  withPosts: boolean
}

try {
  console.log(await administer(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function administer(args: string[]): Promise<string> {
  const { email, plan, isDeletion, withPosts } = read(args)
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const home = await joinHome(config, log)
  try {
    await migrate(home.url, log)
    const { db, close } = openDatabase(home.url, 2, log, { name: 'fatherkin admin' })
    try {
      const account = await accountOfAddress(db, email)
      if (!account) throw new Error(`Nobody has signed up with ${email}.`)
      if (isDeletion) return await remove(db, account, { config, log, withPosts })
      return plan ? await changePlan(db, account, plan) : await appoint(db, account)
    } finally {
      await close()
    }
  } finally {
    await home.stop()
  }
}

/** Runs before the database is opened, so that a wrong argument changes nothing. */
function read(args: string[]): Order {
  const { values, positionals } = parsed(args)
  const email = mailAddressOf(positionals[0] ?? '')
  const { plan, delete: isDeletion = false, 'with-posts': withPosts = false } = values
  if (!email || positionals.length > 1) throw new Error(USAGE)
  if ((isDeletion && plan !== undefined) || (withPosts && !isDeletion)) throw new Error(USAGE)
  if (plan === undefined) return { email, plan: null, isDeletion, withPosts }
  const wanted = plan.trim().toLowerCase()
  const found = PLANS.find(({ tier }) => tier.toLowerCase() === wanted)
  if (!found) throw new Error(`There is no plan "${plan}". The plans are ${PLANS.map(({ tier }) => tier).join(', ')}.`)
  return { email, plan: found.tier, isDeletion, withPosts }
}

function parsed(args: string[]) {
  try {
    const options = {
      plan: { type: 'string' },
      delete: { type: 'boolean' },
      'with-posts': { type: 'boolean' },
    } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw new Error(USAGE)
  }
}

async function appoint(db: Kysely<DB>, { id, email, emailVerified }: Account): Promise<string> {
  await makeAdmin(db, id)
  return `${email} is now an administrator.${emailVerified ? '' : ' The address is not verified yet, so no mails about trouble go there: open the link in the mail that it got when the account was made.'}`
}

async function changePlan(db: Kysely<DB>, { id, email }: Account, plan: Tier): Promise<string> {
  await setPlan(db, id, plan)
  return `${email} is now on the plan ${plan}.`
}

interface Deleting {
  config: Config
  log: Log
  withPosts: boolean
}

async function remove(db: Kysely<DB>, { id, email }: Account, { config, log, withPosts }: Deleting): Promise<string> {
  const ctx = {
    ...{ db, log, viewer: null, adminEmails: [], limits: unlimited, live: { notify() {} }, geocoder: noGeocoder },
    ...{ model: null, modelMonthlyTokens: null },
  }
  const baseUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const { name: brand } = config.brand
  if (!(await deleteAsOperator(ctx, { member: id, removesPosts: withPosts, brand, baseUrl })))
    throw new Error(`The account of ${email} is being deleted already.`)
  return `The account of ${email} is deleted. The program finishes this within minutes, or after its next start, and sends a mail to this address.`
}
