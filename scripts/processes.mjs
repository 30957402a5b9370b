// Child processes and the lock between several starts in one clone. No dependencies, runs on Node 20.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
/** Built pages, and the lock: ignored by git and, unlike node_modules, never replaced as a whole. */
export const dist = path.join(root, 'dist')
export const packagedNode = path.join(root, 'node_modules/node/bin/node')

/** Ends with one sentence for the person at the terminal. */
export class Stop extends Error {}

let current
let last = { signal: undefined, at: 0 }

// One Ctrl-C arrives two or three times: to the whole group, from npm, and from here. The child hears it from here
// once more than from the terminal, so its handlers must bear repetition. A later, deliberate one is passed on again.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (last.signal === signal && Date.now() - last.at < 500) return
    last = { signal, at: Date.now() }
    if (current) current.kill(signal)
    else dieOf(signal)
  })
}

/** Ends as the child ended, so that a shell or npm sees the same. */
function dieOf(signal) {
  if (!['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'].includes(signal)) process.exit(128 + os.constants.signals[signal])
  process.removeAllListeners(signal)
  releaseAll()
  process.kill(process.pid, signal)
  return new Promise(() => {}) // it is on its way
}

/**
 * Runs in the clone's root with our terminal; resolves to the exit code, or ends us by the signal that ended the child.
 * `isLast`: nothing follows, so a child that was told to stop and did so cleanly has the last word.
 * `stopsWithNpm`: an npm that was killed by -9 could tell nobody; the child is then told to stop.
 */
export async function run(
  file,
  args,
  { env = process.env, stdio = 'inherit', isLast = false, stopsWithNpm = false } = {},
) {
  const child = spawn(file, args, { cwd: root, env, stdio })
  current = child
  const parent = process.ppid
  const watch =
    stopsWithNpm && process.env.npm_lifecycle_event
      ? setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500)
      : undefined
  const { code, signal } = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  current = undefined
  clearInterval(watch)
  child.stdio[3]?.destroy()
  if (signal || (last.signal && !isLast)) return dieOf(signal ?? last.signal)
  return code
}

/** Tells a process from a later one that got the same number (after a reboot, in a new container). */
export function identity(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const started = stat.slice(stat.lastIndexOf(')')).split(' ')[20]
    return `${pid} ${started} ${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
  } catch {
    return `${pid}`
  }
}

/** Is the process that wrote this identity still there? */
export function lives(text) {
  const pid = Number.parseInt(text, 10)
  if (!pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return identity(pid) === text
}

const held = new Set()
function releaseAll() {
  for (const file of held) fs.rmSync(file, { force: true })
}
process.once('exit', releaseAll) // process.exit() passes by every finally

/** A file that names us until we end, however we leave (kill -9 aside: then its reader sees that we are gone). */
export function sign(file, exclusive = false) {
  // Written aside and linked, so that nobody ever reads half a name.
  const mine = `${file}.${process.pid}`
  fs.writeFileSync(mine, identity(process.pid))
  try {
    if (exclusive) fs.linkSync(mine, file)
    else fs.renameSync(mine, file)
    held.add(file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    fs.rmSync(mine, { force: true })
  }
}

/** Does `work` while no other start in this clone does such work. */
export async function alone(work) {
  fs.mkdirSync(dist, { recursive: true })
  const file = path.join(dist, '.lock')
  for (let told = false; !sign(file, true); ) {
    const holder = read(file)
    if (holder === undefined) continue
    if (lives(holder)) {
      if (!told) console.log(`Waiting for another start in this clone (process ${Number.parseInt(holder, 10)}) …`)
      told = true
      await sleep(200)
      continue
    }
    // Moved away before it is judged again: two who saw the same dead holder must not both remove a lock.
    const grave = `${file}.dead.${process.pid}`
    try {
      fs.renameSync(file, grave)
      if (read(grave) !== holder) fs.linkSync(grave, file)
      fs.rmSync(grave, { force: true })
    } catch {} // another one was quicker
  }
  try {
    return await work()
  } finally {
    held.delete(file)
    fs.rmSync(file, { force: true })
  }
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
