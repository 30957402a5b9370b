/** Database servers that a test run left behind when it was broken off: found by their files, and only below its own folder. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export async function endDatabases(folder: string): Promise<void> {
  for (const file of globSync('**/postmaster.pid', { cwd: folder })) {
    const [pid, place] = readFileSync(join(folder, file), 'utf8').split('\n')
    if (place === dirname(join(folder, file))) await end(Number(pid))
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
