/** Backups: how old each part is, and whether the target answers. */
import { statSync } from 'node:fs'
import type { Config } from '#config'
import { type BackupEvent, lastEvent, listBases, openVault, waitingLog } from '../backup/backup.ts'
import { durationWords, type Finding, good, look, PATIENCE_MS, reasonOf, wrong } from './finding.ts'

/** In seconds. A file of the log is stored within two seconds of its end. */
const LATE_LOG = 120
const LATE_BASE = 30 * 3600
const LATE_PROOF = 9 * 86_400

export async function checkBackup(config: Config, now = Date.now()): Promise<Finding[]> {
  const { backup, databaseUrl, dataDir } = config
  if (databaseUrl)
    return [look('The database of DATABASE_URL is backed up by your own tools, or not at all. See docs/backup.md.')]
  if (!backup) return [look('There are no backups. Set BACKUP_TO and BACKUP_KEY_FILE; docs/backup.md says how.')]
  const secondsSince = (event: { at: string } | null) => (event ? (now - Date.parse(event.at)) / 1000 : null)
  return [
    await checkTarget(backup),
    ...checkKey(backup.keyFile),
    await checkLog(dataDir),
    ofBase(secondsSince(lastEvent(dataDir, 'base'))),
    ofProof(secondsSince(lastEvent(dataDir, 'proof')), secondsSince(lastEvent(dataDir, 'base'))),
    ...ofFailure('The last base backup failed', lastEvent(dataDir, 'base-failure')),
    ...ofFailure('The last proof of the backup failed', lastEvent(dataDir, 'proof-failure')),
  ]
}

async function checkTarget(backup: NonNullable<Config['backup']>): Promise<Finding> {
  try {
    const vault = await openVault(backup, { timeoutMs: PATIENCE_MS, tries: 1 })
    const [first] = await listBases(vault)
    if (!first)
      return look(`There is no base backup in ${vault.description} yet. The program takes one after its start.`)
    return good(`Any second since ${first.ended_at} can be restored from ${vault.description}.`)
  } catch (error) {
    return wrong(`The backup cannot be read: ${sentenceOf(error)}`)
  }
}

/** Our own errors are written for operators: they name objects and folders, and no credentials. */
const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.name === 'Error' && !error.cause
    ? error.message
    : `the target did not answer as expected (${reasonOf(error)})`

/** The key opens every backup. A file that cannot be read is reported by `checkTarget`. */
function checkKey(file: string): Finding[] {
  let mode: number
  try {
    mode = statSync(file).mode
  } catch {
    return []
  }
  if ((mode & 0o004) === 0) return []
  return [
    look(
      `Every user of this machine can read the key of the backup, ${file}. Let it belong to the user of the program, and to nobody else: chmod 400.`,
    ),
  ]
}

async function checkLog(dataDir: string): Promise<Finding> {
  const { files, oldestMs } = await waitingLog(dataDir)
  if (oldestMs / 1000 <= LATE_LOG) return good('What is written reaches the backup.')
  return wrong(
    `Files of the log that wait for the backup: ${files}, the oldest for ${durationWords(oldestMs / 1000)}. The target is away, or the program does not run.`,
  )
}

function ofBase(age: number | null): Finding {
  if (age === null) return look('No base backup has been taken here yet.')
  const words = `The last base backup is ${durationWords(age)} old.`
  return age > LATE_BASE ? wrong(`${words} The program takes one each day while it runs.`) : good(words)
}

function ofProof(age: number | null, baseAge: number | null): Finding {
  if (age === null && (baseAge ?? 0) < LATE_BASE)
    return look('It has not been proved yet that the backup can be restored.')
  if (age === null || age > LATE_PROOF)
    return wrong('It was not proved this week that the backup can be restored. Try npm run restore -- --prove')
  return good(`It was proved ${durationWords(age)} ago that the backup can be restored.`)
}

const ofFailure = (what: string, failure: BackupEvent<'base-failure'> | null): Finding[] =>
  failure ? [wrong(`${what}, at ${failure.at}: ${failure.sentence}`)] : []
