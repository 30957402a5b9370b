/** What the first page of a visit loads follows from imports: the build does not depend on the names of our modules. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { createBuilder, createLogger, type Plugin, type Rolldown } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const WEB = join(ROOT, 'src/web')
/** The build must be given these paths. */
const PLACED = new Set(['client.tsx', 'router.tsx', 'server.ts', 'routes.gen.ts'].map((file) => join(WEB, file)))
const BUILD_MS = 120_000

interface File {
  /** without its hash */
  name: string
  /** in characters */
  size: number
  modules: string[]
}

/** The files of the browser's build, by name. `plugin` may change how modules are resolved. */
async function built(plugin?: Plugin): Promise<File[]> {
  const builder = await createBuilder({
    root: ROOT,
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'silent',
    build: { write: false },
    plugins: plugin ? [plugin] : [],
  })
  const { output } = (await builder.build(builder.environments.client!)) as Rolldown.RolldownOutput
  return output
    .filter((file) => file.type === 'chunk')
    .map(({ name, code, moduleIds }) => ({ name, size: code.length, modules: moduleIds.toSorted() }))
}

/** Gives every module of ours except the pages another name, and records which. */
function renaming(): { plugin: Plugin; before: (id: string) => string } {
  const names = new Map<string, string>()
  const isOurs = (id: string) => id.startsWith(join(ROOT, 'src/')) && /\.tsx?$/.test(id)
  const isMovable = (id: string) => isOurs(id) && dirname(id) !== join(WEB, 'pages') && !PLACED.has(id)
  const plugin: Plugin = {
    name: 'renaming',
    enforce: 'pre',
    async resolveId(specifier, importer, options) {
      const found = await this.resolve(specifier, importer, { ...options, skipSelf: true })
      if (!found || !isMovable(found.id)) return found
      const name = createHash('sha256').update(found.id).digest('hex').slice(0, 12)
      const renamed = join(dirname(found.id), `${name}${extname(found.id)}`)
      names.set(renamed, found.id)
      return { ...found, id: renamed }
    },
    load: (id) => (names.has(id) ? readFileSync(names.get(id)!, 'utf8') : undefined),
  }
  return { plugin, before: (id) => names.get(id) ?? id }
}

/** The chunks that the build combines; the others are loaded on demand, and Vite names them after their contents. */
const FIRST = ['app', 'conversation', 'index', 'lists', 'packages', 'post']
const inFirst = (files: File[]) =>
  files.filter(({ name }) => FIRST.includes(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** In characters. The minifier gives out its short names in an order that depends on the names of the files. */
const SIZE_TOLERANCE = 100
const withoutSize = ({ size: _, ...file }: File) => file

// otherwise the development version is built, which contains the names of its files
beforeAll(() => {
  vi.stubEnv('NODE_ENV', 'production')
  return () => void vi.unstubAllEnvs()
})

test(
  'renaming every module leaves the files of the first load as they were',
  async () => {
    const { plugin, before } = renaming()
    const asNamed = inFirst(await built())
    const renamed = inFirst(await built(plugin)).map((file) => ({
      ...file,
      modules: file.modules.map(before).toSorted(),
    }))
    expect(asNamed.map(({ name }) => name)).toContain('packages')
    expect(renamed.map(withoutSize)).toEqual(asNamed.map(withoutSize))
    for (const [at, { name, size }] of renamed.entries())
      expect(Math.abs(size - asNamed[at]!.size), name).toBeLessThan(SIZE_TOLERANCE)
  },
  BUILD_MS,
)

test(
  'the build of the pages warns of nothing, so that an operator need not wonder',
  async () => {
    const warnings: string[] = []
    const logger = createLogger('silent')
    const note = (words: string) => void warnings.push(words)
    const builder = await createBuilder({
      root: ROOT,
      configFile: join(ROOT, 'vite.config.ts'),
      customLogger: { ...logger, warn: note, warnOnce: note },
      build: { write: false },
    })
    for (const environment of Object.values(builder.environments)) await builder.build(environment)
    expect(warnings).toEqual([])
  },
  BUILD_MS,
)
