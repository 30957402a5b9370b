/** The cluster: raised in one scratch folder on 127.0.0.1, asked whether it is whole, and ended. */
import { readFileSync, readlinkSync } from 'node:fs'
import pg from 'pg'
import { Stop } from '../../test/bounded.ts'
import { until } from '../../test/client.ts'
import { makeStore } from '../../test/store.ts'
import * as commands from './commands.ts'
import { findPrograms } from './packages.ts'
import { makePlaces, type Places } from './places.ts'
import { type Command, type Supervised, supervise } from './supervised.ts'

const WHOLE_TIMEOUT_MS = 90_000

export interface Member {
  name: 'db1' | 'db2'
  role: string
  state: string
}

export interface Cluster {
  places: Places
  parts: Map<string, Supervised>
  /** the base URLs of the two doors */
  doors: [string, string]
  members(): Promise<Member[]>
  /** the name of the primary; undefined while there is none */
  primary(): Promise<'db1' | 'db2' | undefined>
  /** the process id of the PostgreSQL of this member */
  postmaster(member: 'db1' | 'db2'): number
  /** the name of the leader of etcd */
  etcdLeader(): Promise<string | undefined>
  /** Waits until every part works; the error says which part does not. */
  untilWhole(): Promise<void>
  /** a connection to the primary itself, as the owner of the program's database */
  connect(): Promise<pg.Client>
}

/** `began` is called for each thing that has to be ended, in case the raising is interrupted. */
export async function raise(
  folder: string,
  pages: string,
  began: (end: () => Promise<void>) => void,
): Promise<Cluster> {
  const programs = findPrograms()
  const places = await makePlaces(folder)
  const parts = new Map<string, Supervised>()
  const postmasters = () => (['db1', 'db2'] as const).flatMap((member) => tried(() => postmaster(member)) ?? [])
  const postmaster = (member: 'db1' | 'db2') => postmasterIn(`${places.folder}/${member}/data`)
  let isEnding = false
  began(async () => {
    isEnding = true
    // the doors first, and the databases before what they need to stop cleanly
    for (const kind of ['app', 'haproxy', 'pgbouncer', 'patroni', 'nats', 'etcd'])
      await Promise.all([...parts.values()].filter(({ name }) => name.startsWith(kind)).map((part) => part.stop()))
    for (const pid of postmasters()) process.kill(pid, 'SIGQUIT')
    await until('the databases have ended', () => postmasters().length === 0)
  })
  const store = await makeStore()
  began(() => store.stop())
  const around: commands.Surroundings = { programs, places, store: store.env, pages }
  const start = (command: Command) => {
    // Ctrl-C during the raising: what would begin now would be left behind
    if (isEnding) throw new Stop('Stopped while the cluster was being raised.')
    parts.set(command.name, supervise(command))
  }

  for (const number of [1, 2, 3] as const) start(commands.etcd(number, around))
  await until('etcd has a leader', () => etcdLeader(places), WHOLE_TIMEOUT_MS)
  for (const number of [1, 2] as const) start(commands.patroni(number, around))
  for (const number of [1, 2] as const) {
    start(commands.haproxy(number, around))
    start(commands.nats(number, around))
  }
  const cluster: Cluster = {
    places,
    parts,
    doors: [`http://${places.at('web1')}`, `http://${places.at('web2')}`],
    members: () => membersOf(places),
    async primary() {
      const leader = (await membersOf(places)).find(({ role, state }) => role === 'leader' && state === 'running')
      return leader?.name
    },
    postmaster,
    etcdLeader: () => etcdLeader(places),
    untilWhole: () => untilWhole(cluster),
    async connect() {
      const at = await until('there is a primary', () => cluster.primary(), WHOLE_TIMEOUT_MS)
      return connected(`postgres://fatherkin:${places.password}@${places.at(at)}/fatherkin`)
    },
  }
  await until('the standby is synchronous', () => hasStandby(places), WHOLE_TIMEOUT_MS)
  await makeDatabase(cluster)
  for (const number of [1, 2] as const) start(commands.pgbouncer(number, around))
  start(commands.app(1, around))
  start(commands.app(2, around))
  await cluster.untilWhole()
  return cluster
}

