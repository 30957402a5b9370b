/**
 * The import walls: which module may import which. A pure function of the sources, so that the check can be tested. It sees
 * static, type-only, re-exported and dynamic imports and `typeof import()`, by Vite's own parser.
 */
import { posix } from 'node:path'
import { parseSync } from 'vite'

/** path from the repository's root → source text */
export type Sources = Map<string, string>

export interface Edge {
  from: string
  /** a path from the root, or a package's name */
  to: string
  /** as written */
  text: string
  isType: boolean
}

/** The prefixes for a folder or a file in an import; `imports` of package.json has the same table. */
export const SIGNS: Record<string, string> = {
  '#bench/*': './bench/*',
  '#config': './src/config.ts',
  '#contract/*': './src/contract/*',
  '#db/*': './db/*',
  '#program': './src/program.ts',
  '#server/*': './src/server/*',
  '#test/*': './test/*',
  '#town/*': './src/town/*',
  '#web/*': './src/web/*',
}
/** Used without an import. The pages are found by their names in url-words.ts. */
const ENTRIES = [
  'src/main.ts',
  'src/admin.ts',
  'src/verify-answers.ts',
  'src/migrate.ts',
  'src/doctor.ts',
  'src/copy-database.ts',
  'src/backup.ts',
  'src/restore.ts',
  'bench/seed.ts',
  'src/evaluate.ts',
  'src/web/client.tsx',
  'src/web/server.ts',
  'src/web/router.tsx',
  'src/web/routes.ts',
]
/** May import a path that is computed while it runs: that of the built pages. */
const LOADS_PAGES = ['src/program.ts']
const FLOORS = ['contract', 'server', 'web']
const CONTRACT_PACKAGES = ['zod', '@orpc/contract']
/** Layers above the server's rooms: these assemble the rooms, and no room imports them. */
const ABOVE =
  /^src\/(?:server\/(?:[^/]+\.ts|evaluation\/.*)|town\/.*|main\.ts|program\.ts|admin\.ts|migrate\.ts|doctor\.ts|copy-database\.ts|backup\.ts|restore\.ts|version\.ts|evaluate\.ts)$/
/** What those above may import of a room beside its public module. */
const ONLY_FOR_ABOVE = ['src/server/account/auth.ts', 'src/server/account/http.ts']
/** Folders of a layer that are not rooms. */
const NO_ROOMS = ['kernel', 'ui', 'pages', 'shell', 'styles', 'fonts', 'evaluation']
const NAMELESS = ['utils', 'util', 'helpers', 'helper', 'lib', 'common', 'misc', 'shared']

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('test/')
const isCode = (path: string) => /^(?:src|test|db)\/.*\.tsx?$/.test(path)

/** Every import of these sources, in any form. A computed path is refused, because it cannot be checked. */
export function edgesOf(sources: Sources): Edge[] {
  const edges = read.get(sources) ?? readEdges(sources)
  read.set(sources, edges)
  return edges
}

/** Reading some seven hundred files takes seconds. */
const read = new WeakMap<Sources, Edge[]>()

function readEdges(sources: Sources): Edge[] {
  return [...sources].flatMap(([from, source]) => {
    const { program, errors } = parseSync(from, source)
    if (errors.length) throw new Error(`${from} cannot be parsed: ${errors[0]?.message}`)
    return importsIn(program, from, source).map(({ text, isType }) => ({ from, to: target(from, text), text, isType }))
  })
}

const IMPORTS =
  /^(?:ImportDeclaration|ExportAllDeclaration|ExportNamedDeclaration|ImportExpression|TSImportType|TSExternalModuleReference)$/

interface Node {
  type: string
  start: number
  end: number
  source?: { value?: unknown } | null
  expression?: { value?: unknown }
  importKind?: string
  exportKind?: string
  specifiers?: { importKind?: string; exportKind?: string }[]
}

function importsIn(tree: unknown, from: string, source: string): { text: string; isType: boolean }[] {
  const found: { text: string; isType: boolean }[] = []
  const waiting: unknown[] = [tree]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    for (const child of Object.values(node)) if (typeof child === 'object') waiting.push(child)
    const { type, start, end, source: address, expression, ...kinds } = node as Node
    if (!IMPORTS.test(type) || (type === 'ExportNamedDeclaration' && !address)) continue
    const text = (address ?? expression)?.value
    if (typeof text === 'string') found.push({ text, isType: isTypeOnly(type, kinds) })
    else if (!LOADS_PAGES.includes(from))
      throw new Error(`${from} imports a computed path, which cannot be checked: ${source.slice(start, end)}`)
  }
  return found
}

function isTypeOnly(type: string, { importKind, exportKind, specifiers = [] }: Partial<Node>): boolean {
  if (type === 'TSImportType' || importKind === 'type' || exportKind === 'type') return true
  return specifiers.length > 0 && specifiers.every((one) => (one.importKind ?? one.exportKind) === 'type')
}

function target(from: string, text: string): string {
  const [path = ''] = text.split('?')
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  for (const [sign, place] of Object.entries(SIGNS)) {
    if (path === sign) return place.slice(2)
    if (sign.endsWith('*') && path.startsWith(sign.slice(0, -1)))
      return place.slice(2, -1) + path.slice(sign.length - 1)
  }
  return path
}

/** Layer and room of a path; a room is a folder of a layer, or a file in the contract. */
export function placeOf(path: string): { floor: string; folder: string | null; isRoom: boolean } {
  const [, floor = '', folder = '', file] = path.split('/')
  if (!path.startsWith('src/')) return { floor: '', folder: null, isRoom: false }
  if (file === undefined) return { floor: folder ? floor : 'programs', folder: null, isRoom: false }
  return { floor, folder, isRoom: !NO_ROOMS.includes(folder) }
}

