/** The programs that the cluster is made of. They come from Debian's packages, and none of their services is used. */
import { existsSync } from 'node:fs'
import { Stop } from '../../test/bounded.ts'

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin']
const POSTGRES_FOLDER = '/usr/lib/postgresql/15/bin'
/** program → Debian's package */
const PACKAGES = {
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  'nats-server': 'nats-server',
} as const

export type Programs = Record<keyof typeof PACKAGES, string> & { postgresFolder: string }

/** The path of each program. Throws a Stop that names the missing packages. */
export function findPrograms(): Programs {
  const paths: Record<string, string> = { postgresFolder: POSTGRES_FOLDER }
  const missing: string[] = existsSync(`${POSTGRES_FOLDER}/postgres`) ? [] : ['postgresql-15']
  for (const [program, inPackage] of Object.entries(PACKAGES)) {
    const folder = FOLDERS.find((one) => existsSync(`${one}/${program}`))
    if (folder) paths[program] = `${folder}/${program}`
    else missing.push(inPackage)
  }
  if (missing.length)
    throw new Stop(
      `Packages are missing: run "apt-get install --no-install-recommends ${missing.join(' ')}" as root. Their services are not needed and may be disabled.`,
    )
  return paths as Programs
}
