import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type LoadOptions, shedLoad } from './load-shedding.ts'

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

/** A server that answers no request until `release` is called. */
async function serveSlowly(options: LoadOptions) {
  const server: Server = createServer()
  const isTurnedAway = shedLoad(server, options)
  const open = Promise.withResolvers<void>()
  let served = 0
  server.on('request', (request, response) => {
    if (isTurnedAway(request, response)) return
    served++
    void open.promise.then(() => response.end('x'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => {
    open.resolve()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, release: open.resolve, served: () => served }
}

function dial(port: number): { socket: Socket; closed: Promise<void> } {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  ended.push(() => socket.destroy())
  return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve())) }
}

test('beyond its maximum a request is refused with Retry-After; the health check is answered; afterwards everything is accepted again', async () => {
  const { url, release, served } = await serveSlowly({ atOnce: 3 })
  const first = [1, 2, 3].map(() => fetch(url))
  await expect.poll(served).toBe(3)
  const late = await fetch(url)
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '3'])
  const health = fetch(`${url}/healthz`)
  await expect.poll(served).toBe(4)
  release()
  expect((await Promise.all([...first, health])).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await fetch(url)).status).toBe(200)
})

test('requests of one address beyond its share are refused, and those of another address are served', async () => {
  const addressOf = ({ headers }: IncomingMessage) => String(headers['x-from'])
  const { url, release, served } = await serveSlowly({ atOnce: 10, ofAddress: 2, addressOf })
  const from = (address: string) => fetch(url, { headers: { 'x-from': address } })
  const first = [from('192.0.2.1'), from('192.0.2.1')]
  await expect.poll(served).toBe(2)
  expect((await from('192.0.2.1')).status).toBe(503)
  const other = from('192.0.2.2')
  await expect.poll(served).toBe(3)
  release()
  expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await from('192.0.2.1')).status).toBe(200)
})

test('a request whose body has not arrived counts for its address, and not for the process', async () => {
  const addressOf = ({ headers }: IncomingMessage) => String(headers['x-from'])
  const { port, url, release, served } = await serveSlowly({ atOnce: 3, ofAddress: 5, addressOf })
  const begun = 'POST / HTTP/1.1\r\nHost: x\r\nX-From: 192.0.2.1\r\nContent-Length: 900\r\n\r\n{'
  const slow = Array.from({ length: 5 }, () => dial(port))
  for (const { socket } of slow) socket.write(begun)
  await expect.poll(served).toBe(5)
  const from = (address: string) => fetch(url, { headers: { 'x-from': address } })
  expect((await from('192.0.2.1')).status).toBe(503)
  const other = from('192.0.2.2')
  await expect.poll(served).toBe(6)
  release()
  expect((await other).status).toBe(200)
  // answered before its body arrived, or cut off: it no longer counts
  for (const { socket } of slow) socket.destroy()
  await expect.poll(async () => (await from('192.0.2.1')).status).toBe(200)
})

test('an answer that is not read counts until its connection is closed', async () => {
  const server = createServer()
  const isTurnedAway = shedLoad(server, { ofAddress: 2, idle: 300 })
  const large = Buffer.alloc(32_000_000)
  server.on('request', (request, response) => {
    if (!isTurnedAway(request, response)) response.end(request.url === '/large' ? large : 'x')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const lazy = [1, 2].map(() => dial(port))
  for (const { socket } of lazy) socket.pause().write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  const statusOf = async () => (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })).status
  await expect.poll(statusOf).toBe(503)
  // closed after the idle time
  await expect.poll(statusOf, { timeout: 5000 }).toBe(200)
})

test('bodies that never arrive delay no other request', async () => {
  const { port, url, release, served } = await serveSlowly({ atOnce: 3 })
  for (let i = 0; i < 10; i++) dial(port).socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{')
  await expect.poll(served).toBe(10)
  const reader = fetch(url)
  await expect.poll(served).toBe(11)
  release()
  expect((await reader).status).toBe(200)
})

test('a GET counts, even if it has a body', async () => {
  const { port, url, release, served } = await serveSlowly({ atOnce: 3 })
  for (let i = 0; i < 3; i++) dial(port).socket.write('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx')
  await expect.poll(served).toBe(3)
  expect((await fetch(url)).status).toBe(503)
  release()
})

test('a body that arrives after its response does not count for ever', async () => {
  const server = createServer()
  const isTurnedAway = shedLoad(server, { atOnce: 3 })
  server.on('request', (request, response) => {
    if (!isTurnedAway(request, response)) response.end('x')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => server.close())
  const { port } = server.address() as AddressInfo
  for (let i = 0; i < 5; i++) {
    const { socket } = dial(port)
    const answered = new Promise((resolve) => socket.once('data', resolve))
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
    await answered
    const next = new Promise((resolve) => socket.once('data', resolve))
    socket.write('12345678GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await next
  }
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200)
})

test('a client that sends request after request on one connection without reading is disconnected', async () => {
  const { port, url, release, served } = await serveSlowly({})
  const { socket, closed } = dial(port)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
  await closed
  expect(served()).toBeLessThanOrEqual(4)
  release()
  expect((await fetch(url)).status).toBe(200)
})

test('a client that neither sends nor reads is disconnected', async () => {
  const { port } = await serveSlowly({ idle: 50 })
  const { socket, closed } = dial(port)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await closed
})
