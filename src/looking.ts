/**
 * `npm start -- --look DIR`: the community in DIR as it is there, for a look at a restored copy. The program takes none of the settings
 * with which it would reach members or services, listens on this machine only, and runs no background work.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError } from './config.ts'

type Env = Record<string, string | undefined>

/** How it looks, who may sign in, and where images are read. Everything else is left out, also what a later version adds. */
const KEPT = [
  ...[
    'PAGES_DIR',
    'LOG_LEVEL',
    'BRAND_NAME',
    'ASSISTANT_NAME',
    'SECRET',
    'SMALL',
    'FILES_DIR',
    'REQUIRE_VERIFIED_EMAIL',
  ],
  ...['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_REGION'],
]
const PORT = '3001'

/** What only the instance has that stores backups from this folder: it has held a target, or its log waits for one. */
function ownIn(dataDir: string): string[] {
  const storesBackups = ['backup-holder', 'backup/log'].some((name) => existsSync(join(dataDir, name)))
  if (!storesBackups) return []
  return ['backup-holder', 'backup'].map((name) => join(dataDir, name)).filter((path) => existsSync(path))
}

/** Returns the variables for a look at a copy, or null if the program is started as usual. */
export function lookingAt(words: string[], env: Env): Env | null {
  const { values } = parseArgs({
    args: words,
    options: { look: { type: 'string' }, port: { type: 'string', default: PORT } },
    // the demo has words of its own
    strict: false,
    allowPositionals: true,
  })
  if (values.look === undefined) return null
  if (typeof values.look !== 'string' || !existsSync(join(values.look, 'postgres')))
    throw new ConfigError('Say which restored copy: npm start -- --look DIR')
  const dataDir = resolve(values.look)
  const own = ownIn(dataDir)
  if (own.length > 0)
    throw new ConfigError(
      `${dataDir} stores backups of its own, and a look at it would leave a gap in them. Restore a copy, and look at that. If this is a copy, remove ${own.join(' and ')} first.`,
    )
  const kept = KEPT.map((name) => [name, env[name]] as const)
  return { ...Object.fromEntries(kept), DATA_DIR: dataDir, PORT: String(values.port), GAZETTEER: 'off' }
}
