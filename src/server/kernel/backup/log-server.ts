/**
 * Gives PostgreSQL the archived log while it replays it. Its restore_command is a few lines of shell that ask for a file and
 * wait for it; this process answers, and fetches the next files ahead.
 */
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { errorFacts } from '../log.ts'
import { isLogFile, LOG_FOLDER, logFileOf, logName } from './objects.ts'
import type { Vault } from './vault.ts'

interface LogServerParts {
  vault: Vault
  /** a folder that PostgreSQL may write to */
  spool: string
  /** gives a file to the user that PostgreSQL runs as */
  give(file: string): void
  log: Log
}

export interface LogServer {
  /** for the setting restore_command */
  command: string
  /** why a file could not be given; null: nothing failed */
  failure(): Error | null
  stop(): Promise<void>
}

/** Files that are fetched before PostgreSQL asks for them, each of 16 MB. */
const AHEAD = 6
const POLL_MS = 10

export async function serveLog({ vault, spool, give, log }: LogServerParts): Promise<LogServer> {
  const known = new Set<string>()
  for await (const name of vault.list(LOG_FOLDER)) if (isLogFile(logFileOf(name))) known.add(logFileOf(name))
  const segments = [...known].filter((file) => file.length === 24).sort()
  const fetched = new Map<string, Promise<void>>()
  let [stopped, failure] = [false, null as Error | null]

  async function fetchFile(file: string): Promise<void> {
    const bytes = await vault.get(logName(file))
    if (!bytes) throw new Error(`${logName(file)} is missing in ${vault.description}.`)
    const path = join(spool, file)
    await writeFile(`${path}.part`, bytes, { mode: 0o600 })
    give(`${path}.part`)
    await rename(`${path}.part`, path)
  }
  function fetchOnce(file: string): Promise<void> {
    const running = fetched.get(file) ?? fetchFile(file)
    // it is awaited when PostgreSQL asks for the file; then it is tried again
    running.catch(() => fetched.delete(file))
    fetched.set(file, running)
    return running
  }
  async function answer(file: string): Promise<void> {
    if (!known.has(file)) {
      if (isGap(file, segments)) throw new Error(`${logName(file)} is missing in ${vault.description}.`)
      return writeFile(join(spool, `${file}.absent`), '')
    }
    const at = segments.indexOf(file)
    if (at >= 0) for (const next of segments.slice(at + 1, at + 1 + AHEAD)) void fetchOnce(next)
    await fetchOnce(file)
    // it may be asked for again, after a restart of the server
    fetched.delete(file)
  }
  const serving = (async () => {
    while (!stopped) {
      const present = new Set(await readdir(spool))
      const isAnswered = (file: string) => [file, `${file}.absent`, `${file}.failed`].some((name) => present.has(name))
      const wanted = [...present].filter((name) => name.endsWith('.wanted')).map((name) => name.slice(0, -7))
      for (const file of wanted) {
        if (isAnswered(file)) continue
        await answer(file).catch(async (error: Error) => {
          // the restore fails with the sentence of this error
          log.debug(errorFacts(error), 'a file of the log could not be restored')
          failure = error
          await writeFile(join(spool, `${file}.failed`), '')
        })
      }
      await sleep(POLL_MS)
    }
  })()
  return {
    command: commandFor(spool),
    failure: () => failure,
    async stop() {
      stopped = true
      await serving
      await Promise.allSettled(fetched.values())
      await rm(spool, { recursive: true, force: true })
    },
  }
}

/** The log goes on after this file, and the file is on no other timeline: without it, what follows would be left out. */
export const isGap = (file: string, segments: readonly string[]): boolean =>
  file.length === 24 &&
  segments.some((other) => other.slice(0, 8) === file.slice(0, 8) && other > file) &&
  !segments.some((other) => other.slice(8) === file.slice(8))

/** Exit codes above 125 make PostgreSQL stop the recovery; 1 means that there is no such file. */
const commandFor = (spool: string) => {
  const file = `'${spool.replaceAll("'", `'\\''`).replaceAll('%', '%%')}/%f'`
  return [
    `f=${file}`,
    'touch "$f.wanted" || exit 200',
    'n=0',
    'while [ $n -lt 6000 ]',
    'do if [ -f "$f" ]',
    // first the question, then the answer: otherwise it would be answered again
    'then rm -f "$f.wanted" && mv "$f" "%p" && exit 0',
    'exit 201',
    'elif [ -f "$f.absent" ]',
    'then rm -f "$f.wanted"',
    'rm -f "$f.absent"',
    'exit 1',
    'elif [ -f "$f.failed" ]',
    'then exit 202',
    'fi',
    'sleep 0.02',
    'n=$((n+1))',
    'done',
    'exit 203',
  ].join('\n')
}
