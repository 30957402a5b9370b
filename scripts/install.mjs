// Makes node_modules what package-lock.json says, once per lock file.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { packagedNode, root, run, Stop } from './processes.mjs'
import { telling } from './progress.mjs'

const lockFile = path.join(root, 'package-lock.json')
const marker = path.join(root, 'node_modules/.installed')

const wanted = () => createHash('sha256').update(fs.readFileSync(lockFile)).digest('hex')

export function isInstalled() {
  try {
    return fs.readFileSync(marker, 'utf8') === wanted() && fs.existsSync(packagedNode)
  } catch {
    return false
  }
}

/** Call it alone: npm ci deletes the whole folder first. */
export async function install() {
  if (isInstalled()) return
  if (!fs.existsSync(packagedNode) || !isWhatTheLockSays()) {
    const code = await telling('Installing packages', 'once, half a minute on a fast line, minutes on a slow one', () =>
      npm('ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'),
    )
    if (code !== 0) throw new Stop(`The packages could not be installed (npm ci ended with ${code}).`)
  }
  if (!fs.existsSync(packagedNode))
    throw new Stop(
      'The packaged Node is missing: npm was told not to run install scripts. Run `npm config delete ignore-scripts` (or unset npm_config_ignore_scripts) and start again.',
    )
  fs.writeFileSync(marker, wanted())
}

function npm(...args) {
  const { npm_execpath: cli = '', npm_node_execpath: node } = process.env
  // The Node that runs npm, not the packaged one: that lies in the folder being replaced. Other package managers also
  // set npm_execpath.
  const ours = /npm-cli\.c?js$/.test(cli) && node && !node.startsWith(path.join(root, 'node_modules'))
  return ours ? run(node, [cli, ...args]) : run('npm', args)
}

/** Somebody ran npm ci or npm install by hand: npm's own record of the folder says whether it fits. */
function isWhatTheLockSays() {
  try {
    const want = JSON.parse(fs.readFileSync(lockFile, 'utf8')).packages
    const have = JSON.parse(fs.readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8')).packages
    for (const place in have) if (!want[place]) return false
    return Object.entries(want).every(([place, entry]) => {
      if (place === '') return true
      const there = have[place]
      if (there) return there.version === entry.version && there.integrity === entry.integrity
      return (
        entry.optional &&
        !(entry.os && !entry.libc && fits(entry.os, process.platform) && fits(entry.cpu, process.arch))
      )
    })
  } catch {
    return false
  }
}

const fits = (list, value) => !list || list.includes(value)
