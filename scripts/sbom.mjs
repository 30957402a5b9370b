// Prints the packages that an installation may run, as CycloneDX (JSON), from package-lock.json. `npm sbom --omit dev` does
// not do: it leaves out runtime packages that a development package asks for as well, such as react and pg.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Returns one component for each name and version that the program may load, in the order of the lock file. */
export function components(packages) {
  const runtime = runtimePaths(packages)
  const found = new Map()
  for (const [path, entry] of Object.entries(packages)) {
    if (!runtime.has(path)) continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const reference = `${name}@${entry.version}`
    found.set(reference, {
      'bom-ref': reference,
      type: 'library',
      name,
      version: entry.version,
      scope: entry.optional ? 'optional' : 'required',
      purl: `pkg:npm/${name.replace('@', '%40')}@${entry.version}`,
      ...(entry.integrity && { hashes: hashes(entry.integrity) }),
      ...(entry.license && { licenses: [licence(entry.license)] }),
    })
  }
  return [...found.values()]
}

/**
 * Returns the paths of all packages that the dependencies of this repository need, directly or not. The mark `dev` in the
 * lock file does not decide this: it is missing where a runtime package could use a development package, but does not need it.
 */
function runtimePaths(packages) {
  const found = new Set()
  const { dependencies, optionalDependencies } = packages['']
  const waiting = Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => ['', name])
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const path = resolved(packages, ...next)
    if (path === undefined || found.has(path)) continue
    found.add(path)
    for (const name of needs(packages[path])) waiting.push([path, name])
  }
  return found
}

function needs({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Returns the path of `name` as Node resolves it from the package at `from`: in its own folder first, then further out. */
function resolved(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

/** `integrity` is `sha512-…` in base64. CycloneDX writes the same bytes in hexadecimal. */
function hashes(integrity) {
  return integrity.split(' ').map((one) => {
    const [algorithm, sum] = [one.slice(0, one.indexOf('-')), one.slice(one.indexOf('-') + 1)]
    return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(sum, 'base64').toString('hex') }
  })
}

/** `BSD` alone is no name of SPDX, so it is given as free text. */
function licence(text) {
  if (/ (?:AND|OR) /.test(text)) return { expression: text }
  return { license: text === 'BSD' ? { name: text } : { id: text } }
}

function list() {
  const read = (file) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
  const { name, version, license } = read('package.json')
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        'bom-ref': `${name}@${version}`,
        type: 'application',
        name,
        version,
        licenses: [licence(license)],
      },
    },
    components: components(read('package-lock.json').packages),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(list(), null, 2))
