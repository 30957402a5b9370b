// The built pages: one folder per state of their sources, so that a build never pulls files from under a server.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { dist, identity, lives, packagedNode, root, run, Stop, sign } from './processes.mjs'
import { telling } from './progress.mjs'

const SOURCES = [
  'package-lock.json',
  'package.json',
  'public',
  'src/contract',
  'src/web',
  'tsconfig.web.json',
  'vite.config.ts',
]
/** Written by the build itself from routes.ts, or never part of it. */
const ASIDE = /\.gen\.ts$|\.test\.tsx?$/
const COMPRESSIBLE = /\.(js|mjs|css|svg|html|json|txt|xml|webmanifest)$/
const DAY = 24 * 60 * 60 * 1000

function* filesBelow(name) {
  const file = path.join(root, name)
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (stat?.isFile()) yield name
  if (stat?.isDirectory()) for (const entry of fs.readdirSync(file).sort()) yield* filesBelow(`${name}/${entry}`)
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const name of SOURCES.flatMap((source) => [...filesBelow(source)]).filter((name) => !ASIDE.test(name))) {
    const content = fs.readFileSync(path.join(root, name))
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Where the pages of these sources are or will be, whatever else changes on the disk while we run. */
let folder
const wanted = () => (folder ??= path.join(dist, hashOfSources()))

export const builtPages = () => fs.existsSync(wanted())

/** The folder to serve, kept for as long as this process lives. */
export function holdPages() {
  try {
    for (const name of fs.readdirSync(wanted())) {
      const user = path.join(wanted(), name)
      if (name.startsWith('.used-by-') && !lives(fs.readFileSync(user, 'utf8'))) fs.rmSync(user)
    }
    sign(path.join(wanted(), `.used-by-${process.pid}`))
    cleanOthers()
  } catch {} // a clone that may only be read; then nobody removes anything either
  return wanted()
}

/** Makes dist/current a link to the folder of these sources, for a service that is started without this script. */
export function markPages() {
  const link = path.join(dist, 'current')
  // a service that runs serves the folder before, and has not signed it: it stays for a day from now
  const before = fs.existsSync(link) ? fs.realpathSync(link) : wanted()
  fs.utimesSync(before, new Date(), new Date())
  fs.rmSync(`${link}.new`, { force: true })
  fs.symlinkSync(path.basename(wanted()), `${link}.new`)
  fs.renameSync(`${link}.new`, link)
  cleanOthers()
  return wanted()
}

function cleanOthers() {
  for (const name of fs.readdirSync(dist)) if (name !== path.basename(wanted())) clean(name)
}

export async function buildPages() {
  const aside = path.join(dist, `.${process.pid}`)
  fs.rmSync(aside, { recursive: true, force: true })
  fs.mkdirSync(aside)
  fs.writeFileSync(path.join(aside, '.built-by'), identity(process.pid))
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const out = path.join(aside, 'out')
  const env = { ...process.env, NODE_ENV: 'production' }
  try {
    await telling('Building the pages', 'ten seconds, a minute on a slow or busy machine', async () => {
      const args = ['build', '--outDir', out, '--emptyOutDir', '--logLevel', 'warn']
      const code = await run(packagedNode, [vite, ...args], { env })
      if (code !== 0) throw new Stop(`The pages could not be built (vite build ended with ${code}).`)
      await compress(path.join(out, 'client'))
    })
    fs.renameSync(out, wanted())
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error // then another start was quicker: its copy serves
  } finally {
    fs.rmSync(aside, { recursive: true, force: true })
  }
}

/** Vite writes no compressed copies, and a server that looks for them would send everything in full. */
async function compress(folder) {
  const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)]
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const work = files.map(async (entry) => {
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    if (!COMPRESSIBLE.test(file) || fs.statSync(file).size <= 1024) return
    const content = fs.readFileSync(file)
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
    const params = { [BROTLI_PARAM_QUALITY]: 10, [BROTLI_PARAM_SIZE_HINT]: content.length }
    fs.writeFileSync(`${file}.br`, await brotli(content, { params }))
    fs.writeFileSync(`${file}.gz`, await gzip(content, { level: 9 }))
  })
  await Promise.all(work)
}

function isMarked(name) {
  try {
    return fs.readlinkSync(path.join(dist, 'current')) === name
  } catch {
    return false
  }
}

/** Removes remains of killed builds, and folders that for a day nobody has used and nobody uses. */
function clean(name) {
  const other = path.join(dist, name)
  const read = (file) => fs.readFileSync(path.join(other, file), 'utf8')
  try {
    if (/^\.\d+$/.test(name)) {
      if (lives(read('.built-by'))) return
    } else {
      if (!/^[0-9a-f]{16}$/.test(name) || isMarked(name) || Date.now() - fs.statSync(other).mtimeMs < DAY) return
      if (fs.readdirSync(other).some((file) => file.startsWith('.used-by-') && lives(read(file)))) return
    }
    fs.rmSync(other, { recursive: true, force: true })
  } catch {} // another start cleans, too
}
