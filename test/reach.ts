/**
 * The dependencies of a file, as far as its text shows them: all its imports, found by the reader of the import walls, and
 * every file or folder of ours that it names (threads, programs that it starts, migrations, a text that it reads), and their
 * dependencies.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from './bounded.ts'
import { edgesOf } from './walls.ts'

/** The sources of the built pages and of their build, see scripts/pages.mjs. */
export const PAGES = [
  ...['src/web/**', 'src/contract/**', 'public/**', 'vite.config.ts', 'tsconfig.web.json'],
  ...['scripts/pages.mjs', 'package.json', 'package-lock.json'],
]

/** The folders of our files; a path that leads elsewhere is not ours. */
const OURS = /^(?:src|db|test|bench|scripts)\//
const CODE = /\.tsx?$/
/** Names a source of the pages for `npm run dev` alone; a test that needs built pages depends on all of them. */
const FOR_DEV = 'src/main.ts'
/** A path in quotes, or the end of one behind `${root}/`. */
const NAMED = /['"`/]((?:\.{1,2}\/|src\/|db\/|test\/|bench\/|scripts\/)[\w./-]+)['"`]/g

/**
 * Returns the paths of all files that these depend on, including themselves, from the root. Caches the files that it has read.
 */
export function makeReach(folder = root): (paths: string[]) => string[] {
  const known = new Map<string, string[]>()
  const next = (path: string) => {
    const found = known.get(path) ?? (CODE.test(path) ? mentionedIn(path, folder) : [])
    known.set(path, found)
    return found
  }
  return (paths) => {
    const seen = new Set<string>()
    const left = [...paths]
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      if (seen.has(path)) continue
      seen.add(path)
      left.push(...next(path))
    }
    return [...seen].sort()
  }
}

function mentionedIn(path: string, folder: string): string[] {
  const text = readFileSync(join(folder, path), 'utf8')
  const imports = edgesOf(new Map([[path, text]])).map(({ to }) => to)
  const named = [...text.matchAll(NAMED)].map(([, name = '']) =>
    name.startsWith('.') ? posix.join(posix.dirname(path), name) : name,
  )
  const isMeant = (one: string) => OURS.test(one) && !(path === FOR_DEV && one.startsWith('src/web/'))
  return [...imports, ...named].filter(isMeant).flatMap((one) => filesAt(one, folder))
}

/** A folder stands for all files in it. */
function filesAt(path: string, folder: string): string[] {
  const stat = statSync(join(folder, path), { throwIfNoEntry: false })
  if (stat?.isFile()) return [path]
  return stat?.isDirectory() ? filesIn([posix.join(path, '**')], folder) : []
}

/** Paths of files, from the root, with / between. Files that the build generates are not included. */
export function filesIn(patterns: string[], folder = root): string[] {
  return globSync(patterns, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)))
    .filter((path) => !path.endsWith('.gen.ts'))
    .sort()
}
