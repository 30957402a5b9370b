/** Checks the licences of the packages that an installation runs. docs/licences.md names the exceptions. */

/** The fields of an entry of package-lock.json that are read here. */
export interface LockedPackage {
  dev?: boolean
  link?: boolean
  license?: unknown
}

/** A package under a licence that is not permitted for all. A `*` at the end of the name stands for any rest. */
export interface SpecialLicence {
  name: string
  licence: string
  reason: string
}

/** SPDX names of licences that ask for no more than to keep the notice. */
const PERMITTED = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  'Unlicense',
]

/**
 * Returns a sentence for each runtime package without a licence or with one that is neither permitted nor in `special`, and
 * for each line of `special` that no package needs or that has no reason.
 */
export function licenceProblems(packages: Record<string, LockedPackage>, special: SpecialLicence[]): string[] {
  const problems: string[] = []
  const needed = new Set<SpecialLicence>()
  for (const [path, entry] of Object.entries(packages)) {
    // the empty path is this repository
    if (path === '' || entry.dev || entry.link) continue
    const name = packageName(path)
    if (typeof entry.license !== 'string' || entry.license === '') {
      problems.push(`${name} has no licence`)
      continue
    }
    if (isPermitted(entry.license)) continue
    const line = special.find((one) => matches(one.name, name) && one.licence === entry.license)
    if (line) needed.add(line)
    else problems.push(`${name} is under ${entry.license}`)
  }
  for (const line of special) {
    if (!needed.has(line)) problems.push(`No package needs the line ${line.name} (${line.licence})`)
    if (line.reason === '') problems.push(`The line ${line.name} has no reason`)
  }
  return problems
}

/** Returns the lines of the table between the two marks in docs/licences.md. */
export function specialLicences(document: string): SpecialLicence[] {
  const table = /<!-- special licences -->\n([\s\S]*)<!-- end of special licences -->/.exec(document)?.[1]
  if (table === undefined) throw new Error('docs/licences.md has no table of special licences')
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => {
      const [, name = '', licence = '', reason = ''] = row.split('|').map((cell) => cell.trim())
      return { name: name.replaceAll('`', ''), licence, reason }
    })
}

/** Returns the name in the path of a package. One inside another package is `outer > inner`. */
const packageName = (path: string) => path.replace(/^node_modules\//, '').replaceAll('/node_modules/', ' > ')

const matches = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

/** Reads SPDX expressions with one kind of operator. One that mixes `AND` and `OR` counts as not permitted. */
function isPermitted(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  const isKnown = (licence: string) => PERMITTED.includes(licence)
  if (plain.includes(' OR ') && plain.includes(' AND ')) return false
  return plain.includes(' OR ') ? plain.split(' OR ').some(isKnown) : plain.split(' AND ').every(isKnown)
}
