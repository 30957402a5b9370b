/**
 * Watches the replica beside the primary: how far it has replayed the write-ahead log, and since when it lacks something. A replica
 * that stops, lags, is promoted or follows another history is unusable within a second, and usable again when it has caught up.
 */
import { errorFacts, type Log } from '../log.ts'
import { endOfRecord } from './marks.ts'
import { makeProbe } from './probe.ts'

/** Interval of the samples. */
const INTERVAL_MS = 250
/** An older sample of the replica says nothing: it did not answer, or this process was blocked. */
const MAX_SAMPLE_AGE_MS = 1000
/** The oldest state that is read. The statement itself may take its time, and the answer stays below five seconds. */
const MAX_LAG_MS = 3000

const PRIMARY = `select (at - '0/0')::bigint as lsn, (pg_walfile_name_offset(at)).file_offset as offset,
    (select epoch from write_marks where slot = -1) as epoch
  from pg_current_wal_insert_lsn() as at`
const REPLICA = `select pg_is_in_recovery() as is_replica,
  (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::bigint as lsn, (select epoch from replica_epoch) as epoch`
// an epoch: every write before it is below its position. Another process may have opened it
const OPEN = `with opened as (
    insert into write_marks (slot, lsn, epoch) values (-1, pg_current_wal_insert_lsn(), gen_random_uuid())
    on conflict (slot) do nothing returning epoch)
  insert into replica_epoch (single, epoch) select true, epoch from opened
  on conflict (single) do update set epoch = excluded.epoch`
const RENEW = `with renewed as (
    insert into write_marks as m (slot, lsn, epoch) values (-1, pg_current_wal_insert_lsn(), gen_random_uuid())
    on conflict (slot) do update set epoch = excluded.epoch, lsn = greatest(m.lsn, excluded.lsn) returning epoch)
  insert into replica_epoch (single, epoch) select true, epoch from renewed
  on conflict (single) do update set epoch = excluded.epoch`

export interface Parts {
  primaryUrl: string
  replicaUrl: string
  log: Log
}

interface PrimarySample {
  lsn: number
  /** of `lsn`, in its segment of the log */
  offset: number
  epoch: string | null
}

interface ReplicaSample {
  is_replica: boolean
  lsn: number
  epoch: string | null
}

export interface ReplicaState {
  /** everything that was committed before this moment (performance.now) is replayed */
  asOf: number
  lsn: number
  epoch: string
}

export interface Monitor {
  /** Null: not usable. */
  state(): ReplicaState | null
  /** Asks the replica now, beside the regular samples. Concurrent calls share one question. */
  look(): Promise<void>
  /** The last replayed position that is known, usable or not. */
  replayed(): number
  /**
   * A write could not be marked: no earlier mark is complete. A new epoch is opened as soon as the primary answers; then the
   * promise is resolved.
   */
  renewEpoch(): Promise<void>
  /** Calls `act` once when the replica becomes unusable. Returns the function that forgets it. */
  onLost(act: () => void): () => void
  close(): Promise<void>
}

export function watchReplica({ primaryUrl, replicaUrl, log }: Parts): Monitor {
  // not a connection of the pool, which may be exhausted when an epoch must be renewed
  const primary = makeProbe(primaryUrl)
  const replica = makeProbe(replicaUrl)
  let samples: { at: number; lsn: number }[] = []
  let epoch: string | null = null
  let seen: { at: number; lsn: number; epoch: string } | null = null
  let reason = ''
  let [isClosed, wasUsable] = [false, false]
  /** those who wait for a new epoch */
  let renewals: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  const lost = new Set<() => void>()

  async function samplePrimary(): Promise<void> {
    const at = performance.now()
    try {
      const found = await primary.ask<PrimarySample>(PRIMARY)
      if (renewals.length > 0) {
        found.epoch = null
        await renew()
      } else if (!found.epoch) await primary.ask(OPEN)
      epoch = found.epoch
      samples = samples.filter((one) => at - one.at < 2 * MAX_LAG_MS)
      samples.push({ at, lsn: endOfRecord(found.lsn, found.offset) })
    } catch (error) {
      log.debug(errorFacts(error), 'the primary did not answer the monitor of the replica')
    }
  }

  /** Who asks meanwhile needs another one: the statement may have been executed before his write was stored. */
  async function renew(): Promise<void> {
    const waiting = renewals
    renewals = []
    try {
      await primary.ask(RENEW)
    } catch (error) {
      renewals.push(...waiting)
      throw error
    }
    for (const done of waiting) done()
  }

  async function sampleReplica(): Promise<void> {
    const at = performance.now()
    try {
      const found = await replica.ask<ReplicaSample>(REPLICA)
      reason = found.is_replica ? 'it lags' : 'it is no replica'
      const shown = found.is_replica ? found.epoch : null
      // two questions may be answered in either order
      if (!shown) seen = null
      else if (!seen || at > seen.at) seen = { at, lsn: found.lsn, epoch: shown }
    } catch (error) {
      seen = null
      reason = 'it does not answer'
      log.debug(errorFacts(error), 'the replica did not answer')
    }
  }

  function state(): ReplicaState | null {
    const now = performance.now()
    if (!seen || seen.epoch !== epoch || now - seen.at > MAX_SAMPLE_AGE_MS) return null
    const { lsn } = seen
    const covered = samples.findLast((one) => one.lsn <= lsn)
    if (!covered || now - covered.at > MAX_LAG_MS) return null
    return { asOf: covered.at, lsn, epoch: seen.epoch }
  }

  function judge(): void {
    const isUsable = state() !== null
    if (isUsable === wasUsable) return
    wasUsable = isUsable
    if (isUsable) {
      log.info({}, 'the replica is used for reads')
      return
    }
    log.warn({ reason }, 'the replica is not used; all reads go to the primary')
    for (const act of lost) act()
    lost.clear()
  }

  const look = (): Promise<void> => {
    looking ??= sampleReplica().finally(() => {
      looking = null
      judge()
    })
    return looking
  }

  const run = async () => {
    const began = performance.now()
    await Promise.all([samplePrimary(), look()])
    judge()
    if (!isClosed) timer = setTimeout(() => void run(), Math.max(0, INTERVAL_MS - (performance.now() - began)))
  }
  const running = run()

  return {
    state,
    look,
    replayed: () => seen?.lsn ?? 0,
    renewEpoch() {
      epoch = null
      return new Promise((done) => renewals.push(done))
    },
    onLost(act) {
      lost.add(act)
      return () => lost.delete(act)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running.catch(() => {})
      await Promise.all([primary.close(), replica.close()])
    },
  }
}
