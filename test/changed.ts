/**
 * Selects the tests that a change affects, for `npm test -- changed`. Three ways lead from a changed file to a test:
 *
 * - imports, followed backwards, but never through a file that assembles the whole program (it imports from many rooms):
 *   through such a file every test is reached;
 * - the room: tests in its folders, and tests elsewhere that call its procedures;
 * - the rooms that a journey or a screen names: in its header ("Rooms: pods, chat.") or by the procedures it answers.
 *
 * A journey that declares itself too long is run with everything, and here only if it was changed itself.
 *
 * A change outside all rooms (kernel, ui, shell, styles) selects all screens and the journeys that name "everywhere". A change
 * of the program's assembly selects the tests that start it as a process; a migration selects the tests of migrations. Changes
 * that affect everything (packages, settings of the tools) are more than a quick run can show, so they are only named.
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stop } from './bounded.ts'
import { edgesOf, placeOf, type Sources } from './walls.ts'

export interface Chosen {
  rooms: string[]
  /** test files of vitest.config.ts */
  tests: string[]
  screens: string[]
  journeys: string[]
  /** changed files that affect everything, such as the settings of a tool */
  ofEverything: string[]
  /** further tests that call the rooms' procedures, beyond the first `MENTIONS`, and journeys that are too long */
  leftOut: string[]
}

/** A file that imports from this many rooms assembles the program. */
const MANY_ROOMS = 6
/**
 * How many tests outside the room are selected: those with the most calls of its procedures, so that the command stays quick.
 */
const MENTIONS = 4
const EVERYWHERE = 'everywhere'
/** Settings of the tools, which no file imports. */
const OF_EVERYTHING = /^(?:[^/]+\.(?:json|ts)|scripts\/.*|test\/(?:browser|bounded|cluster|report|run)\.ts)$/
/** All screens depend on these files without importing them. */
const OF_SCREENS = /^test\/(?:browser|screens\/(?:setup|start))\.tsx?$|^vitest\.screens\.config\.ts$/
/** The program is assembled from these files. */
const OF_PROGRAM = /^src\/[^/]+\.ts$|^src\/server\/[^/]+\.ts$/
const STARTS_PROGRAM = 'makeProgram('
const OF_MIGRATIONS = ['database', 'functions', 'migration-locks', 'upgrade'].map((name) => `test/${name}.test.ts`)
/** The text in the header of a journey that is too long. */
const TOO_LONG = 'Too long for a quick run.'

/** `changed`: paths from the root; `sources`: every code file of src, db and test by path. */
export function choose(changed: string[], sources: Sources): Chosen {
  const all = [...sources.keys()]
  const edges = edgesOf(sources)
  const rooms = [...new Set(changed.flatMap((path) => roomsOf(path, all)))].sort()
  const isWide = changed.some((path) => isProduct(path) && roomsOf(path, all).length === 0)
  const near = reachedBackwards(changed, edges)
  const inRoom = all.filter((path) => isTest(path) && rooms.includes(placeOf(path).folder ?? ''))
  const started = changed.some((path) => OF_PROGRAM.test(path) && isProduct(path))
    ? all.filter((path) => isTest(path) && sources.get(path)!.includes(STARTS_PROGRAM))
    : []
  const migrating = changed.some((path) => path.startsWith('db/'))
    ? all.filter((path) => OF_MIGRATIONS.includes(path))
    : []
  const [mentioned, leftOut] = splitAt(mostMentions(rooms, all.filter(isHouseTest), sources), MENTIONS)
  const tests = [...new Set([...near.filter(isTest), ...inRoom, ...started, ...migrating, ...mentioned])]
  const named = (path: string) => namedRooms(sources.get(path) ?? '')
  const isOfScreens = isWide || changed.some((path) => OF_SCREENS.test(path))
  const concerns = (path: string) =>
    near.includes(path) || named(path).some((room) => rooms.includes(room) || (isWide && room === EVERYWHERE))
  const concerned = all.filter((path) => isJourney(path) && concerns(path))
  const tooLong = concerned.filter((path) => !changed.includes(path) && sources.get(path)!.includes(TOO_LONG))
  return {
    rooms,
    tests: tests.filter((path) => !isScreen(path)).sort(),
    screens: all.filter(
      (path) => isScreen(path) && (isOfScreens || concerns(path) || callsAny(rooms, sources.get(path)!)),
    ),
    journeys: concerned.filter((path) => !tooLong.includes(path)),
    ofEverything: changed.filter((path) => OF_EVERYTHING.test(path)),
    leftOut: [...leftOut.filter((path) => !tests.includes(path)), ...tooLong],
  }
}

