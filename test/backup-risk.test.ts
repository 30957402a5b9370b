/** Guarantee 75: after every kind of start, what was written is in the backup within a minute. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { asSuperuser, command, makeInstance, memberOf, mustSucceed, newestLogIn, write } from './backups.ts'
import { type Browser, makeBrowser, until } from './client.ts'
import { guarantee, isFull } from './guarantees/guarantee.ts'
import { makeProgram, type Running } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'fk-risk-'))
const keyFile = join(folder, 'key')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
await mustSucceed(command({}, 'src/backup.ts', '--make-key', keyFile))

/** In seconds. What was promised. */
const AT_RISK_S = 60
/** Instances that run at the same time. */
const AT_ONCE = 3

type Instance = ReturnType<typeof makeInstance>
interface Started {
  dataDir: string
  target: string
  member: Browser
  /** ends its processes and removes its folders: those of twenty trials would slow each other down */
  remove(): Promise<void>
}

let count = 0
async function begin(): Promise<Started & { instance: Instance; running: Running }> {
  const target = join(folder, `target-${++count}`)
  const instance = makeInstance(keyFile, { BACKUP_TO: target, METRICS_PORT: '0' })
  const running = await instance.program.start()
  const member = await memberOf(running.url, 'ana')
  const { dataDir, remove } = instance.program
  return { instance, running, target, member, dataDir, remove }
}
const portOf = ({ url }: Running) => new URL(url).port
/** From the line that the start prints. */
const metricsPort = (running: Running) => /"metrics":"[^"]*:(\d+)\/metrics"/.exec(running.output())![1]
const again = ({ cookies }: Browser, { url }: Running) => makeBrowser(url, {}, cookies)

/** Each returns when members can write again. */
const STARTS: Record<string, () => Promise<Started>> = {
  'a first start': begin,
  async 'a stop by SIGTERM'() {
    const { instance, running, member, ...rest } = await begin()
    running.process.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    return { ...rest, member: again(member, await instance.program.start(portOf(running))) }
  },
  async 'kill -9 of the program'() {
    const { instance, running, member, ...rest } = await begin()
    running.process.kill('SIGKILL')
    await running.ended
    return { ...rest, member: again(member, await instance.program.start(portOf(running))) }
  },
  async 'kill -9 of the database'() {
    const { instance, running, member, ...rest } = await begin()
    const dead = instance.program.postmaster()
    process.kill(dead, 'SIGKILL')
    await until('another database answers', async () => {
      const { status } = await member.get('/readyz')
      return (status === 200 && instance.program.postmaster() !== dead) || null
    })
    return { ...rest, member: again(member, running) }
  },
  async 'kill -9 of a backend'() {
    const { running, member, dataDir, ...rest } = await begin()
    const { pid } = await asSuperuser<{ pid: number }>(
      dataDir,
      `select pid from pg_stat_activity where usename = 'app' and pid <> pg_backend_pid() limit 1`,
    )
    const before = await timerOf(dataDir)
    process.kill(pid, 'SIGKILL')
    // the server ends all connections, recovers, and starts its other processes anew
    await until('the database answers', async () => {
      const now = await timerOf(dataDir).catch(() => before)
      return (now !== before && (await member.get('/readyz')).status === 200) || null
    })
    return { ...rest, dataDir, member: again(member, running) }
  },
  async 'a restore'() {
    const { instance, running, member, target, remove } = await begin()
    await mustSucceed(instance.backUp('--fast'))
    running.process.kill('SIGTERM')
    await running.ended
    const dataDir = join(folder, `restored-${count}-${Math.random()}`)
    await mustSucceed(instance.restore('--to', dataDir))
    const env = { ...instance.env, DATA_DIR: dataDir }
    await mustSucceed(command(env, 'src/backup.ts', '--take-over'))
    const copy = makeProgram(env)
    onTestFinished(() => copy.remove())
    const removeBoth = async () => {
      await copy.remove()
      await remove()
      rmSync(dataDir, { recursive: true, force: true })
    }
    return { dataDir, target, member: again(member, await copy.start()), remove: removeBoth }
  },
}

