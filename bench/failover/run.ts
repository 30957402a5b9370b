/**
 * `npm run bench:failover`: raises the program's cluster on this machine, kills its parts in turn under load, and checks
 * that no acknowledged write is lost or stored twice. docs/scaling.md, "Failover".
 *
 *     npm run bench:failover                          three kills of each part
 *     npm run bench:failover -- --rounds 50           fifty of each
 *     npm run bench:failover -- --continue            goes on where the last call ended
 *     npm run bench:failover -- primary process       these parts alone
 *     npm run bench:failover -- --minutes 20          begins no kill after twenty minutes
 *     npm run bench:failover -- --table               prints the table of what was measured
 *     npm run bench:failover -- --keep                leaves the folder with the logs
 */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Bounded, bounded, Stop } from '../../test/bounded.ts'
import { raise } from './cluster.ts'
import { publicUrl } from './commands.ts'
import { makeCommunity } from './community.ts'
import { KILLS } from './kills.ts'
import { startListener } from './listeners.ts'
import { addResult, breachesOf, forgetResults, readResults, tableOf } from './results.ts'
import { type Bench, runRound } from './round.ts'
import { startWriters } from './writers.ts'

const RESULTS = fileURLToPath(new URL('../data/failover.jsonl', import.meta.url))
const LOGS = fileURLToPath(new URL('../data/failover-logs', import.meta.url))
const WRITERS = 6

interface Order {
  kinds: string[]
  rounds: number
  minutes: number
  keep: boolean
}

async function bench(run: Bounded): Promise<number> {
  const { order, isTable, isContinued } = ordered()
  if (!isTable) {
    if (!isContinued) forgetResults(RESULTS)
    const ends: (() => Promise<void>)[] = []
    try {
      await unlessStopped(
        run,
        killAll(run, order, (end) => ends.push(end)),
      )
    } finally {
      for (const end of ends.reverse()) await end().catch((error) => console.error(error))
      if (order.keep) keepLogs(run.temporary)
    }
  }
  const { results, failures } = readResults(RESULTS)
  console.log(`\n${tableOf(results)}`)
  const commits = new Set(results.map(({ commit }) => commit))
  console.log(`\nOf commit ${[...commits].join(', ')}. Seconds: the median, and the longest in brackets.`)
  const breaches = breachesOf(results, failures)
  for (const sentence of breaches) console.log(`- ${sentence}`)
  return breaches.length || results.length === 0 ? 1 : 0
}

async function killAll(run: Bounded, order: Order, began: (end: () => Promise<void>) => void): Promise<void> {
  const until = performance.now() + order.minutes * 60_000
  const pages = process.env.PAGES_DIR
  if (!pages) throw new Stop('The pages are not built. Start with `npm run bench:failover`, which builds them.')
  const rounds = roundsOf(order)
  if (rounds.length === 0) return console.log('Every kill of this order has been measured.')
  const cluster = await raise(run.temporary, pages, began)
  console.log(`The cluster is whole; ${rounds.length} kills follow.`)
  const community = await makeCommunity(cluster.doors, publicUrl(cluster.places), WRITERS)
  const listeners = await Promise.all(
    community.members.slice(0, 4).map((member, n) => startListener(member, community.rooms[n % 2]!)),
  )
  const writers = startWriters(community)
  began(async () => {
    for (const listener of listeners) listener.stop()
    void writers.stop().catch(() => {}) // the doors are closed before a last write is acknowledged
  })
  const bench: Bench = { cluster, writers, community, listeners }
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  for (const { kind, round } of rounds) {
    if (performance.now() > until) return console.log('The time is over; --continue goes on.')
    const measured = await runRound(bench, kind, round).catch((error: Error) => {
      if (!run.isStopped()) addResult(RESULTS, { kind, commit, round, error: error.message })
      throw error
    })
    const result = { kind, commit, round, ...measured }
    addResult(RESULTS, result)
    const { firstMs, allMs, chatMs, wholeMs, mailMs, failed, findings } = result
    console.log(
      `${kind} ${round}: first ${Math.round(firstMs)} ms, all ${Math.round(allMs)}, chat ${Math.round(chatMs)}, whole ${Math.round(wholeMs)}, mail ${Math.round(mailMs)}`,
      JSON.stringify(failed),
      `${findings.acknowledged} acknowledged`,
    )
    for (const sentence of breachesOf([result])) console.log(`  ${sentence}`)
  }
}

/** In turn: the first kill of each kind, then the second of each. */
function roundsOf({ kinds, rounds }: Order): { kind: string; round: number }[] {
  const done = Map.groupBy(readResults(RESULTS).results, ({ kind }) => kind)
  return Array.from({ length: rounds }, (_, n) => n + 1).flatMap((round) =>
    kinds.filter((kind) => round > (done.get(kind)?.length ?? 0)).map((kind) => ({ kind, round })),
  )
}

/** Ctrl-C also ends a wait for a part that does not come back. */
async function unlessStopped(run: Bounded, work: Promise<void>): Promise<void> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  const stopped = async () => {
    while (!isDone) {
      if (run.isStopped()) throw new Stop('Stopped; --continue goes on.')
      await pause(100)
    }
  }
  // after a stop, the work fails at what is not there any more, and nobody waits for it
  done.catch(() => {})
  await Promise.race([done, stopped()])
}

function keepLogs(folder: string): void {
  rmSync(LOGS, { recursive: true, force: true })
  cpSync(`${folder}/log`, LOGS, { recursive: true })
  for (const member of ['db1', 'db2'])
    cpSync(`${folder}/${member}/data/log`, `${LOGS}/postgresql-${member}`, { recursive: true })
  console.log(`The logs are in ${LOGS}`)
}

function ordered() {
  const options = {
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '1000000' },
    continue: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  } as const
  const usage = `Usage: npm run bench:failover -- [--rounds N] [--minutes N] [--continue] [--table] [--keep] [${Object.keys(KILLS).join(' ')}]`
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [rounds, minutes] = [Number(values.rounds), Number(values.minutes)]
    if (!Number.isInteger(rounds) || rounds < 1 || !(minutes > 0)) throw new Stop(usage)
    if (positionals.some((kind) => !(kind in KILLS))) throw new Stop(usage)
    const kinds = positionals.length ? positionals : Object.keys(KILLS)
    return { order: { kinds, rounds, minutes, keep: values.keep }, isTable: values.table, isContinued: values.continue }
  } catch (error) {
    throw error instanceof Stop ? error : new Stop(`${(error as Error).message}\n${usage}`)
  }
}

await bounded('fk-failover-', [], bench)
