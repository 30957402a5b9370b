// Deletes every package that a running server does not need, for an image: what builds the pages is in them already, and
// npm installs many packages only because others could be used with them. No dependencies, runs on Node 20.
//
//     node scripts/server-packages.mjs FOLDER    (with node_modules, package.json, package-lock.json and src)
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(process.argv[2] ?? '.')
const json = (name) => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'))
const { packages } = json('package-lock.json')
const { dependencies, optionalDependencies } = json('package.json')

/** Which of our packages the sources name, as an import or in any other way. The pages are built. */
function named() {
  const sources = fs
    .readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !file.startsWith(path.join(root, 'src/web/')))
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n')
  const isNamed = (name) => sources.includes(`'${name}'`) || sources.includes(`'${name}/`)
  return Object.keys({ ...dependencies, ...optionalDependencies }).filter(isNamed)
}

/** Where Node finds `name` from the package at `from`: in it, or in a folder above it. */
function placeOf(name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = at ? `${at}/node_modules/${name}` : `node_modules/${name}`
    if (packages[place]) return place
    if (!at) return undefined
  }
}

/** A package that is missing is one for another platform, or optional. */
function needed() {
  const found = new Set()
  const waiting = ['node', ...named()].map((name) => placeOf(name, ''))
  while (waiting.length > 0) {
    const place = waiting.pop()
    if (!place || found.has(place)) continue
    found.add(place)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[place]
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      waiting.push(placeOf(name, place))
  }
  return found
}

const keep = needed()
const others = Object.keys(packages).filter((place) => place && !keep.has(place))
for (const place of others) fs.rmSync(path.join(root, place), { recursive: true, force: true })
fs.rmSync(path.join(root, 'node_modules/.bin'), { recursive: true, force: true })
// its own copy of the program, with headers for compilers: bin/node is the same file
fs.rmSync(path.join(root, 'node_modules/node/node_modules'), { recursive: true, force: true })
console.log(`${keep.size} packages are kept, ${others.length} are deleted.`)
