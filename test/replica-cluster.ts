/**
 * A primary and a hot standby of it, from the programs that the tests use anyway. The standby is a copy of the running primary's
 * folder, taken between `pg_backup_start` and `pg_backup_stop`, and it streams over the primary's socket.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Embedded, startEmbedded } from '#server/kernel/postgres/embedded.ts'
import { copyPristine, TEMPLATE } from './cluster.ts'
import { inDatabase, makeTemplate } from './template.ts'

const SETTINGS = {
  autovacuum: 'off',
  fsync: 'off',
  full_page_writes: 'on',
  max_wal_senders: '5',
  wal_level: 'replica',
  hot_standby: 'on',
  // the walsender of a stopped or stuck standby is ended soon
  wal_sender_timeout: '2s',
  wal_retrieve_retry_interval: '100ms',
  max_wal_size: '4GB',
  wal_keep_size: '2GB',
  checkpoint_timeout: '1h',
  max_standby_streaming_delay: '200ms',
}

export interface Standby {
  /** the standby's address of the same database as this one of the primary */
  urlOf(primaryUrl: string): string
  /** as a superuser, on the standby */
  run(statement: string): Promise<Record<string, unknown>[]>
  pid(): number
  stop(): Promise<void>
  start(): Promise<void>
}

export interface Primary {
  url: string
  run(statement: string): Promise<Record<string, unknown>[]>
  /** Makes a standby of the present state, and waits until it answers. */
  makeStandby(): Promise<Standby>
}

async function runOn(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Both end after the file. `url` is that of the application's own database, beside the template of the worlds. */
export async function startPrimary(): Promise<Primary> {
  const folder = mkdtempSync(join(tmpdir(), 'fk-replica-'))
  const binDir = process.env.TEST_PG_BIN || undefined
  const dataDir = join(folder, 'primary')
  copyPristine(inject('pristine'), dataDir)
  const ends: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
    rmSync(folder, { recursive: true, force: true })
  })
  const primary = await startEmbedded({ dataDir, binDir, settings: SETTINGS })
  ends.push(() => primary.stop())
  await makeTemplate(primary.url, TEMPLATE)

  const makeStandby = async (): Promise<Standby> => {
    const copy = join(folder, 'standby')
    await copyWhileRunning(primary, dataDir, copy)
    const socketDir = new URL(primary.url).searchParams.get('host')!
    const settings = { ...SETTINGS, primary_conninfo: `host=${socketDir} port=5432 user=postgres` }
    let standby = await startEmbedded({ dataDir: copy, binDir, settings })
    ends.push(() => standby.stop())
    return {
      urlOf: (primaryUrl) => inDatabase(standby.url, new URL(primaryUrl).pathname.slice(1)),
      run: (statement) => runOn(standby.superuserUrl, statement),
      pid: () => standby.pid(),
      stop: () => standby.stop(),
      async start() {
        standby = await startEmbedded({ dataDir: copy, binDir, settings })
      },
    }
  }
  return { url: primary.url, run: (statement) => runOn(primary.superuserUrl, statement), makeStandby }
}

async function copyWhileRunning(primary: Embedded, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.superuserUrl })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    mkdirSync(to, { mode: 0o700 })
    execFileSync('cp', ['-a', join(from, 'postgres'), join(to, 'postgres')])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    const at = (name: string) => join(to, 'postgres', name)
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(at(name), { force: true })
    rmSync(at('pg_wal'), { recursive: true })
    mkdirSync(at('pg_wal/archive_status'), { recursive: true, mode: 0o700 })
    writeFileSync(at('backup_label'), rows[0]!.labelfile, { mode: 0o600 })
    writeFileSync(at('standby.signal'), '', { mode: 0o600 })
  } finally {
    await client.end()
  }
}
