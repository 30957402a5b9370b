/** Finds database servers and disks that an interrupted test run left behind, only below its own folder. */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** They are found by their pid files. */
export async function endDatabases(folder: string): Promise<void> {
  for (const file of globSync('**/postmaster.pid', { cwd: folder })) {
    const [pid, place] = readFileSync(join(folder, file), 'utf8').split('\n')
    if (place === dirname(join(folder, file)) && isDatabase(Number(pid))) await end(Number(pid))
  }
}

/** The file outlives a restart of the machine, and its process id may then belong to another process. */
function isDatabase(pid: number): boolean {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return false // the process does not exist
  }
}

/** Small disks that a test has mounted below a folder of the run. Returns none where there is no /proc. */
export function unmountAll(folder: string): void {
  const places = mounts().map((line) => line.split(' ')[1]?.replaceAll('\\040', ' ') ?? '')
  const below = `${realpathSync(folder)}/`
  // a disk that is mounted inside another one comes after it
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
        return // the process does not exist
      }
      await pause(20)
    }
  }
}
