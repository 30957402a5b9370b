/** What the metrics look up in the database, over a connection of their own: the pool may be in use. */
import { readPosition } from '../backup/backup.ts'
import { jobFigures } from '../jobs/jobs.ts'
import { errorFacts, type Log } from '../log.ts'
import { openDatabase } from '../postgres/postgres.ts'
import { readerDelays } from '../stream/stream.ts'
import type { DatabaseGauges } from './ports.ts'

/** `readers` are the names of the program's readers: the table keeps those of older versions. */
export function makeDatabaseGauges(url: string, readers: readonly string[], log: Log) {
  const { db, close } = openDatabase(url, 1, log, { name: 'fatherkin metrics' })
  const unlessAway = async <T>(reading: Promise<T>): Promise<T | null> => {
    try {
      return await reading
    } catch (error) {
      log.debug(errorFacts(error), 'the database did not answer for the metrics')
      return null
    }
  }
  return {
    close,
    /** where the log of the server is */
    position: () => unlessAway(readPosition(db)),
    read: (): Promise<DatabaseGauges | null> =>
      unlessAway((async () => ({ jobs: await jobFigures(db), readers: await readerDelays(db, readers) }))()),
  }
}
