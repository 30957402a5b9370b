/** Statements that are asked again and again on a connection of their own, with a short timeout. */
import pg from 'pg'

/** In ms. A server that does not answer within it is not used. */
const TIMEOUT_MS = 600
/** The server gives up first. Otherwise statements that wait for a lock there would pile up after their connections were cut. */
const LIMITS = 'set lock_timeout = 400; set statement_timeout = 500'

export interface Probe {
  /** Returns the first row. Rejects if the server does not answer in time; the next call connects again. */
  ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row>
  close(): Promise<void>
}

export function makeProbe(url: string): Probe {
  let opening: Promise<pg.Client> | null = null
  let isClosed = false

  const connect = async (drop: () => void): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'fatherkin replica',
      keepAlive: true,
    })
    client.on('error', drop)
    client.on('end', drop)
    try {
      await client.connect()
      await client.query(LIMITS)
    } catch (error) {
      cut(client)
      throw error
    }
    return client
  }
  const open = (): Promise<pg.Client> => {
    const made: Promise<pg.Client> = connect(() => {
      if (opening === made) opening = null
    })
    return made
  }

  return {
    async ask<Row extends pg.QueryResultRow>(statement: string) {
      if (isClosed) throw new Error('The probe is closed')
      opening ??= open()
      const used = opening
      let client: pg.Client | null = null
      try {
        client = await used
        return (await client.query<Row>(statement)).rows[0]!
      } catch (error) {
        if (opening === used) opening = null
        // a server that does not respond would not answer a goodbye either
        if (client) cut(client)
        throw error
      }
    },
    async close() {
      isClosed = true
      const client = await opening?.catch(() => null)
      if (client) cut(client)
    },
  }
}

const cut = (client: pg.Client) => (client as unknown as { connection: pg.Connection }).connection.stream.destroy()
