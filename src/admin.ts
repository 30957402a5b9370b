/** `npm run admin -- EMAIL`: makes a member an administrator. */
import { readConfig } from './config.ts'
import { openHome } from './server/kernel/database-home.ts'
import { migrate, openDatabase } from './server/kernel/db.ts'
import { makeLog } from './server/kernel/log.ts'

try {
  console.log(await makeAdmin(process.argv[2]?.trim().toLowerCase() ?? ''))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function makeAdmin(email: string): Promise<string> {
  if (!email.includes('@')) throw new Error('Usage: npm run admin -- EMAIL')
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const home = await openHome(config, log, true)
  try {
    await migrate(home.url, log)
    const { db, close } = openDatabase(home.url, 2, log)
    try {
      const found = await db
        .selectFrom('user')
        .select(['id', 'emailVerified'])
        .where('email', '=', email)
        .executeTakeFirst()
      if (!found) throw new Error(`Nobody has signed up with ${email}.`)
      await db.updateTable('profiles_private').set({ is_admin: true }).where('id', '=', found.id).execute()
      return `${email} is now an administrator.${found.emailVerified ? '' : ' The address is not verified yet.'}`
    } finally {
      await close()
    }
  } finally {
    await home.stop()
  }
}
