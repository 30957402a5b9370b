/** Which files the documents name, and which of these do not exist. A pure function, so that the check can be tested. */
import { posix } from 'node:path'

export interface Missing {
  document: string
  /** as written */
  path: string
}

/** Tables that a command writes describe an earlier commit; code blocks are not prose. */
const NOT_READ = /<!-- ([^:]+): written by the run -->[\s\S]+?<!-- end of \1 -->|^```[\s\S]*?^```/gm
const IN_BACKTICKS = /`([^`\n]+)`/g
const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g
const FILE = /^[\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mts|mjs|md|sql|json|jsonl|css|html|txt|png|svg)$/
/** `votes/votes` for a test, `src/town` for a folder. */
const TEST_OR_FOLDER = /^\w[\w.-]*(?:\/\w[\w.-]*)+\/?$/
/** `account/NAME`, `DATA_DIR/secret` */
const PLACEHOLDER = /(?:^|\/)[A-Z][A-Z_]+(?:[./]|$)/
const IN_CAPITALS = ['README.md', 'CONTRIBUTING.md']
/** Written while a command runs, or not a file of this repository. */
const ELSEWHERE = ['bench/data', 'dist/current', 'data/outbox', 'data-demo/outbox', 'openapi.json', 'confusables.txt']

/**
 * `files`: all paths from the repository's root. `documents`: path → text. A name in backticks may be the end of a path
 * (`votes/votes.ts`) or a folder in it (`kernel/live`); a test may be named without its extension. A link must be exact.
 */
export function missingPaths(files: readonly string[], documents: ReadonlyMap<string, string>): Missing[] {
  const names = new Set(files.flatMap(namesOf))
  return [...documents].flatMap(([document, text]) => {
    const prose = text.replace(NOT_READ, '')
    const links = matches(prose, LINK)
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => posix.normalize(posix.join(posix.dirname(document), link)).replace(/\/$/, ''))
      .filter((path) => !files.some((file) => file === path || file.startsWith(`${path}/`)))
    const quoted = matches(prose, IN_BACKTICKS).filter(isPath)
    const paths = quoted.filter((path) => !names.has(path.replace(/\/$/, '')))
    return [...links, ...paths].map((path) => ({ document, path }))
  })
}

/** All names by which a document may refer to this file, or to a folder around it: each part of the path. */
function namesOf(file: string): string[] {
  const parts = file.replace(/\.(?:test|spec)\.tsx?$/, '').split('/')
  const inPath = parts.flatMap((_, from) =>
    parts.slice(from).map((_, to) => parts.slice(from, from + to + 1).join('/')),
  )
  const ends = file.split('/').map((_, index, all) => all.slice(index).join('/'))
  return [...inPath, ...ends]
}

function isPath(name: string): boolean {
  if (ELSEWHERE.includes(name)) return false
  if (PLACEHOLDER.test(name) && !IN_CAPITALS.includes(name)) return false
  return FILE.test(name) || TEST_OR_FOLDER.test(name)
}

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!)
