/** Two processes of the program on one database of its own, behind HAProxy. Everything listens on 127.0.0.1. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '#server/kernel/postgres/embedded.ts'
import { type Program, startProgram } from '../program.ts'

/** HAProxy asks so often whether a process is ready, and the process serves for longer than that after SIGTERM. */
const CHECK_MS = 500
const DRAIN_SECONDS = 5
const START_TIMEOUT_MS = 60_000

export interface Stack {
  /** the address of HAProxy */
  url: string
  outboxes: string[]
  /** SIGTERM, waits until it has ended, and starts it again */
  restart(place: number): Promise<void>
  /** SIGKILL, and starts it again */
  kill(place: number): Promise<void>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

const configuration = (port: number, ports: number[], socket: string) => `global
  maxconn 2000
  stats socket ${socket} level user
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 3s
  timeout tunnel 1h
  option forwardfor
  option redispatch
  retries 3
frontend site
  bind 127.0.0.1:${port}
  default_backend program
backend program
  balance roundrobin
  # a read that a killed process did not answer is sent to the other one; a write is never sent twice
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host 127.0.0.1
  default-server check inter ${CHECK_MS}ms fall 1 rise 1
${ports.map((port, place) => `  server process${place + 1} 127.0.0.1:${port}`).join('\n')}
`

/** Waits until HAProxy sends requests to this process. */
async function isUp(socket: string, place: number): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS
  while (!(await statusOf(socket, place)).startsWith('UP')) {
    if (performance.now() > until) throw new Error(`HAProxy does not find process ${place + 1} ready`)
    await pause(50)
  }
}

async function statusOf(socket: string, place: number): Promise<string> {
  const client = connect(socket)
  let text = ''
  try {
    client.end('show stat\n')
    for await (const piece of client) text += String(piece)
  } catch {
    return 'away' // HAProxy is still starting
  }
  const lines = text.split('\n').map((line) => line.split(','))
  const column = lines[0]!.indexOf('status')
  return lines.find((fields) => fields[1] === `process${place + 1}`)?.[column] ?? 'away'
}

export async function startStack(folder: string): Promise<Stack> {
  const haproxy = ['/usr/sbin/haproxy', '/usr/bin/haproxy'].find((path) => existsSync(path))
  if (!haproxy) throw new Error('HAProxy is not installed (Debian: apt-get install haproxy).')
  const database = await startEmbedded({ dataDir: join(folder, 'database') })
  const [port, ...ports] = await Promise.all([freePort(), freePort(), freePort()])
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...{ DATABASE_URL: database.url, PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1', SECRET: 'x'.repeat(40) },
    ...{ FILES_DIR: join(folder, 'files'), DRAIN_SECONDS: String(DRAIN_SECONDS), GAZETTEER: 'off' },
    ...{ RATE_LIMITS: 'off', REQUIRE_VERIFIED_EMAIL: '0' },
  }
  const start = (place: number) =>
    startProgram(join(folder, `process${place + 1}`), { ...env, PORT: String(ports[place]) })
  const processes: Program[] = []
  for (const place of ports.keys()) processes.push(await start(place))
  const file = join(folder, 'haproxy.cfg')
  mkdirSync(folder, { recursive: true })
  const socket = join(folder, 'haproxy.sock')
  writeFileSync(file, configuration(port!, ports, socket))
  const proxy: ChildProcess = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] })
  for (const place of ports.keys()) await isUp(socket, place)

  /** Starts it, and waits until HAProxy sends requests to it. */
  const startAgain = async (place: number) => {
    processes[place] = await start(place)
    await isUp(socket, place)
  }
  return {
    url,
    outboxes: ports.map((_, place) => join(folder, `process${place + 1}`, 'outbox')),
    async restart(place) {
      await processes[place]!.stop()
      await startAgain(place)
    },
    async kill(place) {
      process.kill(processes[place]!.pid, 'SIGKILL')
      await pause(1000)
      await startAgain(place)
    },
    async stop() {
      proxy.kill('SIGTERM')
      await Promise.all(processes.map((one) => one.stop()))
      await database.stop()
    },
  }
}
