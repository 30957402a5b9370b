/** What is killed, and how. Each kill returns what has to be done before the cluster can be whole again. */
import { readdirSync, readFileSync } from 'node:fs'
import { until } from '../../test/client.ts'
import { type Cluster, tried } from './cluster.ts'

type Restore = () => Promise<void>
const nothing: Restore = async () => {}

export interface Kill {
  /** as the table shows it */
  name: string
  /** within which every writer must write again, in ms */
  limitMs: number
  /** `turn` alternates between the parts of this kind */
  kill(cluster: Cluster, turn: number): Promise<Restore>
}

const FAILOVER_MS = 15_000
const OTHERS_MS = 2000
const TAKEOVER_TIMEOUT_MS = 90_000

/** One of two parts of this name, in turn. */
const oneOf = (kind: string) => async (cluster: Cluster, turn: number) => {
  await cluster.parts.get(`${kind}${(turn % 2) + 1}`)!.kill()
  return nothing
}

async function untilOther(cluster: Cluster, primary: string): Promise<void> {
  const isOther = async () => ![undefined, primary].includes(await cluster.primary())
  await until('the standby has taken over', isOther, TAKEOVER_TIMEOUT_MS)
}

/** A process and its children. */
function familyOf(parent: number): number[] {
  const isChild = (pid: string) => tried(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isChild(pid) === String(parent))
  return [parent, ...children.map(Number)]
}

export const KILLS: Record<string, Kill> = {
  primary: {
    name: 'the primary’s PostgreSQL',
    limitMs: FAILOVER_MS,
    async kill(cluster) {
      const primary = await until('there is a primary', () => cluster.primary())
      process.kill(cluster.postmaster(primary), 'SIGKILL')
      return nothing
    },
  },
  machine: {
    name: 'the primary with its Patroni',
    limitMs: FAILOVER_MS,
    async kill(cluster) {
      const primary = await until('there is a primary', () => cluster.primary())
      const patroni = cluster.parts.get(`patroni${primary.slice(2)}`)!
      // a machine that is gone does not come back within seconds
      patroni.hold()
      const killed = patroni.kill()
      process.kill(cluster.postmaster(primary), 'SIGKILL')
      await killed
      return async () => {
        await untilOther(cluster, primary)
        patroni.release()
      }
    },
  },
  frozen: {
    name: 'the primary with its Patroni, frozen',
    limitMs: FAILOVER_MS,
    async kill(cluster) {
      const primary = await until('there is a primary', () => cluster.primary())
      const pids = [cluster.parts.get(`patroni${primary.slice(2)}`)!.pid!, ...familyOf(cluster.postmaster(primary))]
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      return async () => {
        await untilOther(cluster, primary)
        // it still believes that it is the primary, and must not acknowledge anything
        for (const pid of pids) tried(() => process.kill(pid, 'SIGCONT'))
      }
    },
  },
  standby: {
    name: 'the standby’s PostgreSQL',
    limitMs: OTHERS_MS,
    async kill(cluster) {
      const primary = await until('there is a primary', () => cluster.primary())
      process.kill(cluster.postmaster(primary === 'db1' ? 'db2' : 'db1'), 'SIGKILL')
      return nothing
    },
  },
  process: { name: 'a process of the program', limitMs: OTHERS_MS, kill: oneOf('app') },
  bus: { name: 'a NATS server', limitMs: OTHERS_MS, kill: oneOf('nats') },
  proxy: { name: 'a HAProxy', limitMs: OTHERS_MS, kill: oneOf('haproxy') },
  pgbouncer: { name: 'a PgBouncer', limitMs: OTHERS_MS, kill: oneOf('pgbouncer') },
  etcd: {
    name: 'the leader of etcd',
    limitMs: OTHERS_MS,
    async kill(cluster) {
      const leader = await until('etcd has a leader', () => cluster.etcdLeader())
      await cluster.parts.get(leader)!.kill()
      return nothing
    },
  },
}
