/** Backups: what would be lost now, how old each part is, and whether the target answers. */
import { existsSync, statSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { Config } from '#config'
import type { DB } from '#db/types.ts'
import {
  type BackupEvent,
  INSTANCE,
  keyWarnings,
  lastEvent,
  listBases,
  logName,
  nextBase,
  openTarget,
  openVault,
  readPosition,
  refusalOf,
  secondsAtRisk,
  TargetFault,
  type Vault,
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
  const seen = await lookAtTarget(backup, dataDir, now)
  const risk = await riskIn(dataDir, db)
  const places = [...keyWarnings(backup.keyFile, dataDir), ...diskWarnings(backup, dataDir)].map(look)
  const proofFailure = ofProofFailure(lastEvent(dataDir, 'proof-failure'))
  // what follows from it is not said
  if ('fault' in seen) return [wrong(`${seen.fault}${waitingWords(risk)}`), ...places, ...proofFailure]
  const secondsSince = (event: { at: string } | null) => (event ? (now - Date.parse(event.at)) / 1000 : null)
  const age = secondsSince(lastEvent(dataDir, 'base'))
  return [
    ...seen.findings,
    ...places,
    ofLog(risk),
    ...(seen.hasBase || age !== null ? [ofBase(age), ofProof(secondsSince(lastEvent(dataDir, 'proof')), age)] : []),
    ...ofBaseFailure(dataDir, seen.description, now),
    ...proofFailure,
  ]
}

/** Whether the check sends requests to another server. A failure that the program has just noted is known without them. */
export function asksBucket({ backup, databaseUrl, dataDir }: Config): boolean {
  if (!backup || databaseUrl || !('bucket' in backup.to)) return false
  return failureNow(dataDir, openTarget(backup).description, Date.now()) === null
}

const PATIENCE = { timeoutMs: PATIENCE_MS, tries: 1 }

type Seen = { fault: string } | { description: string; hasBase: boolean; findings: Finding[] }

/** `fault`: why nothing can or may be stored there, or read from it. */
async function lookAtTarget(backup: NonNullable<Config['backup']>, dataDir: string, now: number): Promise<Seen> {
  try {
    const vault = await openVault(backup, PATIENCE)
    const { description } = vault
    const fault = (await vault.fault())?.message ?? failureNow(dataDir, description, now)
    if (fault) return { fault }
    const refusal = await refusalOf(vault, dataDir)
    if (refusal) return { fault: refusal }
    const [first] = await listBases(vault)
    const base = first
      ? good(`Any second since ${first.ended_at} can be restored from ${description}.`)
      : look(`There is no base backup in ${description} yet. The program takes one after its start.`)
    const lost = await ofLostLog(vault, dataDir)
    return { description, hasBase: first !== undefined, findings: [base, ...lost] }
  } catch (error) {
    return { fault: sentenceOf(error) }
  }
}

/** In ms. The program tries it every ten seconds, so an older note is of one that has ended. */
const FRESH_MS = 60_000

/** What the program meets there now: it may be another user than the one who asks. */
function failureNow(dataDir: string, target: string, now: number): string | null {
  const failure = lastEvent(dataDir, 'store-failure')
  if (failure?.target !== target || now - Date.parse(failure.at) > FRESH_MS) return null
  return failure.sentence
}

/** The newest file that was stored must be in the target, unless it went to another one. */
async function ofLostLog(vault: Vault, dataDir: string): Promise<Finding[]> {
  const last = lastEvent(dataDir, 'log')
  if (!last || (await vault.get(logName(last.file)))) return []
  const before = last.target ?? lastEvent(dataDir, 'base')?.target
  const { description } = vault
  if (before !== undefined && before !== description)
    return [
      look(
        `BACKUP_TO is ${description} now, and was ${before}. What was stored there stays there; the new one begins with a base backup.`,
      ),
    ]
  if ((await vault.get(INSTANCE)) === null)
    return [
      wrong(
        `${description} is empty, and this instance has stored its backup there. Is its disk mounted? If the backup is lost, restart the program: it begins a new one.`,
      ),
    ]
  return [wrong(`${logName(last.file)} was stored and is not in ${description} any more.`)]
}

/** Our own errors are written for operators: they name objects and folders, and no credentials. */
function sentenceOf(error: unknown): string {
  if (error instanceof TargetFault) return error.message
  const isOurs = error instanceof Error && error.name === 'Error' && !error.cause
  return `The backup cannot be read: ${isOurs ? error.message : `the target did not answer as expected (${reasonOf(error)}).`}`
}

/** What dies with the disk of the data. */
function diskWarnings({ to }: NonNullable<Config['backup']>, dataDir: string): string[] {
  if (!('folder' in to) || !existsSync(to.folder) || !existsSync(dataDir)) return []
  if (statSync(to.folder).dev !== statSync(dataDir).dev) return []
  return [
    `BACKUP_TO=${to.folder} is on the disk of DATA_DIR: if this disk dies, both are lost. Let the backup be on another disk, or in a bucket.`,
  ]
}

interface Risk {
  /** for how long the oldest write that is not in the target has been there; null: not known yet */
  seconds: number | null
  /** that wait for the target */
  files: number
}

async function riskIn(dataDir: string, db: Kysely<DB> | null): Promise<Risk> {
  // as the metric and the alert do: of a database that does not answer, the last note counts
  const risk = secondsAtRisk(dataDir, db && (await readPosition(db)))
  const { files, oldestMs } = await waitingLog(dataDir)
  const seconds = Math.max(risk ?? 0, oldestMs / 1000)
  return { seconds: risk === null && seconds <= LATE_LOG ? null : seconds, files }
}

function waitingWords({ seconds, files }: Risk): string {
  const waiting = files > 0 ? ` Files of the log that wait on this machine: ${files}.` : ''
  if (seconds === null || seconds <= LATE_LOG) return waiting
  return ` Until then, what was written in the last ${durationWords(seconds)} is on this machine only.${waiting}`
}

/** The target can be used. */
function ofLog({ seconds, files }: Risk): Finding {
  if (seconds === null) return look('It is not known yet whether what is written reaches the backup.')
  if (seconds <= LATE_LOG) return good('What is written reaches the backup.')
  const waiting = files > 0 ? ` Files of the log that wait for it: ${files}.` : ''
  return wrong(
    `What was written in the last ${durationWords(seconds)} is not in the backup.${waiting} The target can be used. Start the program if it does not run; if it does, its log says why.`,
  )
}

function ofBase(age: number | null): Finding {
  if (age === null)
    return look(
      'This instance has taken no base backup yet, or none since it took over the target. It takes one after its start.',
    )
  const words = `The last base backup is ${durationWords(age)} old.`
  return age > LATE_BASE ? wrong(`${words} The program takes one each day while it runs.`) : good(words)
}

function ofProof(age: number | null, baseAge: number | null): Finding {
  if (age === null && (baseAge ?? 0) < LATE_BASE)
    return look(
      'It has not been proved yet that the backup can be restored. The program does it once a week; npm run restore -- --prove does it now.',
    )
  if (age === null || age > LATE_PROOF)
    return wrong('It was not proved this week that the backup can be restored. Try npm run restore -- --prove')
  return good(`It was proved ${durationWords(age)} ago that the backup can be restored.`)
}

function ofBaseFailure(dataDir: string, target: string, now: number): Finding[] {
  const failure = lastEvent(dataDir, 'base-failure')
  if (!failure) return []
  const next = `The program tries the next one at ${nextBase(dataDir, target, now).toISOString()}.`
  if (failure.code)
    return [look(`The base backup of ${failure.at} failed because of the target, which can be used again. ${next}`)]
  return [wrong(`The last base backup failed, at ${failure.at}: ${failure.sentence} ${next}`)]
}

const ofProofFailure = (failure: BackupEvent<'proof-failure'> | null): Finding[] =>
  failure ? [wrong(`The last proof of the backup failed, at ${failure.at}: ${failure.sentence}`)] : []