const timerOf = async (dataDir: string) =>
  (await asSuperuser<{ pid: number }>(dataDir, `select pid from pg_stat_activity where backend_type = 'checkpointer'`))
    .pid

/** Position in the log after everything that was written, in the form of the name of a file: 16 digits. */
const writtenFile = async (dataDir: string) =>
  (
    await asSuperuser<{ file: string }>(dataDir, 'select pg_walfile_name(pg_current_wal_insert_lsn()) as file')
  ).file.slice(8)

/**
 * The server ends the files of its log by a timer of one of its processes, which may begin to sleep during a start. Here it
 * sleeps for good.
 */
async function withoutTimer<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const pid = await timerOf(dataDir)
  process.kill(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

async function secondsUntilStored({ dataDir, target, member, remove }: Started): Promise<number> {
  const seconds = await withoutTimer(dataDir, async () => {
    await write(member, 'The newest write')
    const from = performance.now()
    const file = await writtenFile(dataDir)
    await until('it is in the target', () => newestLogIn(target) >= file || null, AT_RISK_S * 1000)
    return (performance.now() - from) / 1000
  })
  await remove()
  return seconds
}

/** In the short size only the two that happen most often, at the same time, because each waits for half a minute. */
const GROUPS = isFull
  ? Object.entries(STARTS).map(([name, start]) => ({ name, starts: [start] }))
  : [
      {
        name: 'a stop by SIGTERM and kill -9 of the program',
        starts: [STARTS['a stop by SIGTERM']!, STARTS['kill -9 of the program']!],
      },
    ]

for (const { name, starts } of GROUPS) {
  guarantee(
    '75',
    `after ${name}, what was written is in the backup within a minute`,
    { short: 1, full: 20 },
    async (trials) => {
      const waiting = Array.from({ length: trials }, () => starts).flat()
      const seconds: number[] = []
      const inTurn = async () => {
        for (let start = waiting.pop(); start; start = waiting.pop())
          seconds.push(await secondsUntilStored(await start()))
      }
      await Promise.all(Array.from({ length: AT_ONCE }, inTurn))
      expect(seconds).toHaveLength(trials * starts.length)
      expect(Math.max(...seconds)).toBeLessThan(AT_RISK_S)
    },
  )
}

test('what an idle server writes to its log is no write, and an outage of the target is known in seconds at risk', {
  timeout: 120_000,
}, async () => {
  const { dataDir, target, member, running } = await begin()
  const riskIn = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort(running)}/metrics`)).text()
    return Number(/^fatherkin_backup_age_seconds\{kind="log"\} (.*)$/m.exec(text)![1])
  }
  await until('nothing is at risk', async () => (await riskIn()) === 0 || null, 60_000)
  const positionNow = async () =>
    asSuperuser<{ lsn: string; snapshot: string }>(
      dataDir,
      'select pg_current_wal_insert_lsn()::text as lsn, pg_current_snapshot()::text as snapshot',
    )
  const before = await positionNow()
  await asSuperuser(dataDir, 'checkpoint')
  await asSuperuser(dataDir, 'select pg_log_standby_snapshot()')
  const after = await positionNow()
  expect(after.lsn).not.toBe(before.lsn)
  expect(after.snapshot).toBe(before.snapshot)
  expect(await riskIn()).toBe(0)

  const away = `${target}-away`
  renameSync(target, away)
  writeFileSync(target, 'no folder')
  await write(member, 'Written while the target is away')
  const from = Date.now()
  await until('it is at risk', async () => (await riskIn()) > 15 || null, 60_000)
  // since the last look before the write
  expect(await riskIn()).toBeLessThan((Date.now() - from) / 1000 + 6)
  rmSync(target)
  renameSync(away, target)
  await until('nothing is at risk', async () => (await riskIn()) === 0 || null, 60_000)
})
