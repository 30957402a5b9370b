/** Backups: the continuous archive of the embedded database's log, base backups, restores, and what happened last. */
export { type BackupAges, backupAges } from './ages.ts'
export { BackupRuns, takeBase } from './base.ts'
export { failureOf, TargetFault } from './faults.ts'
export { storeImages } from './images.ts'
export { keyWarnings } from './key-place.ts'
export {
  BackupRefused,
  heldBy,
  isSamePlace,
  mayStore,
  mustBeKeyOf,
  mustHold,
  placeOf,
  refusalOf,
  takeOver,
} from './lease.ts'
export { listBases, type Manifest } from './manifest.ts'
export { INSTANCE, logName } from './objects.ts'
export { placingLines } from './placing.ts'
export { prune } from './prune.ts'
export { type Report, reportOn } from './report.ts'
export { checkImages, megabytes, removeRestore, restore, restoreImages } from './restore.ts'
export { readPosition, secondsAtRisk } from './risk.ts'
export { type Backups, identify, lastWords, nextBase, startBackups, type Task } from './schedule.ts'
export { makeKey } from './seal.ts'
export { shipAll, waitingLog, withFilesNoted } from './shipping.ts'
export { type BackupEvent, backupFolder, lastEvent, noteEvent } from './state.ts'
export { openTarget } from './target.ts'
export { mustGet, openVault, type Vault } from './vault.ts'
export { atOnce, giveWay, restAfter } from './yielding.ts'
