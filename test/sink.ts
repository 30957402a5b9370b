/**
 * A server that does nothing: it answers each request with as many bytes as it is told. `test/visitor-beside` sends the same
 * requests here while it measures others alone, so that what the client itself costs this machine is in both measurements.
 * Run as a worker; posts its port.
 */
import { createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export interface Sink {
  /** of each answer */
  bytes: number
}

const { bytes }: Sink = workerData
const answer = Buffer.alloc(bytes, 'a')
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => socket.end(answer))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') parentPort!.postMessage(address.port)
})