async function makeDatabase(cluster: Cluster): Promise<void> {
  const { password, at } = cluster.places
  const admin = await connected(`postgres://postgres:${password}@${at((await cluster.primary())!)}/postgres`)
  await admin.query(`create role fatherkin login password '${password}'`)
  await admin.query('create database fatherkin owner fatherkin')
  await admin.end()
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // the query that runs on it fails by itself
  await client.connect()
  return client
}

/** Each check with its name, in the order in which they are waited for. */
function checksOf({ places, parts, doors }: Cluster): [string, () => Promise<boolean>][] {
  const isOk = async (url: string) => (await asked(url))?.status === 200
  return [
    ...['etcd1', 'etcd2', 'etcd3'].map((name): [string, () => Promise<boolean>] => [
      name,
      async () => (await statusOf(places, name as 'etcd1'))?.leader !== undefined,
    ]),
    ['the standby is synchronous', () => hasStandby(places)],
    ...(['app1', 'app2'] as const).map((name): [string, () => Promise<boolean>] => [
      name,
      () => isOk(`http://${places.at(name)}/readyz`),
    ]),
    ...doors.map((door): [string, () => Promise<boolean>] => [door, () => isOk(`${door}/readyz`)]),
    ['every part runs', async () => [...parts.values()].every(({ pid }) => pid !== undefined && isAlive(pid))],
  ]
}

async function untilWhole(cluster: Cluster): Promise<void> {
  for (const [name, check] of checksOf(cluster)) await until(`${name} works`, check, WHOLE_TIMEOUT_MS)
}

/** Patroni has written into etcd that the standby may take over, and the standby streams. */
async function hasStandby(places: Places): Promise<boolean> {
  const members = await membersOf(places)
  const isLed = members.some(({ role, state }) => role === 'leader' && state === 'running')
  return isLed && members.some(({ role, state }) => role === 'sync_standby' && /^(running|streaming)$/.test(state))
}

async function membersOf(places: Places): Promise<Member[]> {
  for (const rest of ['db1-rest', 'db2-rest'] as const) {
    const answer = await asked(`http://${places.at(rest)}/cluster`)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

async function statusOf(places: Places, name: 'etcd1' | 'etcd2' | 'etcd3') {
  const answer = await asked(`http://${places.at(name)}/v3/maintenance/status`, 'POST')
  if (!answer?.ok) return undefined
  const { leader, header } = (await answer.json()) as { leader?: string; header: { member_id: string } }
  return { leader, self: header.member_id }
}

async function etcdLeader(places: Places): Promise<string | undefined> {
  for (const name of ['etcd1', 'etcd2', 'etcd3'] as const) {
    const status = await statusOf(places, name)
    if (status?.leader && status.leader === status.self) return name
  }
  return undefined
}

/** Undefined without an answer. */
const asked = (url: string, method = 'GET') =>
  fetch(url, { method, ...(method === 'POST' && { body: '{}' }), signal: AbortSignal.timeout(3000) }).catch(
    () => undefined,
  )

/** Throws if this PostgreSQL does not run. A process of another program with the number of a dead one does not count. */
export function postmasterIn(dataDir: string): number {
  const pid = Number.parseInt(readFileSync(`${dataDir}/postmaster.pid`, 'utf8'), 10)
  if (!isAlive(pid) || readlinkSync(`/proc/${pid}/cwd`) !== dataDir) throw new Error(`no PostgreSQL runs in ${dataDir}`)
  return pid
}

export function isAlive(pid: number): boolean {
  try {
    // a process that has ended but is not reaped yet does not count
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export function tried<Value>(ask: () => Value): Value | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
