/**
 * `npm run backup`: takes a base backup of the embedded database while it runs, stores the images, and removes what the rule of
 * days no longer keeps. `-- --fast` does not give way to members, `-- --list` says what can be restored, and what is
 * missing (`--check` reads everything), `-- --make-key FILE` makes the key. `-- --take-over` lets the instance of DATA_DIR store its
 * backups in a target that another one holds.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Config, readConfig, secretFor } from './config.ts'
import {
  atOnce,
  BackupRuns,
  failureOf,
  giveWay,
  heldBy,
  INSTANCE,
  identify,
  isSamePlace,
  lastEvent,
  listBases,
  type Manifest,
  makeKey,
  megabytes,
  mustHold,
  noteEvent,
  openVault,
  placeOf,
  prune,
  reportOn,
  restAfter,
  shipAll,
  storeImages,
  takeBase,
  takeOver,
} from './server/kernel/backup/backup.ts'
import { makeFiles } from './server/kernel/files/files.ts'
import { makeLog } from './server/kernel/log.ts'
import { openDatabase, openHome } from './server/kernel/postgres/postgres.ts'
import { imageKeysInUse } from './server/media/media.ts'
import { VERSION } from './version.ts'

try {
  const { values } = parseArgs({
    options: {
      'make-key': { type: 'string' },
      list: { type: 'boolean' },
      check: { type: 'boolean', default: false },
      'take-over': { type: 'boolean' },
      fast: { type: 'boolean', default: false },
    },
  })
  if (values['make-key']) sayKey(values['make-key'])
  else if (values.list) await list(readConfig(process.env), values.check)
  else if (values['take-over']) await sayTakeOver(readConfig(process.env))
  else await backUp(readConfig(process.env), values.fast)
} catch (error) {
  console.error(failureOf(error, 'The target of BACKUP_TO').sentence)
  process.exitCode = 1
}

function sayKey(file: string): void {
  makeKey(file)
  console.log(
    `The key is in ${file}. Keep a copy of it in another place, on paper if you like: without it no backup can be read.`,
  )
}

function mustHaveBackup({ backup }: Config): NonNullable<Config['backup']> {
  if (backup) return backup
  throw new Error('Say where backups go: BACKUP_TO=FOLDER or s3://bucket/prefix, and BACKUP_KEY_FILE=FILE.')
}

async function list(config: Config, isFull: boolean): Promise<void> {
  const vault = await openVault(mustHaveBackup(config))
  const { lines, faults, since } = await reportOn(vault, isFull)
  for (const line of lines) console.log(line)
  for (const fault of faults) console.log(fault)
  if (faults.length > 0) process.exitCode = 1
  if (!since) return console.log(`There is no whole base backup in ${vault.description}.`)
  const shipped = lastEvent(config.dataDir, 'log')
  const end = shipped ? `; the log was last stored at ${shipped.at}` : ''
  console.log(
    `Any second since ${since} can be restored${faults.length > 0 ? ', except what is named above' : ''}${end}.`,
  )
}

async function sayTakeOver(config: Config): Promise<void> {
  mustHaveInstance(config)
  const vault = await openVault(mustHaveBackup(config))
  const before = await takeOver(vault, config.dataDir)
  const other = before
    ? ` Until now it was ${placeOf(before)}${isSamePlace(before, config.dataDir) ? ', another directory that was in this place before' : ''}. That one stores nothing there any more; do not start it with these variables. If this was a mistake, put it back into its place, and say --take-over there.`
    : ''
  console.log(
    `This instance, in ${config.dataDir}, stores its backups in ${vault.description} now.${other} Restart this one.`,
  )
}

function mustHaveInstance({ dataDir }: Config): void {
  if (existsSync(`${dataDir}/postgres`)) return
  throw new Error(`There is no instance in ${dataDir} yet. Start it with npm start, or say where it is with DATA_DIR=…`)
}

async function backUp(config: Config, isFast: boolean): Promise<void> {
  if (!isFast) giveWay()
  const backup = mustHaveBackup(config)
  if (config.databaseUrl)
    throw new Error('DATABASE_URL is set: back that database up with pgBackRest or barman. docs/backup.md says how.')
  mustHaveInstance(config)
  const log = makeLog(config.logLevel)
  const vault = heldBy(config.dataDir, await openVault(backup))
  await mustHold(vault, config.dataDir)
  const home = await openHome(config, log, true)
  const began = Date.now()
  try {
    const database = openDatabase(home.url, 2, log, { name: 'fatherkin backup' })
    const files = makeFiles(config)
    const { system } = await identify(home.superuserUrl!)
    await vault.putOnce(INSTANCE, Buffer.from(system))
    const images = await storeImages(vault, files, imageKeysInUse(database.db), await listBases(vault))
    await database.close()
    const taken = await takeBase({
      ...{ dataDir: config.dataDir, vault, images, program: VERSION },
      superuserUrl: home.superuserUrl!,
      pace: isFast ? atOnce : restAfter,
      secret: config.secret ? null : secretFor(config),
      // if the program does not run, the log waits for us
      storeLog: () => shipAll({ dataDir: config.dataDir, vault, files, log }),
    })
    const removed = await prune(vault, backup.keepDays, new Date())
    noteTaken(config, vault.description, taken, (Date.now() - began) / 1000)
    console.log(
      `Stored and verified ${taken.id} in ${vault.description}: ${megabytes(taken.raw_bytes)} of files, ${taken.images} images.${removed > 0 ? ` Removed ${removed} objects that no base backup needs any more.` : ''}`,
    )
  } catch (error) {
    const failure = { at: new Date().toISOString(), ...failureOf(error, vault.description) }
    if (!(error instanceof BackupRuns)) noteEvent(config.dataDir, 'base-failure', failure)
    throw error
  } finally {
    await home.stop()
  }
}

function noteTaken(
  { dataDir }: Config,
  target: string,
  { id, timeline, stored_bytes }: Manifest,
  seconds: number,
): void {
  noteEvent(dataDir, 'base', { at: new Date().toISOString(), target, id, timeline, stored_bytes, seconds })
  noteEvent(dataDir, 'base-failure', null)
}
