/** `npm run admin -- EMAIL`: makes a member an administrator. */
import { readConfig } from './config.ts'
import { openHome } from './server/kernel/database-home.ts'
import { migrate, openDatabase } from './server/kernel/db.ts'
import { makeLog } from './server/kernel/log.ts'

const email = process.argv[2]?.trim().toLowerCase()
if (!email?.includes('@')) {
  console.error('Usage: npm run admin -- EMAIL')
  process.exit(1)
}
const config = readConfig(process.env)
const log = makeLog(config.logLevel)
const home = await openHome(config, log, true)
await migrate(home.url, log)
const { db, close } = openDatabase(home.url, 2, log)
try {
  const found = await db.selectFrom('user').select(['id', 'emailVerified']).where('email', '=', email).executeTakeFirst()
  if (!found) {
    console.error(`Nobody has signed up with ${email}.`)
    process.exitCode = 1
  } else {
    await db.updateTable('profiles_private').set({ is_admin: true }).where('id', '=', found.id).execute()
    console.log(`${email} is now an administrator.${found.emailVerified ? '' : ' The address is not verified yet.'}`)
  }
} finally {
  await close()
  await home.stop()
}
