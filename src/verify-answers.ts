/** `npm run verify-answers`: checks every stored sentence of the assistant against what members have written. */
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from './config.ts'
import { type Verified, verifyAnswers } from './server/assistant/assistant.ts'
import { makeLog } from './server/kernel/log.ts'
import { joinHome, migrate, openDatabase } from './server/kernel/postgres/postgres.ts'

/** Within this time a running server strikes the sentences of a source that has just changed. */
const GRACE_MS = 5000
/** Maximum number of refuted sentences that are listed. */
const LISTED = 100

try {
  print(await verify())
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function verify(): Promise<Verified> {
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const home = await joinHome(config, log)
  try {
    await migrate(home.url, log)
    const { db, close } = openDatabase(home.url, 2, log, { name: 'fatherkin verify' })
    try {
      const found = await verifyAnswers(db)
      if (found.refuted.length === 0) return found
      await pause(GRACE_MS)
      return await verifyAnswers(db)
    } finally {
      await close()
    }
  } finally {
    await home.stop()
  }
}

function print({ standing, own, struck, refuted }: Verified): void {
  const line = (what: string, count: number) => console.log(`${what.padEnd(36)}${String(count).padStart(10)}`)
  line('standing, held by their source', standing)
  line('of the assistant’s own', own)
  for (const [why, count] of Object.entries(struck).sort()) line(`struck: ${why}`, count)
  line('refuted: they stand, and must not', refuted.length)
  if (refuted.length === 0) return
  for (const { question_id, nth, why } of refuted.slice(0, LISTED)) console.log(`  ${question_id} ${nth}: ${why}`)
  if (refuted.length > LISTED) console.log(`  and ${refuted.length - LISTED} more`)
  process.exitCode = 1
}
