/** The metrics in the text format of Prometheus, by `prom-client`. Loaded only if somebody reads them. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { METRIC_NAMES } from './names.ts'
import type { Gauges, Metrics, MetricsText } from './ports.ts'

type MetricName = (typeof METRIC_NAMES)[number]

/** In seconds: from a cached page to the limit of a request. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

export function makePrometheus(version: string, sources: () => Gauges): Metrics & MetricsText {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const info = new Gauge({
    name: 'fatherkin_info',
    help: 'The version of the program.',
    labelNames: ['version'],
    registers,
  })
  info.set({ version }, 1)
  const counter = <Label extends string>(name: MetricName, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <Label extends string>(name: MetricName, help: string, ...labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS, registers })
  const requests = counter('fatherkin_requests_total', 'Requests by kind and status.', 'kind', 'status')
  const requestTimes = histogram('fatherkin_request_duration_seconds', 'How long requests took.', 'kind')
  const calls = counter('fatherkin_calls_total', 'Calls of procedures by outcome.', 'procedure', 'outcome')
  const callTimes = histogram('fatherkin_call_duration_seconds', 'How long calls of procedures took.', 'procedure')
  const reads = counter('fatherkin_reads_total', 'Reads that may lag, by where they were answered.', 'outcome')
  const turnedAway = counter('fatherkin_turned_away_total', 'Requests refused because too many were running.')
  const mails = counter('fatherkin_mails_total', 'Mails by outcome; a failed one is tried again.', 'outcome')
  const modelCalls = counter('fatherkin_model_calls_total', 'Calls of the model by outcome.', 'outcome')
  const modelTokens = counter('fatherkin_model_tokens_total', 'Tokens that the model has used.')
  const lookUp = makeGauges(registers, sources)
  // so that a rate is 0 and not missing before the first event
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)
  for (const outcome of ['replica', 'primary', 'repeated']) reads.inc({ outcome }, 0)
  return {
    contentType: registry.contentType,
    async read() {
      await lookUp()
      return registry.metrics()
    },
    request(kind, status, ms) {
      requests.inc({ kind, status: `${Math.floor(status / 100)}xx` })
      requestTimes.observe({ kind }, ms / 1000)
    },
    call(procedure, outcome, ms) {
      calls.inc({ procedure, outcome })
      callTimes.observe({ procedure }, ms / 1000)
    },
    turnedAway: () => turnedAway.inc(),
    mail: (outcome) => mails.inc({ outcome }),
    model: (outcome) => modelCalls.inc({ outcome }),
    modelTokens: (count) => modelTokens.inc(count),
    readOn: (outcome) => reads.inc({ outcome }),
  }
}

/** Returns a function that looks all gauges up. The registry itself would write some of them before others are known. */
function makeGauges(registers: Registry[], sources: () => Gauges): () => Promise<void> {
  const gauge = <Label extends string>(name: MetricName, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const up = gauge('fatherkin_database_up', '1 if the database responds.')
  const pool = gauge('fatherkin_database_connections', 'Connections of the pool; waiting: requests for one.', 'state')
  const liveConnections = gauge('fatherkin_live_connections', 'Open tabs with a live connection.')
  const liveTopics = gauge('fatherkin_live_topics', 'Topics that somebody listens to.')
  const replicaUp = gauge('fatherkin_replica_up', '1 if the replica is used for reads.')
  const replicaLag = gauge('fatherkin_replica_lag_seconds', 'Age of the state that the replica shows.')
  const backupAge = gauge(
    'fatherkin_backup_age_seconds',
    'Age of what waits for the backup, the base backup, the proof.',
    'kind',
  )
  const jobs = gauge('fatherkin_jobs', 'Jobs that are due (10,000 at most), or have failed for good.', 'state')
  const oldest = gauge('fatherkin_oldest_job_seconds', 'For how long the oldest due job has been due.')
  const delay = gauge('fatherkin_reader_delay_seconds', 'Age of the oldest fact that a reader has not read.', 'reader')
  return async () => {
    const { connections, live, database, replica, backup } = sources()
    for (const [state, count] of Object.entries(connections())) pool.set({ state }, count)
    const lines = live()
    liveConnections.set(lines.connections)
    liveTopics.set(lines.topics)
    const age = replica()
    replicaUp.set(age === null ? 0 : 1)
    replicaLag.remove()
    if (age !== null) replicaLag.set(age / 1000)
    for (const [kind, seconds] of Object.entries((await backup()) ?? {})) backupAge.set({ kind }, seconds)
    const found = await database()
    up.set(found ? 1 : 0)
    // an old value would hide that nothing is known
    for (const one of [jobs, delay]) one.reset()
    // without labels, a reset value is 0
    oldest.remove()
    if (!found) return
    jobs.set({ state: 'due' }, found.jobs.due)
    jobs.set({ state: 'dead' }, found.jobs.dead)
    oldest.set(found.jobs.oldest_seconds)
    for (const { name, delay_seconds } of found.readers) delay.set({ reader: name }, delay_seconds)
  }
}
