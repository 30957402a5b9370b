/** A program of the cluster that is started again when it ends, as systemd does with Restart=always and RestartSec=1. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const RESTART_MS = 1000
const STOP_TIMEOUT_MS = 15_000

export interface Command {
  name: string
  file: string
  args: string[]
  env?: Record<string, string>
  /** a user of this machine; otherwise the one of the script */
  user?: string | undefined
  logFile: string
}

export interface Supervised {
  readonly name: string
  readonly pid: number | undefined
  /** how often it was started */
  readonly starts: number
  /** Ends it at once. It is started again after a second, or after `release` if it is held. */
  kill(): Promise<void>
  /** From now on it is not started again until `release`. */
  hold(): void
  release(): void
  /** Ends it for good. */
  stop(): Promise<void>
}

export function supervise(command: Command): Supervised {
  let child: ChildProcess
  let starts = 0
  let [isStopping, isHeld, isDue] = [false, false, false]

  const start = () => {
    isDue = false
    starts++
    child = spawned(command)
    child.once('exit', async () => {
      await pause(RESTART_MS)
      if (isStopping) return
      if (isHeld) isDue = true
      else start()
    })
    // a program that cannot be started has no exit; the cluster then never becomes whole, and the log says why
    child.once('error', (error) => console.error(`${command.name}: ${error.message}`))
  }
  start()
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    name: command.name,
    get pid() {
      return child.pid
    },
    get starts() {
      return starts
    },
    kill: () => end('SIGKILL'),
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      if (isDue && !isStopping) start()
    },
    async stop() {
      isStopping = true
      const timer = setTimeout(() => void end('SIGKILL'), STOP_TIMEOUT_MS)
      await end('SIGTERM')
      clearTimeout(timer)
    },
  }
}

/** The program ends with this process, however that ends: `--pdeathsig`. */
function spawned({ file, args, env = {}, user, logFile }: Command): ChildProcess {
  const log = openSync(logFile, 'a')
  const asUser = user && process.getuid?.() === 0 ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : []
  const child = spawn('setpriv', [...asUser, '--pdeathsig=KILL', file, ...args], {
    cwd: '/',
    // Ctrl-C reaches this process alone, which then ends the parts in order
    detached: true,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return child
}
