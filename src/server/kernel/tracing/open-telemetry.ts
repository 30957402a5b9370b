/** Traces by the SDK of OpenTelemetry. Loaded only if they are sent somewhere. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type Span as LibrarySpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '#config'
import type { Log } from '../log.ts'
import type { Facts, Span, Traces } from './ports.ts'

/** A collector that does not respond delays the end of the process by about this. */
const EXPORT_TIMEOUT_MS = 3000
const SEND_EVERY_MS = 2000
/** Statements of the program are shorter; a longer one is cut. */
const MAX_TEXT = 4000

/** What is running: the context that its parts belong to, until it ends. */
interface Running {
  context: Context
  isOver: boolean
}

/**
 * The provider is not made the global one. Libraries that write spans of their own find none, so every span in a trace is one of
 * ours.
 */
export function openTelemetry(
  { url, share, service }: NonNullable<Config['traces']>,
  version: string,
  log: Log,
): Traces {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: MAX_TEXT },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, log),
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('fatherkin', version)
  const running = new AsyncLocalStorage<Running>()
  const current = () => {
    const now = running.getStore()
    return now && !now.isOver ? now : null
  }
  return {
    run(root, work) {
      const kind = root.kind === 'request' ? SpanKind.SERVER : SpanKind.CONSUMER
      const parent = contextOf(root.parent)
      const span = tracer.startSpan(root.name, { kind, attributes: root.facts ?? {} }, parent)
      const mine: Running = { context: trace.setSpan(ROOT_CONTEXT, span), isOver: false }
      const ended = () => {
        mine.isOver = true
      }
      return running.run(mine, () => work(spanOf(span, ended)))
    },
    begin(name, facts = {}) {
      const now = current()
      if (!now) return null
      return spanOf(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: facts }, now.context))
    },
    async within(name, work) {
      const now = current()
      if (!now) return work(null)
      const span = tracer.startSpan(name, {}, now.context)
      const part = spanOf(span)
      try {
        const result = await running.run({ context: trace.setSpan(ROOT_CONTEXT, span), isOver: false }, () =>
          work(part),
        )
        part.end()
        return result
      } catch (error) {
        part.end(error)
        throw error
      }
    },
    // a collector that is unavailable has been logged by `reporting`
    close: () => provider.shutdown().catch(() => {}),
  }
}

function spanOf(span: LibrarySpan, ended = () => {}): Span {
  return {
    note: (facts: Facts) => void span.setAttributes(facts),
    end(error) {
      ended()
      if (error !== undefined) {
        span.setAttribute('error.type', kindOfError(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

/** A status, a code such as 23505 or NOT_FOUND, or the name of the class. */
function kindOfError(error: unknown): string {
  if (typeof error === 'number') return String(error)
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  const kind = typeof code === 'string' && code ? code : error.name
  return /^\w{1,40}$/.test(kind) ? kind : 'unknown'
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]([0-9a-f])$/

/** The context of a W3C traceparent header. A header that cannot be read begins a trace of its own. */
function contextOf(header: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header ?? '') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Logs that the collector does not take the traces, once until it takes them again. */
function reporting(exporter: SpanExporter, log: Log): SpanExporter {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && !isAway) log.warn({ error: result.error.name }, 'the traces could not be sent')
        if (!result.error && isAway) log.info({}, 'the traces are sent again')
        isAway = result.error !== undefined
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
