/** The command of each part of the cluster. Policies are in the files of `ops/cluster`, addresses are here. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Programs } from './packages.ts'
import type { Places } from './places.ts'
import type { Command } from './supervised.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ops = (name: string) => `${root}ops/cluster/${name}`
export type Number12 = 1 | 2

export interface Surroundings {
  programs: Programs
  places: Places
  /** the environment of the S3-compatible store */
  store: Record<string, string>
  pages: string
}

export function etcd(number: 1 | 2 | 3, { programs, places }: Surroundings): Command {
  const name = `etcd${number}` as const
  const peer = (one: 1 | 2 | 3) => `http://${places.at(`etcd${one}-peer`)}`
  const client = `http://${places.at(name)}`
  return {
    name,
    file: programs.etcd,
    args: [
      ...[`--name=${name}`, `--data-dir=${places.own(name)}`],
      ...[`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
      ...[`--listen-peer-urls=${peer(number)}`, `--initial-advertise-peer-urls=${peer(number)}`],
      `--initial-cluster=etcd1=${peer(1)},etcd2=${peer(2)},etcd3=${peer(3)}`,
    ],
    env: environmentIn(ops('etcd.env')),
    user: places.user,
    logFile: places.logFile(name),
  }
}

export function patroni(number: Number12, { programs, places }: Surroundings): Command {
  const name = `db${number}` as const
  const config = `${places.own(`${name}-config`)}/patroni.yml`
  writeFileSync(config, readFileSync(ops('patroni.yml')), { mode: 0o644 })
  return {
    name: `patroni${number}`,
    file: programs.patroni,
    args: [config],
    env: {
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: places.at(`${name}-rest`),
      PATRONI_RESTAPI_CONNECT_ADDRESS: places.at(`${name}-rest`),
      PATRONI_POSTGRESQL_LISTEN: places.at(name),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: places.at(name),
      PATRONI_POSTGRESQL_DATA_DIR: `${places.own(name)}/data`,
      PATRONI_POSTGRESQL_PGPASS: `${places.own(name)}/pgpass`,
      PATRONI_POSTGRESQL_BIN_DIR: programs.postgresFolder,
      PATRONI_ETCD_HOSTS: [1, 2, 3].map((one) => places.at(`etcd${one as 1 | 2 | 3}`)).join(','),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: places.password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: places.password,
    },
    user: places.user,
    logFile: places.logFile(`patroni${number}`),
  }
}

export function haproxy(number: Number12, { programs, places }: Surroundings): Command {
  return {
    name: `haproxy${number}`,
    file: programs.haproxy,
    args: ['-db', '-f', ops('haproxy.cfg')],
    env: {
      DATABASE_PORT: String(places.port(`database${number}`)),
      WEB_PORT: String(places.port(`web${number}`)),
      DB1: places.at('db1'),
      DB2: places.at('db2'),
      DB1_REST_PORT: String(places.port('db1-rest')),
      DB2_REST_PORT: String(places.port('db2-rest')),
      APP1: places.at('app1'),
      APP2: places.at('app2'),
    },
    logFile: places.logFile(`haproxy${number}`),
  }
}

export function pgbouncer(number: Number12, { programs, places }: Surroundings): Command {
  const name = `pgbouncer${number}` as const
  const folder = places.own(name)
  const policy = `${folder}/policy.ini`
  writeFileSync(policy, readFileSync(ops('pgbouncer.ini')), { mode: 0o644 })
  const users = `${folder}/users.txt`
  writeFileSync(users, `"fatherkin" "${places.password}"\n`, { mode: 0o644 })
  const config = `${folder}/pgbouncer.ini`
  const lines = [
    ...['[databases]', `fatherkin = host=127.0.0.1 port=${places.port(`database${number}`)}`],
    ...[`%include ${policy}`, `listen_port = ${places.port(name)}`, `auth_file = ${users}`],
  ]
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o644 })
  return { name, file: programs.pgbouncer, args: [config], user: places.user, logFile: places.logFile(name) }
}

export function nats(number: Number12, { programs, places }: Surroundings): Command {
  const name = `nats${number}` as const
  const other = number === 1 ? 'nats2-route' : 'nats1-route'
  return {
    name,
    file: programs['nats-server'],
    args: [
      ...['-c', ops('nats.conf'), '-n', name, '-p', String(places.port(name)), '--cluster_name', 'fatherkin'],
      ...['--cluster', `nats://${places.at(`${name}-route`)}`, '--routes', `nats://${places.at(other)}`],
    ],
    logFile: places.logFile(name),
  }
}

/** As `npm start` runs it, without the build. */
export function app(number: Number12, { places, store, pages }: Surroundings): Command {
  const name = `app${number}` as const
  const memory = JSON.parse(readFileSync(`${root}scripts/memory.json`, 'utf8')) as string[]
  return {
    name,
    file: process.execPath,
    args: [...memory, `${root}src/main.ts`],
    env: {
      PORT: String(places.port(name)),
      PUBLIC_URL: publicUrl(places),
      TRUST_PROXY: '127.0.0.1',
      DATA_DIR: `${places.folder}/${name}`,
      DATABASE_URL: `postgres://fatherkin:${places.password}@${places.at(`pgbouncer${number}`)}/fatherkin`,
      BUS_URL: [`nats${number}` as const, `nats${number === 1 ? 2 : 1}` as const]
        .map((one) => `nats://${places.at(one)}`)
        .join(),
      SECRET: places.password.repeat(2),
      PAGES_DIR: pages,
      NODE_COMPILE_CACHE: `${places.folder}/compiled`,
      ...{ RATE_LIMITS: 'off', GAZETTEER: 'off', REQUIRE_VERIFIED_EMAIL: '0' },
      ...store,
    },
    logFile: places.logFile(name),
  }
}

/** The address that members would type. It resolves to both proxies. */
export const publicUrl = (places: Places) => `http://localhost:${places.port('web1')}`

function environmentIn(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n')
  return Object.fromEntries(
    lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('=') as [string, string]),
  )
}
