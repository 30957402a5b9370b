/** One question of the doctor to a server that is not the primary, with his patience. */
import pg from 'pg'
import { PATIENCE_MS } from './finding.ts'

/** Rejects if the server does not answer in time. */
export async function askServer<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    application_name: 'fatherkin doctor',
  })
  client.on('error', () => {}) // the pending question fails as well
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}
