/** What a start prints on a terminal, beside the addresses. Pure. */
import { resolve } from 'node:path'
import type { Config } from './config.ts'

/** Null: the instance has administrators by ADMIN_EMAILS. */
export function administratorHint({
  adminEmails,
  dataDir,
  databaseUrl,
}: Pick<Config, 'adminEmails' | 'dataDir' | 'databaseUrl'>): string | null {
  if (adminEmails.length > 0) return null
  const command = 'npm run admin -- YOUR@EMAIL'
  // it may have a password, so it is not printed
  if (databaseUrl) return `To become an administrator, with the same DATABASE_URL: ${command}`
  const isDefault = dataDir === resolve('data')
  return `To become an administrator: ${isDefault ? '' : `DATA_DIR=${quoted(dataDir)} `}${command}`
}

/** As a shell reads it back. */
const quoted = (word: string) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** `applied`: what a start has applied, `known`: the files of all migrations. The names interest in an upgrade only. */
export function migratedLine(applied: string[], known: string[]): [facts: object, text: string] {
  const isNew = applied.some((name) => `${name}.sql` === known[0])
  if (isNew) return [{}, `the database is ready: ${applied.length} steps`]
  return [{ migrations: applied }, 'the database is up to date']
}
