/**
 * Traces for the operator, sent by OTLP over HTTP (docs/decisions/060). A span has kinds, names of procedures and texts of
 * statements without their values, never a member, an address or a path. Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is loaded.
 */
import type { Config } from '#config'
import type { Log } from '../log.ts'
import type { Traces } from './ports.ts'

export type { Traces } from './ports.ts'
export { traceCalls, tracedListener, tracedTasks, traceStatements, withModelTraced } from './traced.ts'

/** The libraries take some 25 MB, so they are loaded here. */
export async function makeTraces(config: Config['traces'], version: string, log: Log): Promise<Traces | null> {
  if (config === null) return null
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(config, version, log)
}
