/** Looks at everything that an instance needs, and says in sentences what is good and what is not. Changes nothing. */
import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import type { Config } from '#config'
import type { DB } from '#db/types.ts'
import { makeFiles } from '../files/files.ts'
import { type MailPort, makeMail } from '../jobs/jobs.ts'
import { type Database, StartRefused } from '../postgres/postgres.ts'
import { asksBucket, checkBackup } from './backup.ts'
import { checkRunning, checkSchema, checkSlow, checkVersion } from './data.ts'
import { type CheckResult, type Finding, good, look, MAIL_CHECK, reasonOf, wrong } from './finding.ts'
import { checkClock, checkDisk } from './machine.ts'
import { checkRecipients, checkSender } from './mails.ts'
import { checkPooler } from './pooler.ts'
import { type AskedProgram, askProgram, insideOfProgram, isProgramConnected, ofProgram } from './program.ts'
import { checkReplica } from './replica.ts'
import { checkMeaning, checkService } from './services.ts'
import { checkSite, faultsOf } from './site.ts'
import { checkJobs, checkMail, checkReaders, type FollowedMail } from './work.ts'

export interface Examined {
  config: Config
  /** the secret of the instance; null if it is not known here. Then it is not compared what the running program has read */
  secret: string | null
  /** opens the database, and rejects with a sentence if that is impossible */
  database(): Promise<Pick<Database, 'db'>>
  /** the names of the program's readers of facts */
  readers: readonly string[]
  /** to whom the program mails what is wrong */
  recipients(db: Kysely<DB>): Promise<string[]>
  /** one mail is sent there; null: none is sent */
  follow: FollowedMail | null
  /** reads the space of a disk; the default asks the machine */
  space?: Parameters<typeof checkDisk>[1]
}

type Check = [about: string, check: () => Promise<Finding | Finding[]>]

const DATABASE = 'the database'

/** Yields each finding as soon as it is known. A check that fails is a finding, too. What follows from a finding is not said. */
export async function* examine(parts: Examined): AsyncGenerator<Finding> {
  const { config, readers, follow } = parts
  const disk = await examined(diskCheck(config, parts.space))
  yield* disk
  const program = await askProgram(config, parts.secret)
  const opened = await openedDatabase(parts, isWrong(disk))
  yield* opened.findings
  const isConnected = opened.db ? await isProgramConnected(opened.db) : null
  yield* await examined(programCheck(config, program, { isConnected, isDatabaseWell: opened.isWell }))
  const isOff = program.is === 'away' && !isConnected
  const checks = [
    ...(opened.db && opened.isWell ? [...dataChecks(config, opened.db), ...slowChecks(config, opened.db)] : []),
    // without the program everything waits
    ...(opened.db && opened.isWell && !isOff ? workChecks(opened.db, readers) : []),
    mailCheck(config, makeMail(config), follow),
    ...(opened.db && opened.isWell ? [recipientsCheck(parts, opened.db)] : []),
    filesCheck(config),
    backupCheck(config, opened.isWell ? opened.db : null),
    siteCheck(config, program),
    ...serviceChecks(config),
    ...limitChecks(config),
  ]
  for (const check of checks) yield* await examined(check)
}

interface Watched extends Pick<Examined, 'config' | 'readers'> {
  db: Kysely<DB>
  mail: MailPort
  /** true: also what costs other servers something, such as a connection to the mail server */
  isThorough: boolean
}

/** What the program itself can see. It examines nothing that is only slow, or that only an operator can judge. */
export async function examineInside({ config, mail, readers, isThorough, ...given }: Watched): Promise<CheckResult[]> {
  const [diskAbout] = diskCheck(config)
  const disk = await examined(diskCheck(config))
  const opened = await openedDatabase({ config, database: async () => ({ db: given.db }) }, isWrong(disk))
  const db = opened.isWell ? opened.db : null
  const backup = backupCheck(config, db)
  const isBackupCostly = asksBucket(config)
  const often = [
    ...(db ? [...dataChecks(config, db), ...workChecks(db, readers)] : []),
    ...limitChecks(config),
    ...(isBackupCostly ? [] : [backup]),
  ]
  const costly = [
    mailCheck(config, mail, null),
    filesCheck(config),
    ...(isBackupCostly ? [backup] : []),
    siteCheck(config, insideOfProgram(config)),
  ]
  return [
    { about: diskAbout, isCostly: false, found: disk },
    // it finds nothing if it could not look: a full disk says enough
    ...(opened.findings.length > 0 ? [{ about: DATABASE, isCostly: false, found: opened.findings }] : []),
    ...(await resultsOf(often, { isCostly: false })),
    ...(isThorough ? await resultsOf(costly, { isCostly: true }) : []),
  ]
}

async function resultsOf(checks: Check[], { isCostly }: { isCostly: boolean }): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const check of checks) results.push({ about: check[0], isCostly, found: await examined(check) })
  return results
}

const isWrong = (found: Finding[]) => found.some(({ level }) => level === 'wrong')

/** A check whose own failure is a finding. */
async function examined([about, check]: Check): Promise<Finding[]> {
  try {
    return [await check()].flat()
  } catch (error) {
    return [wrong(`It cannot be seen how ${about} is (${reasonOf(error)}). Run the doctor again in a minute.`)]
  }
}