/**
 * The paths from the root that differ from the commit before the last one, committed or not. Throws if git does not know that
 * commit.
 */
export function changedFiles(root: string): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
  try {
    git('rev-parse', '--verify', 'HEAD~1')
  } catch {
    throw new Stop(
      'There is no git here that knows a commit before the last one, so nothing tells what has changed: run npm test.',
    )
  }
  const known = git('diff', '--name-only', 'HEAD~1', '--')
  const fresh = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...known, ...fresh])].filter(Boolean).sort()
}

/** The code of src, db and test, by path. */
export function sourcesOf(root: string): Sources {
  const paths = globSync(['src/**/*.{ts,tsx}', 'db/*.ts', 'test/**/*.{ts,tsx}'], { cwd: root })
  const ours = paths.filter((path) => !path.endsWith('.gen.ts')).sort()
  return new Map(ours.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const isScreen = (path: string) => /^test\/screens\/.*\.test\.tsx$/.test(path)
const isJourney = (path: string) => path.endsWith('.spec.ts')
const isHouseTest = (path: string) => /^test\/[^/]+\.test\.ts$/.test(path)
const isProduct = (path: string) => /^(?:src|db|scripts)\//.test(path) && !isTest(path)

/** The rooms that a file belongs to: by its folder, or by the name of a contract, a migration or a file of functions. */
function roomsOf(path: string, all: string[]): string[] {
  const { floor, folder, isRoom } = placeOf(path)
  if (isRoom && floor !== 'contract') return [folder!]
  const known = new Set(all.map(placeOf).flatMap((place) => (place.isRoom && place.folder ? [place.folder] : [])))
  const words = /^src\/contract\/|^db\/(?:migrations|functions)\//.test(path)
    ? (path.split('/').at(-1)?.split(/[-.]/) ?? [])
    : []
  return words.filter((word) => known.has(word))
}

/** Returns every file that imports one of these, directly or not, without passing through a file that assembles the program. */
function reachedBackwards(changed: string[], edges: { from: string; to: string }[]): string[] {
  const importers = Map.groupBy(edges, ({ to }) => to)
  const roomsIn = new Map(
    [...Map.groupBy(edges, ({ from }) => from)].map(([from, own]) => [
      from,
      new Set(own.map(({ to }) => placeOf(to)).flatMap(({ isRoom, folder }) => (isRoom ? [folder] : []))).size,
    ]),
  )
  const found = new Set(changed)
  for (const path of found) {
    if (!changed.includes(path) && (roomsIn.get(path) ?? 0) >= MANY_ROOMS) continue
    for (const { from } of importers.get(path) ?? []) found.add(from)
  }
  return [...found]
}

/** The tests that call procedures of these rooms, most calls first. */
function mostMentions(rooms: string[], paths: string[], sources: Sources): string[] {
  const calls = (path: string) =>
    rooms.reduce((sum, room) => sum + (sources.get(path)?.split(`.${room}.`).length ?? 1) - 1, 0)
  return paths.filter((path) => calls(path) > 0).sort((a, b) => calls(b) - calls(a))
}

/** Reads "Rooms: pods, chat." in the comment at the head of a file. */
export function namedRooms(source: string): string[] {
  const named = /\bRooms: ([a-z, -]+)\./.exec(source.slice(0, 1500))?.[1]
  return named ? named.split(', ') : []
}

const callsAny = (rooms: string[], source: string) =>
  rooms.some((room) => source.includes(`'${room}.`) || source.includes(`${room}: {`))

const splitAt = <Item>(items: Item[], at: number): [Item[], Item[]] => [items.slice(0, at), items.slice(at)]
