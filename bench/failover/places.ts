/** Where everything of the cluster is: the scratch folder, the ports, and the passwords of this run. */

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { Stop } from '../../test/bounded.ts'

const PORTS = [
  ...['etcd1', 'etcd2', 'etcd3', 'etcd1-peer', 'etcd2-peer', 'etcd3-peer'],
  ...['db1', 'db2', 'db1-rest', 'db2-rest'],
  ...['database1', 'database2', 'pgbouncer1', 'pgbouncer2'],
  ...['nats1', 'nats2', 'nats1-route', 'nats2-route'],
  ...['app1', 'app2', 'web1', 'web2'],
] as const

export type PortName = (typeof PORTS)[number]

export interface Places {
  folder: string
  /** a folder that PostgreSQL's user owns */
  own(name: string): string
  logFile(name: string): string
  port(name: PortName): number
  /** `127.0.0.1:PORT` */
  at(name: PortName): string
  password: string
  /** runs what refuses root; undefined if this process is not root */
  user: string | undefined
}

export async function makePlaces(folder: string): Promise<Places> {
  const isRoot = process.getuid?.() === 0
  const ids = isRoot ? idsOf('postgres') : null
  // others may pass, so that the user of the database reaches its folders
  chmodSync(folder, 0o711)
  mkdirSync(`${folder}/log`)
  const ports = await freePorts()
  const port = (name: PortName) => ports.get(name)!
  return {
    folder,
    own(name) {
      const made = `${folder}/${name}`
      mkdirSync(made, { recursive: true, mode: 0o700 })
      if (ids && statSync(made).uid !== ids.uid) chownSync(made, ids.uid, ids.gid)
      return made
    },
    logFile: (name) => `${folder}/log/${name}.log`,
    port,
    at: (name) => `127.0.0.1:${port(name)}`,
    password: randomBytes(18).toString('hex'),
    user: ids ? 'postgres' : undefined,
  }
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number.parseInt(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout, 10)
  const [uid, gid] = [id('-u'), id('-g')]
  if (!uid || !gid)
    throw new Stop(`There is no user ${user}, who would run PostgreSQL. The package postgresql-15 makes it.`)
  return { uid, gid }
}

/** All are open at the same time before one is used, so that none is given out twice. */
async function freePorts(): Promise<Map<PortName, number>> {
  const servers = await Promise.all(
    PORTS.map(async (name): Promise<[PortName, Server]> => {
      const server = createServer()
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
      return [name, server]
    }),
  )
  const ports = new Map(servers.map(([name, server]) => [name, (server.address() as { port: number }).port]))
  await Promise.all(servers.map(([, server]) => new Promise((resolve) => server.close(resolve))))
  return ports
}
