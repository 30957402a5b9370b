/**
 * Writers: each repeats one request after the other until it is acknowledged, and notes what was acknowledged. A repeated
 * request has the same id, so it must not be stored twice.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Community, Member } from './community.ts'
import { NoAnswer } from './door.ts'

const RETRY_MS = 200
/** between two writes of a writer, so that the machine is not busy with the load alone */
const REST_MS = 60

export type Kind = 'comment' | 'post' | 'message' | 'vote'

interface Write {
  kind: Kind
  method: 'POST' | 'PUT'
  path: string
  body: Record<string, unknown>
  expected: number
}

/** What has to be in the database. */
export interface Known {
  attempted: Map<string, Kind>
  acknowledged: Map<string, Kind>
  /** `member post` → the direction that was acknowledged last */
  votes: Map<string, string>
}

interface Attempt {
  writer: number
  began: number
  ended: number
  /** the status, or the error of the connection */
  outcome: number | string
  isAcknowledged: boolean
}

export interface Writers {
  known: Known
  /** of the current round */
  attempts: Attempt[]
  /** of the current round: the id of each write → when it was first sent */
  begun: Map<string, number>
  /** answers that no client expects, and the request */
  strange: string[]
  /** Waits until each writer is between two writes; they continue after `resume`. */
  rest(): Promise<void>
  resume(): void
  stop(): Promise<void>
}

export function startWriters(community: Community): Writers {
  const known: Known = { attempted: new Map(), acknowledged: new Map(), votes: new Map() }
  const writers: Writers = { known, attempts: [], begun: new Map(), strange: [], rest, resume, stop }
  let isOver = false
  let gate: PromiseWithResolvers<void> | null = null
  const resting = new Set<number>()

  async function run(number: number, member: Member): Promise<void> {
    for (let n = 0; !isOver; n++) {
      if (gate) {
        resting.add(number)
        await gate.promise
        resting.delete(number)
        continue
      }
      const write = writeOf(community, number, n)
      const { id } = write.body as { id?: string }
      if (id) known.attempted.set(id, write.kind)
      if (id) writers.begun.set(id, performance.now())
      if (!(await isAcknowledged(number, member, write))) return
      if (id) known.acknowledged.set(id, write.kind)
      else known.votes.set(`${member.name} ${write.path.split('/')[4]}`, String(write.body.direction))
      await pause(REST_MS)
    }
  }

  /** Repeats the request until it is acknowledged; false if the bench ended first. */
  async function isAcknowledged(writer: number, { door }: Member, write: Write): Promise<boolean> {
    while (!isOver) {
      const began = performance.now()
      const { outcome, detail } = await door.send(write.method, write.path, write.body).then(
        ({ status, json }) => ({ outcome: status, detail: JSON.stringify(json) }),
        (error: unknown) => {
          if (error instanceof NoAnswer) return { outcome: error.message, detail: '' }
          throw error
        },
      )
      const isDone = outcome === write.expected
      writers.attempts.push({ writer, began, ended: performance.now(), outcome, isAcknowledged: isDone })
      if (isDone) return true
      if (typeof outcome === 'number' && ![502, 503, 504].includes(outcome))
        writers.strange.push(`${write.kind}: ${outcome} ${detail.slice(0, 200)}`)
      await pause(RETRY_MS)
    }
    return false
  }

  const all = Promise.all(community.members.map((member, number) => run(number, member)))
  all.catch(() => {}) // thrown by `rest` or `stop`

  async function rest(): Promise<void> {
    gate ??= Promise.withResolvers<void>()
    const rested = async () => {
      while (resting.size < community.members.length) await pause(10)
    }
    await Promise.race([rested(), all])
  }
  function resume(): void {
    gate?.resolve()
    gate = null
  }
  async function stop(): Promise<void> {
    isOver = true
    resume()
    await all
  }
  return writers
}

/** The same order of kinds for each writer, from another start. */
function writeOf({ rooms, posts, category }: Community, writer: number, n: number): Write {
  const id = randomUUID()
  const turn = (writer + n) % 6
  const post = posts[n % posts.length]!
  const content = `Written once, as ${id}`
  if (turn === 0) {
    const body = { id, type: 'text', title: 'Once', content, category_id: category }
    return { kind: 'post', method: 'POST', path: '/api/v1/posts', body, expected: 201 }
  }
  if (turn === 1) {
    const direction = ['up', 'down', 'none'][Math.floor(n / 6) % 3]
    return { kind: 'vote', method: 'PUT', path: `/api/v1/posts/${post}/vote`, body: { direction }, expected: 200 }
  }
  if (turn <= 3)
    return {
      kind: 'comment',
      method: 'POST',
      path: `/api/v1/posts/${post}/comments`,
      body: { id, content },
      expected: 201,
    }
  const { room, id: place } = rooms[turn % rooms.length]!
  return {
    kind: 'message',
    method: 'POST',
    path: `/api/v1/chat/${room}/${place}/messages`,
    body: { id, content },
    expected: 201,
  }
}
