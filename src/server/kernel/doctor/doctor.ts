/** Looks at everything that an instance needs, and says in sentences what is good and what is not. Changes nothing. */
import { existsSync } from 'node:fs'
import type { Config } from '#config'
import { makeFiles } from '../files/files.ts'
import { makeMail } from '../jobs/jobs.ts'
import type { Database } from '../postgres/postgres.ts'
import { checkBackup } from './backup.ts'
import { checkRunning, checkSchema, checkSlow, checkVersion } from './data.ts'
import { type Finding, good, look, reasonOf, wrong } from './finding.ts'
import { checkClock, checkDisk } from './machine.ts'
import { checkPooler } from './pooler.ts'
import { checkReplica } from './replica.ts'
import { checkMeaning, checkService, checkSite } from './site.ts'
import { checkJobs, checkMail, checkReaders, type FollowedMail } from './work.ts'

export interface Examined {
  config: Config
  database: Pick<Database, 'db'>
  /** the names of the program's readers of facts */
  readers: readonly string[]
  /** one mail is sent there; null: none is sent */
  follow: FollowedMail | null
}

/** Yields each finding as soon as it is known. A check that fails is a finding, too. */
export async function* examine({ config, database: { db }, readers, follow }: Examined): AsyncGenerator<Finding> {
  const checks: [string, () => Promise<Finding | Finding[]>][] = [
    ['The disk', () => checkDisk(existsSync(config.dataDir) ? config.dataDir : '.')],
    ['The database', () => checkVersion(db)],
    ['The schema', () => checkSchema(db)],
    ['The pooler', () => checkPooler(config.databaseDirectUrl && config.databaseUrl)],
    ['The replica', () => checkReplica(config.databaseReplicaUrl, db)],
    ['The clock', () => checkClock(db)],
    ['Transactions', () => checkRunning(db)],
    ['Slow statements', () => checkSlow(db, config)],
    ['The queue of jobs', () => checkJobs(db)],
    ['The readers of facts', () => checkReaders(db, readers)],
    ['Mail', () => checkMail(makeMail(config), config.smtpUrl !== null, follow)],
    ['The store of files', () => checkFiles(config)],
    ['Backups', () => checkBackup(config)],
    ['The site', () => checkSite(config)],
    [
      'The model',
      () => checkService('Model', config.model?.url ?? null, 'The assistant answers with quotations alone.'),
    ],
    ['Search by meaning', () => checkMeaning(config.embeddings)],
    ['The geocoder', () => checkService('Geocoder', config.geocoderUrl, 'Only towns and postal codes are found.')],
    ['Limits', async () => checkLimits(config)],
  ]
  for (const [name, check] of checks) {
    try {
      yield* [await check()].flat()
    } catch (error) {
      yield wrong(`${name} could not be examined (${reasonOf(error)}).`)
    }
  }
}

async function checkFiles(config: Config): Promise<Finding> {
  const files = makeFiles(config)
  if (await files.mustBePrivate()) return good('Nobody else can read the store of files.')
  return wrong('The store of files does not answer: images are away until it does.')
}

function checkLimits({ rateLimits, requireVerifiedEmail }: Config): Finding[] {
  return [
    rateLimits ? good('Rate limits are on.') : wrong('RATE_LIMITS=off: anyone may try passwords as often as he likes.'),
    ...(requireVerifiedEmail
      ? []
      : [look('REQUIRE_VERIFIED_EMAIL=0: anyone may sign up with the address of another.')]),
  ]
}

export type { Finding } from './finding.ts'
export type { FollowedMail } from './work.ts'
