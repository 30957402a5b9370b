/** Database servers and disks that a test run left behind when it was broken off: found only below its own folder. */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** They are found by their files. */
export async function endDatabases(folder: string): Promise<void> {
  for (const file of globSync('**/postmaster.pid', { cwd: folder })) {
    const [pid, place] = readFileSync(join(folder, file), 'utf8').split('\n')
    if (place === dirname(join(folder, file)) && isDatabase(Number(pid))) await end(Number(pid))
  }
}

/** The file outlives a machine that was switched off, and its number may be that of a stranger by then. */
function isDatabase(pid: number): boolean {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return false // it is gone
  }
}

/** Small disks that a test has mounted below a folder of the run. There are none where /proc does not tell of them. */
export function unmountAll(folder: string): void {
  const places = mounts().map((line) => line.split(' ')[1]?.replaceAll('\\040', ' ') ?? '')
  const below = `${realpathSync(folder)}/`
  // what is mounted inside another disk comes after it
  for (const place of places.filter((one) => one.startsWith(below)).reverse()) spawnSync('umount', ['-l', place])
}

function mounts(): string[] {
  try {
    return readFileSync('/proc/self/mounts', 'utf8').split('\n')
  } catch {
    return []
  }
}

async function end(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    for (let tries = 0; tries < 150; tries++) {
      try {
        process.kill(pid, tries === 0 ? signal : 0)
      } catch {
        return // it is gone
      }
      await pause(20)
    }
  }
}
