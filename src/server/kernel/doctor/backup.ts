/** Backups: what would be lost now, how old each part is, and whether the target answers. */
import type { Kysely } from 'kysely'
import type { Config } from '#config'
import type { DB } from '#db/types.ts'
import {
  type BackupEvent,
  keyWarnings,
  lastEvent,
  listBases,
  logName,
  openVault,
  readPosition,
  refusalOf,
  secondsAtRisk,
  waitingLog,
} from '../backup/backup.ts'
import { durationWords, type Finding, good, look, PATIENCE_MS, reasonOf, wrong } from './finding.ts'

/** In seconds. A write is in the target after half a minute, even if little is written. */
const LATE_LOG = 60
const LATE_BASE = 30 * 3600
const LATE_PROOF = 9 * 86_400

/** `db`: null if it does not answer. */
export async function checkBackup(config: Config, db: Kysely<DB> | null, now = Date.now()): Promise<Finding[]> {
  const { backup, databaseUrl, dataDir } = config
  if (databaseUrl)
    return [look('The database of DATABASE_URL is backed up by your own tools, or not at all. See docs/backup.md.')]
  if (!backup) return [look('There are no backups. Set BACKUP_TO and BACKUP_KEY_FILE; docs/backup.md says how.')]
  const secondsSince = (event: { at: string } | null) => (event ? (now - Date.parse(event.at)) / 1000 : null)
  return [
    ...(await checkTarget(backup, dataDir)),
    ...keyWarnings(backup.keyFile, dataDir).map(look),
    await checkLog(dataDir, db),
    ofBase(secondsSince(lastEvent(dataDir, 'base'))),
    ofProof(secondsSince(lastEvent(dataDir, 'proof')), secondsSince(lastEvent(dataDir, 'base'))),
    ...ofFailure('The last base backup failed', lastEvent(dataDir, 'base-failure')),
    ...ofFailure('The last proof of the backup failed', lastEvent(dataDir, 'proof-failure')),
  ]
}

const PATIENCE = { timeoutMs: PATIENCE_MS, tries: 1 }

async function checkTarget(backup: NonNullable<Config['backup']>, dataDir: string): Promise<Finding[]> {
  try {
    const vault = await openVault(backup, PATIENCE)
    const refusal = await refusalOf(vault, dataDir)
    const [first] = await listBases(vault)
    const file = lastEvent(dataDir, 'log')?.file
    const isMissing = file !== undefined && (await vault.get(logName(file))) === null
    return [
      first
        ? good(`Any second since ${first.ended_at} can be restored from ${vault.description}.`)
        : look(`There is no base backup in ${vault.description} yet. The program takes one after its start.`),
      ...(refusal ? [wrong(refusal)] : []),
      ...(isMissing ? [wrong(`${logName(file)} was stored and is not in ${vault.description} any more.`)] : []),
    ]
  } catch (error) {
    return [wrong(`The backup cannot be read: ${sentenceOf(error)}`)]
  }
}

/** Our own errors are written for operators: they name objects and folders, and no credentials. */
const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.name === 'Error' && !error.cause
    ? error.message
    : `the target did not answer as expected (${reasonOf(error)})`

async function checkLog(dataDir: string, db: Kysely<DB> | null): Promise<Finding> {
  // as the metric and the alert do: of a database that does not answer, the last note counts
  const risk = secondsAtRisk(dataDir, db && (await readPosition(db)))
  const { files, oldestMs } = await waitingLog(dataDir)
  const seconds = Math.max(risk ?? 0, oldestMs / 1000)
  if (risk === null && seconds <= LATE_LOG)
    return look('It is not known yet whether what is written reaches the backup.')
  if (seconds <= LATE_LOG) return good('What is written reaches the backup.')
  const waiting = files > 0 ? ` Files of the log that wait for it: ${files}.` : ''
  return wrong(
    `What was written in the last ${durationWords(seconds)} is not in the backup.${waiting} The target is away, or the program does not run.`,
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
