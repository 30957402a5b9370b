/** One kill: the load goes on, a part is killed, and everything is waited for, measured and checked. */
import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../test/client.ts'
import { type Cluster, tried } from './cluster.ts'
import type { Community } from './community.ts'
import { checkHistory } from './history.ts'
import { KILLS } from './kills.ts'
import type { ChatListener } from './listeners.ts'
import type { Result } from './results.ts'
import type { Writers } from './writers.ts'

const WRITES_BEFORE = 3
const MAIL_TIMEOUT_MS = 60_000
const WRITE_TIMEOUT_MS = 120_000
/** A client that retries gives up after this long. */
const GIVE_UP_MS = 30_000
/** The kill comes at any moment of the writes. */
const MAX_MOMENT_MS = 700

export interface Bench {
  cluster: Cluster
  writers: Writers
  community: Community
  listeners: ChatListener[]
}

type Measured = Omit<Result, 'commit' | 'round' | 'kind'>

export async function runRound(bench: Bench, kind: string, round: number): Promise<Measured> {
  const { cluster, writers, community, listeners } = bench
  const size = community.members.length
  writers.attempts.length = 0
  writers.strange.length = 0
  writers.begun.clear()
  writers.resume()
  const began = performance.now()
  const isWarm = () => hasWritten(writers, size, began, WRITES_BEFORE)
  await until('each writer writes', isWarm, WRITE_TIMEOUT_MS)
  await pause(Math.random() * MAX_MOMENT_MS)

  const killedAt = performance.now()
  const restore = await KILLS[kind]!.kill(cluster, round)
  const isBack = () => hasWritten(writers, size, killedAt, 1)
  await until('each writer writes again', isBack, WRITE_TIMEOUT_MS)
  const isHeard = () => listeners.every((listener) => newsAt(listener, writers, killedAt) !== undefined)
  await until('each listener hears news', isHeard, WRITE_TIMEOUT_MS)
  await restore()
  await cluster.untilWhole()
  const wholeMs = performance.now() - killedAt

  await writers.rest()
  const mailMs = await sendMail(bench)
  const database = await cluster.connect()
  const findings = await checkHistory(database, writers.known, listeners).finally(() => database.end())
  const backs = writesAgain(writers, killedAt)
  const allMs = Math.max(...backs)
  const during = writers.attempts.filter(({ ended }) => ended >= killedAt && ended <= killedAt + allMs)
  const failures = writers.attempts.filter(({ ended, isAcknowledged }) => ended >= killedAt && !isAcknowledged)
  return {
    firstMs: Math.min(...backs),
    allMs,
    chatMs: Math.max(...listeners.map((listener) => newsAt(listener, writers, killedAt)!)) - killedAt,
    wholeMs,
    mailMs,
    requests: during.length,
    failed: Object.fromEntries(
      [...Map.groupBy(failures, ({ outcome }) => String(outcome))].map(([outcome, of]) => [outcome, of.length]),
    ),
    givenUp: longestTries(writers).filter((ms) => ms > GIVE_UP_MS).length,
    strange: [...writers.strange],
    findings,
  }
}

/** ms until a mail that a member waits for has been sent by one of the processes. It is sent by a job. */
async function sendMail({ cluster, community }: Bench): Promise<number> {
  const { name, email, door } = community.members[0]!
  const mails = () =>
    ['app1', 'app2'].flatMap((app) =>
      (tried(() => readdirSync(`${cluster.places.folder}/${app}/outbox`)) ?? []).filter((file) =>
        file.endsWith(`-reset-${email}.eml`),
      ),
    ).length
  const before = mails()
  const began = performance.now()
  const { status } = await door.send('POST', '/api/auth/request-password-reset', { email })
  if (status !== 200) throw new Error(`the mail of ${name} was refused: ${status}`)
  await until('a mail is sent', () => mails() > before, MAIL_TIMEOUT_MS)
  return performance.now() - began
}

/** Whether each writer has so many acknowledged writes that began after this moment. */
function hasWritten({ attempts }: Writers, size: number, after: number, count: number): boolean {
  const written = Map.groupBy(
    attempts.filter(({ isAcknowledged, began }) => isAcknowledged && began > after),
    ({ writer }) => writer,
  )
  return written.size === size && [...written.values()].every((of) => of.length >= count)
}

/** For each writer, ms until the first acknowledgement of a request that began after the kill. */
function writesAgain({ attempts }: Writers, killedAt: number): number[] {
  const first = new Map<number, number>()
  for (const { writer, began, ended, isAcknowledged } of attempts)
    if (isAcknowledged && began > killedAt && !first.has(writer)) first.set(writer, ended - killedAt)
  return [...first.values()]
}

/** When this listener heard a message whose writing began after the kill; undefined if it has not yet. */
function newsAt({ heard }: ChatListener, { begun }: Writers, killedAt: number): number | undefined {
  return heard.find(({ id }) => (begun.get(id) ?? 0) > killedAt)?.at
}

/** ms from the first attempt of each write to its acknowledgement. */
function longestTries({ attempts }: Writers): number[] {
  const firsts = new Map<number, number>()
  return attempts.flatMap(({ writer, began, ended, isAcknowledged }) => {
    const first = firsts.get(writer) ?? began
    if (!isAcknowledged) {
      firsts.set(writer, first)
      return []
    }
    firsts.delete(writer)
    return [ended - first]
  })
}