interface Opened {
  /** null: it does not answer */
  db: Kysely<DB> | null
  /** it answers, and fits this version */
  isWell: boolean
  findings: Finding[]
}

/** A full disk stops the database, so that is not said once more. */
async function openedDatabase(
  { config, database }: Pick<Examined, 'config' | 'database'>,
  isDiskFull: boolean,
): Promise<Opened> {
  try {
    const { db } = await database()
    const answered = await checkVersion(db)
    const schema = await examined([DATABASE, () => checkSchema(db)])
    return { db, isWell: !isWrong(schema), findings: [...answered, ...schema] }
  } catch (error) {
    if (isDiskFull && !config.databaseUrl) return { db: null, isWell: false, findings: [] }
    return { db: null, isWell: false, findings: [databaseAway(config, error)] }
  }
}

const databaseAway = ({ databaseUrl }: Config, error: unknown): Finding =>
  wrong(
    databaseUrl
      ? `The database of DATABASE_URL does not answer (${reasonOf(error)}): members see "We will be right back". Start it, or correct DATABASE_URL and restart.`
      : `The database in DATA_DIR does not answer (${ownWords(error)}): members see "We will be right back". If the program does not bring it back within a minute, the end of DATA_DIR/postgres.log says why.`,
  )

/** Our own errors are written for operators. */
const ownWords = (error: unknown): string =>
  error instanceof StartRefused ? error.message.replace(/\.$/, '') : reasonOf(error)

const diskCheck = ({ dataDir }: Config, space?: Examined['space']): Check => [
  'the disk',
  () => checkDisk(existsSync(dataDir) ? dataDir : '.', space),
]

const dataChecks = (config: Config, db: Kysely<DB>): Check[] => [
  ['the pooler', () => checkPooler(config.databaseDirectUrl && config.databaseUrl)],
  ['the replica', () => checkReplica(config.databaseReplicaUrl, db)],
  ['the clock', () => checkClock(db)],
]

const slowChecks = (config: Config, db: Kysely<DB>): Check[] => [
  ['the work of the database', () => checkRunning(db, config)],
  ['the speed of the database', () => checkSlow(db, config)],
]

const workChecks = (db: Kysely<DB>, readers: readonly string[]): Check[] => [
  ['the queue of mails', () => checkJobs(db)],
  ['what follows from actions', () => checkReaders(db, readers)],
]

const mailCheck = (config: Config, mail: MailPort, follow: FollowedMail | null): Check => [
  MAIL_CHECK,
  () => checkMail(mail, config.smtpUrl, follow),
]

const recipientsCheck = ({ config, recipients }: Examined, db: Kysely<DB>): Check => [
  'the mails about trouble',
  () => checkRecipients(config, recipients, db),
]

const filesCheck = (config: Config): Check => ['the store of images', () => checkFiles(config)]

/** `db`: null if it does not answer. */
const backupCheck = (config: Config, db: Kysely<DB> | null): Check => ['the backup', () => checkBackup(config, db)]

/** A new PUBLIC_URL is tried before the program is restarted with it. */
const programCheck = (config: Config, program: AskedProgram, around: Parameters<typeof ofProgram>[1]): Check => [
  'the program',
  async () => {
    const isNewSite = config.publicUrl !== null && program.changed?.includes('PUBLIC_URL')
    return ofProgram(program, around, isNewSite ? await faultsOf(config.publicUrl!, program) : [])
  },
]

/** The program that runs would be examined with settings that it does not have. */
const siteCheck = (config: Config, program: AskedProgram): Check => [
  'the site',
  async () => {
    const isOld = program.changed === null || program.changed.some((name) => /^(?:PUBLIC_URL|TRUST_PROXY)$/.test(name))
    return program.is === 'here' && isOld ? [] : checkSite(config, program)
  },
]

const serviceChecks = (config: Config): Check[] => [
  ['the model', () => checkService('Model', config.model?.url ?? null, 'The assistant answers with quotations alone.')],
  ['search by meaning', () => checkMeaning(config.embeddings)],
  ['the geocoder', () => checkService('Geocoder', config.geocoderUrl, 'Only towns and postal codes are found.')],
]

const limitChecks = (config: Config): Check[] => [
  ['the limits', async () => checkLimits(config)],
  ['the sender of mails', async () => checkSender(config)],
]

async function checkFiles(config: Config): Promise<Finding> {
  try {
    if (await makeFiles(config).mustBePrivate()) return good('Nobody else can read the images of members.')
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error
    return wrong(error.message)
  }
  return wrong(
    'The store of images does not answer: members see initials in place of pictures, and cannot add any. Start it, or correct S3_ENDPOINT and restart.',
  )
}

function checkLimits({ rateLimits, requireVerifiedEmail }: Config): Finding[] {
  return [
    rateLimits
      ? good('Rate limits are on.')
      : wrong('RATE_LIMITS=off: anyone may try the passwords of members as often as he likes. Remove it, and restart.'),
    ...(requireVerifiedEmail
      ? []
      : [
          look(
            'REQUIRE_VERIFIED_EMAIL=0: anyone may sign up with the address of another. Remove it if strangers can reach the site.',
          ),
        ]),
  ]
}

export type { Finding } from './finding.ts'
export { DOCTOR_HEADER, SETTINGS_HEADER, settingsFor } from './settings.ts'
export { runWatch } from './watch.ts'
export type { FollowedMail } from './work.ts'
