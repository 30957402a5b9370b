/**
 * Metrics for the operator, in the text format of Prometheus (docs/decisions/056). Labels are kinds, names of procedures and outcomes,
 * never a member, an address or a path. Without METRICS_PORT nothing is counted.
 */
import type { Gauges, Metrics, MetricsText } from './ports.ts'

export { withMailsCounted, withModelCounted } from './counted.ts'
export { makeDatabaseGauges } from './database-gauges.ts'
export { openMetricsEndpoint } from './endpoint.ts'
export { type Metrics, noMetrics } from './ports.ts'
export { countCalls, countRequests, kindOf } from './requests.ts'

/** `sources` is called when the metrics are read. The library takes some megabytes, so it is loaded here. */
export async function makeMetrics(version: string, sources: () => Gauges): Promise<Metrics & MetricsText> {
  const { makePrometheus } = await import('./prometheus.ts')
  return makePrometheus(version, sources)
}
