import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { readConfig } from '#config'
import { copyPristine } from '#test/cluster.ts'
import { slowInLog } from '../doctor/data.ts'
import { makeLog } from '../log.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { openHome } from './home.ts'

const DEBIAN_15 = '/usr/lib/postgresql/15/bin'
const ownDatabase = fileURLToPath(new URL('../../../../test/fixtures/own-database.ts', import.meta.url))

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let dataDir: string
let log: string[]
let databases: Embedded[]
let children: ChildProcess[]

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'fk-pg-'))
  log = []
  databases = []
  children = []
})

afterEach(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  for (const database of databases) await database.stop()
  // A test that failed may have left a server without owner.
  if (fs.existsSync(path.join(dataDir, 'postgres/postmaster.pid')))
    await startEmbedded({ dataDir }).then(
      (d) => d.stop(),
      () => {},
    )
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

/** For tests that do not depend on how the cluster was made. */
const copied = () => copyPristine(inject('pristine'), dataDir)

async function start(options: Partial<EmbeddedOptions> = {}) {
  const line = (level: string) => (_: object, text?: string) => void log.push(`${level}: ${text}`)
  const lines = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
  const database = await startEmbedded({ dataDir, log: lines, ...options })
  databases.push(database)
  return database
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function until<T>(what: string, condition: () => T | Promise<T>): Promise<Exclude<NonNullable<T>, false>> {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((go) => setTimeout(go, 10))) {
    const value = await Promise.resolve(condition()).catch(() => undefined)
    if (value) return value as Exclude<NonNullable<T>, false>
  }
  throw new Error(`waited in vain until ${what}\n${log.join('\n')}`)
}

function alive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

type Report = { url: string; pid: number; owned: boolean; error?: string }

function ownerProcess() {
  const child = fork(ownDatabase, [dataDir])
  children.push(child)
  return { child, report: once(child, 'message').then(([report]) => report as Report) }
}

async function killed(child: ChildProcess) {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

describe('first start and restart', () => {
  test('the application gets a role that is no superuser, and a UTF-8 database of its own', async () => {
    const { url } = await start()
    const [row] = await ask(
      url,
      `select rolsuper, rolcreatedb, current_database() as name, datcollate, pg_encoding_to_char(encoding) as encoding,
              pg_get_userbyid(datdba) as owner, current_setting('fsync') as fsync,
              current_setting('synchronous_commit') as commits, current_setting('listen_addresses') as tcp
         from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    )
    expect(row).toMatchObject({
      rolsuper: false,
      rolcreatedb: true,
      name: 'app',
      owner: 'app',
      encoding: 'UTF8',
      fsync: 'on',
      commits: 'on',
      tcp: '',
    })
  })

  test.for([
    ['1', '32MB', '512MB', 5],
    ['0', '128MB', '2GB', 10],
  ] as const)('with SMALL=%s it has shared buffers of %s', async ([small, buffers, wal, pool]) => {
    const config = readConfig({ DATA_DIR: dataDir, SMALL: small })
    expect(config.databasePool).toBe(pool)
    const home = await openHome(config, makeLog('silent'))
    const client = new pg.Client(home.url)
    await client.connect()
    const { rows } = await client.query(
      "select current_setting('shared_buffers') as buffers, current_setting('max_wal_size') as wal",
    )
    await client.end()
    await home.stop()
    expect(rows).toEqual([{ buffers, wal }])
  })

  test('data is kept, and nothing but the data remains after a stop', async () => {
    copied()
    const first = await start()
    const addressFile = path.join(dataDir, 'database.url')
    const socketDir = new URL(first.url).searchParams.get('host')!
    expect(fs.readFileSync(addressFile, 'utf8').trim()).toBe(first.url)
    expect(fs.statSync(addressFile).mode & 0o777).toBe(0o600)
    expect(fs.statSync(socketDir).mode & 0o777).toBe(0o700)
    await ask(first.url, 'create table kept as select 42 as n')
    await Promise.all([first.stop(), first.stop()])
    expect([fs.existsSync(addressFile), fs.existsSync(socketDir)]).toEqual([false, false])
    await until('the server is gone', () => !alive(first.pid()))

    const second = await start()
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 42 }])
    expect(second.url).toBe(first.url)
  })

  test('a slow statement is in the log, without its values', async () => {
    copied()
    const { url } = await start()
    for (const application_name of ['fatherkin', 'fatherkin places']) {
      const client = new pg.Client({ connectionString: url, application_name })
      await client.connect()
      await client.query('select pg_sleep($1), $2::text', [1.1, 'words of a member'])
      await client.end()
    }
    const lines = fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')
    expect(lines).toMatch(/LOG: {2}duration: \d+\.\d+ ms .*select pg_sleep\(\$1\)/)
    expect(lines).not.toContain('words of a member')
    // the doctor counts what members wait for, and not the first load of towns
    expect(slowInLog(lines, Date.now()).count).toBe(1)
  })

  test('an interrupted initdb leaves nothing half done', async () => {
    const names = () => fs.readdirSync(dataDir).filter((name) => name.startsWith('postgres'))
    // Kill it between initdb's first file and the rename; retry if the machine was too slow to hit that.
    do {
      fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
      const { child } = ownerProcess()
      await until('initdb writes', () => fs.existsSync(path.join(dataDir, `postgres.new.${child.pid}`, 'PG_VERSION')))
      await killed(child)
    } while (fs.existsSync(path.join(dataDir, 'postgres')))
    expect(names()).toEqual([expect.stringMatching(/^postgres\.new\.\d+$/)])

    const { url } = await start()
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(names().sort()).toEqual(['postgres', 'postgres.log'])
  })

  test('two simultaneous first starts make one database with one owner', async () => {
    const reports = await Promise.all([ownerProcess().report, ownerProcess().report])
    expect(reports.filter((report) => report.owned)).toHaveLength(1)
    expect(reports.find((report) => report.error)?.error).toMatch(/is in use by another process/)
    expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'))).toEqual([])
  })
})

describe('one owner', () => {
  beforeEach(copied)

  test('a second owner is refused in one sentence, and the first one is not affected', async () => {
    const first = await start()
    const pid = first.pid()
    await expect(start()).rejects.toThrow(`DATA_DIR ${fs.realpathSync(dataDir)} is in use by another process.`)
    const { report } = ownerProcess()
    expect((await report).error).toBe(`DATA_DIR ${fs.realpathSync(dataDir)} is in use by another process.`)
    expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect([first.pid(), alive(pid), log]).toEqual([pid, true, []])
  })

  test('a joiner joins, and its stop leaves the database running', async () => {
    const owner = await start()
    const joiner = await start({ join: true })
    expect(joiner).toMatchObject({ owned: false, url: owner.url })
    await ask(joiner.url, 'create table joined (n int)')
    await joiner.stop()
    expect(await ask(owner.url, 'select count(*)::int as n from joined')).toEqual([{ n: 0 }])
    expect(fs.existsSync(path.join(dataDir, 'database.url'))).toBe(true)
  })

  test('a joiner that finds no database starts it, owns it and stops it', async () => {
    const alone = await start({ join: true })
    expect(alone.owned).toBe(true)
    await alone.stop()
    await until('the server is gone', () => !alive(alone.pid()))
  })

  test('a database of another user is refused in one sentence', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can make one')
    await (await start()).stop()
    fs.chownSync(path.join(dataDir, 'postgres'), 1234, 1234)
    await expect(start()).rejects.toThrow(/was made by user 1234 and cannot be used by root: start as user 1234/)
    fs.chownSync(path.join(dataDir, 'postgres'), 0, 0)
  })

  test('a socket directory of another user is not trusted', async () => {
    const database = await start()
    const socketDir = new URL(database.url).searchParams.get('host')!
    await database.stop()
    fs.mkdirSync(socketDir)
    fs.chmodSync(socketDir, 0o755)
    await expect(start()).rejects.toThrow(/is not a private directory/)
    fs.rmdirSync(socketDir)
  })
})

describe('faults', () => {
  beforeEach(copied)

  /** Inserts 1, 2, 3 … one by one, reconnecting as long as it takes. */
  function writer(url: string) {
    const acknowledged: number[] = []
    let attempted = 0
    let going = true
    const done = (async () => {
      while (going) {
        const client = new pg.Client({ connectionString: url })
        client.on('error', () => {})
        try {
          await client.connect()
          while (going) {
            await client.query('insert into written values ($1)', [++attempted])
            acknowledged.push(attempted)
          }
        } catch {
          await new Promise((go) => setTimeout(go, 5))
        }
        await client.end().catch(() => {})
      }
    })()
    const finish = () => {
      going = false
      return done
    }
    return { acknowledged, attempted: () => attempted, finish }
  }

  test('after kill -9 of the database its owner starts it again: every acknowledged row is there', async () => {
    const database = await start()
    await ask(database.url, 'create table written (n int primary key)')
    const writing = writer(database.url)
    for (let round = 0; round < 3; round++) {
      const before = writing.acknowledged.length
      await until('rows were acknowledged', () => writing.acknowledged.length > before + 50)
      const pid = database.pid()
      process.kill(pid, 'SIGKILL')
      await until('another postmaster runs', () => database.pid() !== pid)
    }
    const last = writing.acknowledged.length
    await until('writing goes on', () => writing.acknowledged.length > last)
    await writing.finish()
    const stored = new Set((await ask(database.url, 'select n from written')).map((row) => row.n as number))
    expect(writing.acknowledged.filter((n) => !stored.has(n))).toEqual([])
    expect(Math.max(...stored)).toBeLessThanOrEqual(writing.attempted())
    expect(log.filter((line) => line.startsWith('info: The database is back after'))).toHaveLength(3)
    // The lock was taken again, too.
    await expect(start()).rejects.toThrow(/is in use by another process/)
  })

  test('a long query that outlives the killed postmaster does not delay the restart', async () => {
    const database = await start()
    const busy = ask(database.url, 'select count(*) from generate_series(1, 1e10::bigint) n where n < 0').catch(
      () => {},
    )
    const running = `select pid from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()`
    const [row] = await until('the query runs', async () => {
      const rows = await ask(database.superuserUrl, running)
      return rows.length > 0 && rows
    })
    const pid = database.pid()
    process.kill(pid, 'SIGKILL')
    await until('another postmaster runs', () => database.pid() !== pid)
    await busy
    await until('the old backend is gone', () => !alive(row?.pid as number))
    expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a crash inside the running server, or a severed owner connection, does not lose the lock', async () => {
    const database = await start()
    const pid = database.pid()
    await ask(
      database.superuserUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fatherkin owner'`,
    )
    await until('the owner is back', () => log.some((line) => line.includes('The database is back')))
    expect(database.pid()).toBe(pid)
    await expect(start()).rejects.toThrow(/is in use by another process/)
  })

  test('after kill -9 of the owning process the next start adopts the running server', async () => {
    const { child, report } = ownerProcess()
    const { url, pid } = await report
    await ask(url, 'create table kept as select 42 as n')
    await killed(child)
    expect(alive(pid)).toBe(true)
    const next = await start()
    expect([next.pid(), next.url, next.owned]).toEqual([pid, url, true])
    expect(await ask(next.url, 'select n from kept')).toEqual([{ n: 42 }])
    await next.stop()
    await until('the server is gone', () => !alive(pid))
  })

  test('a server that was left behind archives its log only after the next start asks for it, and no longer after the one that does not', async () => {
    const { child, report } = ownerProcess()
    const { url, pid } = await report
    await ask(url, 'create table kept as select 42 as n')
    await killed(child)
    const folder = path.join(dataDir, "back up's 100%")
    const next = await start({ archiveTo: folder })
    expect(next.pid()).not.toBe(pid)
    expect(await ask(next.url, 'select n from kept')).toEqual([{ n: 42 }])
    const [ended] = await ask(next.superuserUrl, 'select pg_walfile_name(pg_switch_wal()) as file')
    await until('the file is in the archive', () => fs.existsSync(path.join(folder, ended!.file as string)))
    await next.stop()
    const last = await start()
    expect(await ask(last.url, 'show archive_mode')).toEqual([{ archive_mode: 'off' }])
  })

  test('after kill -9 of both the next start recovers by itself', async () => {
    const { child, report } = ownerProcess()
    const { url, pid } = await report
    await ask(url, 'create table kept as select 42 as n')
    await killed(child)
    process.kill(pid, 'SIGKILL')
    const next = await start()
    expect(next.pid()).not.toBe(pid)
    expect(await ask(next.url, 'select n from kept')).toEqual([{ n: 42 }])
  })

  test('a stale postmaster.pid that names another living process (reboot, new container) does not prevent the start', async () => {
    await (await start()).stop()
    const file = path.join(dataDir, 'postgres/postmaster.pid')
    fs.writeFileSync(file, `${process.pid}\n${path.dirname(file)}\n1\n5432\n/nowhere\n\n  1 1\nready\n`, {
      mode: 0o600,
    })
    const { uid, gid } = fs.statSync(path.dirname(file)) // as root without namespaces the cluster belongs to another user
    fs.chownSync(file, uid, gid)
    expect(await ask((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('stop survives a database that is already dead', async () => {
    const database = await start()
    process.kill(database.pid(), 'SIGKILL')
    await database.stop()
    expect(log.filter((line) => line.startsWith('error'))).toEqual([])
    await until('the server is gone', () => !alive(database.pid()))
  })
})

test('the program runs on PostgreSQL 15, and reports it when the packaged version meets its files', async ({
  skip,
}) => {
  skip(!fs.existsSync(DEBIAN_15), 'PostgreSQL 15 is not on this machine')
  const database = await start({ binDir: DEBIAN_15 })
  const [row] = await ask(database.url, `select current_setting('server_version_num')::int / 10000 as major`)
  expect(row).toEqual({ major: 15 })
  await database.stop()
  await expect(start()).rejects.toThrow(/was made by PostgreSQL 15 and cannot be read by/)
})

test('a user without a name is told what to do', async () => {
  const binDir = path.join(dataDir, 'bin')
  fs.mkdirSync(binDir)
  const file = (name: string, text: string) => fs.writeFileSync(path.join(binDir, name), text, { mode: 0o755 })
  file('postgres', '#!/bin/sh\necho "postgres (PostgreSQL) 18.0"\n')
  // as PostgreSQL says it
  file(
    'initdb',
    '#!/bin/sh\necho "initdb: error: could not look up effective user ID 33001: user does not exist" >&2\nexit 1\n',
  )
  for (const one of [dataDir, binDir]) fs.chmodSync(one, 0o755)
  await expect(start({ binDir })).rejects.toThrow(
    /^The database cannot be made, because user 33001 has no name here\. Start as a user who has one, or add the line fatherkin:x:33001:33001::\/:\/bin\/false to \/etc\/passwd; in a container, mount such a file there \(docs\/install\.md\)\.$/,
  )
})
