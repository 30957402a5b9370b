/** The objects of a backup: what a target does with them, and their names. */
import type { TargetFault } from './faults.ts'

export interface Entry {
  name: string
  bytes: number
  /** when it was stored, by the clock of the target */
  at: Date
}

export interface BackupTarget {
  /** Stores the whole object or nothing. Replaces an object with the same name. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Returns null if there is no object with this name. */
  get(name: string): Promise<Uint8Array | null>
  /** The names of the objects in this folder and in the folders below it. `folder` ends with a slash. */
  list(folder: string): AsyncIterable<string>
  /** The same with the bytes that each of them takes. */
  entries(folder: string): AsyncIterable<Entry>
  /** Succeeds also if there is no such object. */
  remove(name: string): Promise<void>
  /** Looks whether something hinders it, and changes nothing. Null: nothing that can be seen without storing something. */
  fault(): Promise<TargetFault | null>
  /** for sentences to the operator, without credentials */
  description: string
}

export async function* namesOf(entries: AsyncIterable<Entry>): AsyncGenerator<string> {
  for await (const { name } of entries) yield name
}

/** Objects are named by this program, so any other name in a target is not one of them. */
const NAME = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/)*[A-Za-z0-9][A-Za-z0-9._-]*$/
export const isObjectName = (text: string) => NAME.test(text)

/** A file of the write-ahead log as PostgreSQL names it: a segment, or the history of a timeline. */
const LOG_FILE = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)$/
export const isLogFile = (name: string) => LOG_FILE.test(name)
/** Each segment has 16 MB. */
export const SEGMENT_BITS = 24n
export const isSegment = (file: string) => file.length === 24
export const timelineOf = (file: string) => Number.parseInt(file.slice(0, 8), 16)
/** The number of a segment over all timelines. Each has 16 MB, and the second part of its name counts 4 GB. */
export const segmentNumber = (file: string): bigint =>
  (BigInt(`0x${file.slice(8, 16)}`) << 8n) + BigInt(`0x${file.slice(16)}`)
/** Marks the start of a base backup in the log. Our manifests contain the same, so it is not stored. */
export const isBackupHistory = (name: string) => /^[0-9A-F]{24}\.[0-9A-F]{8}\.backup$/.test(name)

/** Says whose backups these are. */
export const INSTANCE = 'instance'
/** Says which data directory stores its backups here. */
export const LEASE = 'lease'
export const LOG_FOLDER = 'log/'
export const BASE_FOLDER = 'base/'
export const IMAGE_FOLDER = 'images/'

/** A folder for each timeline. */
export const logName = (file: string) => `${LOG_FOLDER}${file.slice(0, 8)}/${file}`
export const logFileOf = (name: string) => name.slice(name.lastIndexOf('/') + 1)
/** A folder for each pair of digits: a folder with millions of files is slow. */
export const imageName = (key: string) => `${IMAGE_FOLDER}${key.slice(0, 2)}/${key}`
export const imageKeyOf = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** The id of a base backup is the time of its start: "20261126T101500Z". */
export const baseId = (start: Date) => start.toISOString().replace(/[-:]|\.\d+/g, '')
export const manifestName = (id: string) => `${BASE_FOLDER}${id}/manifest`
export const imagesOfBaseName = (id: string) => `${BASE_FOLDER}${id}/images`
export const partName = (id: string, part: number) => `${BASE_FOLDER}${id}/part-${String(part).padStart(6, '0')}`
/** Returns null if the object is no manifest. */
export const baseIdOfManifest = (name: string) => /^base\/([0-9TZ]+)\/manifest$/.exec(name)?.[1] ?? null
