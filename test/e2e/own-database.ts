/** Databases for programs of a test's own: copies of one that is migrated and seeded once per run, in the cluster of the empty instance. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate, openDatabase } from '#server/kernel/db.ts'
import { prepareJobs } from '#server/kernel/jobs.ts'
import { seedBase } from '#server/seed.ts'

const TEMPLATE = 'own_place_template'
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Once per run. `url`: any database of the cluster, as the application's role. */
export async function makeTemplate(url: string): Promise<void> {
  await asOwner(url, `create database ${TEMPLATE}`)
  const template = named(url, TEMPLATE)
  await migrate(template, quiet)
  const database = openDatabase(template, 2, quiet)
  await prepareJobs(database.pool, quiet)
  await seedBase(database.db)
  await database.close()
  await asOwner(url, `alter database ${TEMPLATE} with is_template true allow_connections false`)
}

/** A new database as a first start leaves it; answers its address. It goes with the cluster. */
export async function copyDatabase(url: string): Promise<string> {
  const name = `own_${randomUUID().replaceAll('-', '')}`
  await asOwner(url, `create database ${name} template ${TEMPLATE}`)
  return named(url, name)
}

function named(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
