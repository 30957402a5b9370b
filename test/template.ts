/** A migrated and seeded database that each test copies. */
import pg from 'pg'
import { readConfig } from '#config'
import { prepareJobs } from '#server/kernel/jobs/queue.ts'
import { migrate, openDatabase } from '#server/kernel/postgres/database.ts'
import { storeInstanceSettings } from '#server/members/members.ts'
import { seedBase } from '#server/seed.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

export const inDatabase = (url: string, name: string) => {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** `clusterUrl`: any database of the cluster, as the application's role. */
export async function makeTemplate(clusterUrl: string, name: string): Promise<void> {
  await asOwner(clusterUrl, `create database ${name}`)
  const url = inDatabase(clusterUrl, name)
  await migrate(url, quiet)
  const database = openDatabase(url, 2, quiet)
  await prepareJobs(database.pool, quiet)
  await seedBase(database.db)
  await storeInstanceSettings(database.db, readConfig({}))
  await database.close()
  await asOwner(clusterUrl, `alter database ${name} with is_template true allow_connections false`)
}

export async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * A pool of a test's own. `pool.end()` does not wait until its connections are closed, and `drop database … with (force)` ends
 * those that are left: without a listener on each connection, its last message would be an error that belongs to no test.
 */
export function testPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
