/** The metrics on a port of their own, so that the proxy in front of the program does not publish them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorFacts, type Log } from '../log.ts'
import type { MetricsText } from './ports.ts'

interface Endpoint {
  host: string
  port: number
  metrics: MetricsText
  log: Log
}

/** Listens, and returns the address. Rejects if the port is taken. */
export async function openMetricsEndpoint({ host, port, metrics, log }: Endpoint) {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Metrics are at /metrics.\n')
      return
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error(errorFacts(error), 'the metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken. Choose another with METRICS_PORT=…`) : error,
      ),
    )
    server.listen(port, host, resolve)
  })
  const at = server.address() as AddressInfo
  return {
    url: `http://${at.family === 'IPv6' ? `[${at.address}]` : at.address}:${at.port}/metrics`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
