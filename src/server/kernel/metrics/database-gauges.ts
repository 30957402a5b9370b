/** What the metrics look up in the database, over a connection of their own: the pool may be in use. */
import { jobFigures } from '../jobs/jobs.ts'
import { errorFacts, type Log } from '../log.ts'
import { openDatabase } from '../postgres/postgres.ts'
import { readerDelays } from '../stream/stream.ts'
import type { DatabaseGauges } from './ports.ts'

/** `readers` are the names of the program's readers: the table keeps those of older versions. */
export function makeDatabaseGauges(url: string, readers: readonly string[], log: Log) {
  const { db, close } = openDatabase(url, 1, log, { name: 'fatherkin metrics' })
  return {
    close,
    async read(): Promise<DatabaseGauges | null> {
      try {
        return { jobs: await jobFigures(db), readers: await readerDelays(db, readers) }
      } catch (error) {
        log.debug(errorFacts(error), 'the database did not answer for the metrics')
        return null
      }
    },
  }
}
