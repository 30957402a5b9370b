/**
 * Sends 100 requests a second from one address, in a thread of its own, so that it does not delay those who measure. Each
 * request has a connection of its own. Run as a worker of test/visitor-beside.
 */
import { connect, type Socket } from 'node:net'
import { workerData } from 'node:worker_threads'

export interface Attack {
  hostname: string
  port: number
  /** "#" stands for a number that differs each time, so that no cache answers */
  path: string
  /** the address that it seems to come from */
  address: string
  /** whether the answers are read */
  isRead: boolean
}

const { hostname, port, path, address, isRead }: Attack = workerData
const PER_SECOND = 100

let sent = 0
function ask(): void {
  const socket: Socket = connect(port, hostname).on('error', () => {})
  if (isRead) socket.resume().once('end', () => socket.destroy())
  else socket.pause()
  const close = isRead ? 'Connection: close\r\n' : ''
  const target = path.replace('#', String(sent++))
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n${close}\r\n`)
}
setInterval(ask, 1000 / PER_SECOND)