/** The public module is the file with the room's own name. */
const isPublicModule = (path: string) => {
  const [folder, file = ''] = path.split('/').slice(-2)
  return file.replace(/\.(?:tsx?|css)$/, '') === folder
}

/** Every breach as one sentence. */
export function breaches(sources: Sources): string[] {
  const edges = edgesOf(sources).filter(({ to }) => !to.endsWith('.gen.ts'))
  const ours = edges.filter(({ from }) => !isTest(from))
  return [
    ...edges.flatMap((edge) => [...whyNot(edge)].map((reason) => `${edge.from} → ${edge.text}: ${reason}`)),
    ...edges
      .filter(({ to }) => isCode(to) && !sources.has(to))
      .map(({ from, text }) => `${from} → ${text}: the file does not exist`),
    ...[...sources.keys()].filter(isNameless).map((path) => `${path}: the name does not say what is inside`),
    ...circles(ours, (path) => path),
    ...circles(ours, roomOf),
    ...orphans(sources, ours).map((path) => `${path}: no module imports it`),
  ]
}

const isNameless = (path: string) => path.split('/').some((part) => NAMELESS.includes(part.replace(/\..*$/, '')))

const roomOf = (path: string) => {
  const { floor, folder, isRoom } = placeOf(path)
  return isRoom ? `room ${floor}/${folder}` : null
}

/** The configuration, and the files that it consists of. */
const CONFIG = /^src\/config(?:-\w+)?\.ts$/
const CONFIG_PART = /^src\/config-\w+\.ts$/

function* whyNot({ from, to, text, isType }: Edge): Generator<string> {
  const [here, there] = [placeOf(from), placeOf(to)]
  if (text.startsWith('../../')) yield 'write #floor/… instead of ../../'
  if (isTest(from)) return
  if (isTest(to)) yield 'only tests may import tests'
  if (text.startsWith('.') && FLOORS.includes(here.floor) && here.floor !== there.floor)
    yield 'import another floor by #floor/…'
  if (here.floor === 'contract' && there.floor !== 'contract' && !CONTRACT_PACKAGES.includes(to))
    yield 'the contract must not import other code'
  if (here.floor === 'web' && !['web', 'contract'].includes(there.floor) && /^(src|db)\//.test(to))
    yield 'the web must not import the server'
  if (here.floor === 'web' && there.floor === 'contract' && !isType && !/^src\/contract\/(?:\w+-)?words\.ts$/.test(to))
    yield 'the web may import only types of the contract, and values only from words.ts: otherwise the browser would load the parser'
  if (here.floor === 'server' && there.floor === 'web') yield 'the server must not import the web'
  if (CONFIG.test(from) && /^(src|db)\//.test(to) && !CONFIG_PART.test(to))
    yield 'the configuration must not import other code'
  if (CONFIG_PART.test(to) && !CONFIG.test(from)) yield 'the parts of the configuration are imported by it alone'
  if (here.floor === 'server' && !ABOVE.test(from) && ABOVE.test(to))
    yield 'rooms and kernel must not import the modules that assemble them'
  if (
    ['kernel', 'ui'].includes(here.folder ?? '') &&
    (there.isRoom || ['pages', 'shell', 'town'].includes(there.folder ?? ''))
  )
    yield `${here.folder} must not import a room`
  if ((here.isRoom || here.folder === 'shell') && there.folder === 'pages') yield 'rooms must not import a page'
  if (here.isRoom && there.folder === 'shell') yield 'rooms must not import the shell'
  const isSameRoom = here.floor === there.floor && here.folder === there.folder
  if (importsPastPublicModule(from, to)) yield 'a folder of the kernel is imported by its public module'
  if (there.isRoom && !isSameRoom && !isPublicModule(to) && !(ABOVE.test(from) && ONLY_FOR_ABOVE.includes(to)))
    yield 'rooms are imported by their public modules'
}

/** `kernel/live/live.ts` is the public module of `kernel/live`; the files beside it are internal. */
function importsPastPublicModule(from: string, to: string): boolean {
  const folder = /^src\/server\/kernel\/\w+\//.exec(to)?.[0]
  return folder !== undefined && !from.startsWith(folder) && !isPublicModule(to)
}

/** Circles of modules, or of rooms: each strongly connected component once. */
function circles(edges: Edge[], nameOf: (path: string) => string | null): string[] {
  const graph = new Map<string, Set<string>>()
  for (const edge of edges) {
    const [from, to] = [nameOf(edge.from), nameOf(edge.to)]
    if (!from || !to || (from === to && edge.from !== edge.to)) continue
    graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  const reach = new Map([...graph.keys()].map((from) => [from, reachable(graph, [...graph.get(from)!])]))
  const inCircle = [...graph.keys()].filter((name) => reach.get(name)!.has(name))
  const groups = Map.groupBy(inCircle, (name) =>
    inCircle
      .filter((other) => reach.get(name)!.has(other) && reach.get(other)!.has(name))
      .sort()
      .join(' ↔ '),
  )
  return [...groups.keys()].map((group) => `a circle: ${group}`)
}

function reachable(graph: Map<string, Set<string>>, from: string[]): Set<string> {
  const seen = new Set<string>()
  for (let next = from.pop(); next; next = from.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    from.push(...(graph.get(next) ?? []))
  }
  return seen
}

function orphans(sources: Sources, edges: Edge[]): string[] {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  const urls = sources.get('src/contract/url-words.ts') ?? ''
  const pages = [...urls.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, page]) => `src/web/pages/${page}.tsx`)
  pages.push('src/web/pages/root.tsx')
  const found = reachable(graph, [...ENTRIES, ...pages])
  return [...sources.keys()].filter((path) => path.startsWith('src/') && !isTest(path) && !found.has(path))
}
