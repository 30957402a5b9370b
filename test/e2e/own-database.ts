/**
 * Databases for programs of a single test: copies of one that is migrated and seeded once per run, in the cluster of the empty
 * instance.
 */
import { randomUUID } from 'node:crypto'
import { asOwner, inDatabase, makeTemplate } from '../template.ts'

const TEMPLATE = 'own_place_template'

/** Once per run. `url`: any database of the cluster, as the application's role. */
export const makeOwnTemplate = (url: string) => makeTemplate(url, TEMPLATE)

/** Creates a database in the state after a first start; returns its URL. It is deleted with the cluster. */
export async function copyDatabase(url: string): Promise<string> {
  const name = `own_${randomUUID().replaceAll('-', '')}`
  await asOwner(url, `create database ${name} template ${TEMPLATE}`)
  return inDatabase(url, name)
}
